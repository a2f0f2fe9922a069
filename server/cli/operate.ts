import { type OperationView, operationViewSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import type { Change } from './explain-failure.ts';
import { printJson, type Session } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { codeText } from './payment-text.ts';
import { pairs, shortTime } from './plain-text.ts';
import { shellText } from './shell-text.ts';
import { UsageError } from './usage-error.ts';

export const KEY_OPTION = {
  key: {
    type: 'string',
    value: '<key>',
    help: 'the Idempotency-Key of an earlier, identical call whose response was lost (default: a new key)',
  },
} as const;

export interface Operation {
  method: 'capture' | 'void' | 'refund';
  orderId: string;
  /** as in "the refund was made" */
  whether: string;
  /** the requested operation: "refund the rest of order A-1" */
  doing: string;
  body: object;
  key?: string | undefined;
  json?: boolean | undefined;
  /** the original arguments, for repeating the command */
  argv: readonly string[];
}

/** Runs an operation that moves money, once per Idempotency-Key. Prints beforehand what it does and how to repeat it. */
export async function operate(
  { world, api }: Session,
  operation: Operation,
  expecting: (change: Change) => void,
): Promise<number> {
  const { method, orderId } = operation;
  const key = operation.key ?? world.newKey();
  checkKey(key);
  const path = `/orders/${segment(orderId, '<orderId>')}/${method}`;
  await world.stderr.write(`Requesting: ${operation.doing}. Idempotency-Key: ${key}\n`);
  const repetition = operation.key ? operation.argv : ['--key', key, ...operation.argv];
  expecting({
    whether: operation.whether,
    remedy: `Repeat it with --key ${key}; it is then done at most once:\n  ${shellText(['pay-form', method, ...repetition])}`,
  });
  const { value, text } = await api.post(path, operationViewSchema, operation.body, key);
  if (operation.json) await printJson(world, text);
  else await world.stdout.write(operationText(value));
  const exitCode = exitCodeOf(value.status);
  if (exitCode === EXIT.open) {
    const look = shellText(['pay-form', 'orders', orderId]);
    await world.stderr.write(
      `See \`${look}\` for the outcome; a ${method} with a new key would be a second one.\n`,
    );
  }
  return exitCode;
}

/** An invalid header value would fail inside fetch; the API checks the rest. */
function checkKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('--key must contain only visible ASCII characters.');
}

/** An open operation is not a failure. */
function exitCodeOf(status: OperationView['status']): number {
  if (status === 'success') return EXIT.done;
  return status === 'failure' ? EXIT.failed : EXIT.open;
}

const SAID: Readonly<Record<OperationView['status'], string>> = {
  success: 'done',
  failure: 'refused by the gateway; no money moved',
  pending: 'in progress at the gateway; a webhook will report the outcome',
  init: 'in progress at the gateway; a webhook will report the outcome',
  unknown: 'not known yet: the gateway gave no valid response. The companion keeps polling',
};

/** An operation in a few lines. */
export function operationText(operation: OperationView): string {
  const { method, orderId, status, statusCode, statusDescription } = operation;
  const shares = operation.split?.map((share): [string, string] => [
    'share',
    `${share.amount} for ${share.subMerchantId}`,
  ]);
  return `${method} of order ${orderId}: ${status} (${SAID[status]})\n${pairs([
    ['amount', `${operation.amount} ${operation.currency}`],
    ...(shares ?? []),
    ['code', codeText(statusCode, statusDescription)],
    ['operation', operation.id],
    ['payment', operation.paymentId],
    ['comment', operation.comment],
    ['receipt', operation.receiptUrl],
    ['updated', shortTime(operation.updatedAt)],
  ])}`;
}

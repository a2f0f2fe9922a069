import { takeNews } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { detachedOf, unbound } from './merge-operation.ts';
import { isAcknowledged } from './operation.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment, GatewayRefusal, Outcome } from './ports.ts';
import { namingFields } from './refused-fields.ts';
import { changeOperation, saveOperation } from './save-operation.ts';

/**
 * Brings the outcome of a call to the operation that it was about. Only what was refused or never left is known to
 * have done nothing; an unclear outcome stays `unknown`, and the gateway is asked.
 */
export async function settleOperation(
  deps: PaymentDeps,
  payment: Payment,
  operation: Operation,
  outcome: Outcome<GatewayPayment>,
): Promise<void> {
  if (outcome.kind === 'answered') return takeAnswer(deps, payment, operation, outcome.value);
  const fields = { operationId: operation.id, orderId: payment.orderId };
  if (outcome.kind === 'unknown' || isDone(outcome)) {
    const reason = outcome.kind === 'unknown' ? outcome.reason : 'exists already';
    deps.log.warn({ ...fields, reason }, 'the outcome of an operation is unknown: asking');
    return askSoon(deps, operation);
  }
  if (outcome.kind === 'not-sent') {
    deps.log.error({ ...fields, reason: outcome.reason }, 'the gateway cannot be reached');
    return fail(
      deps,
      operation,
      'not-sent',
      null,
      'The payment service cannot be reached. Nothing was done.',
    );
  }
  const { status, code } = outcome.refusal;
  deps.log.error({ ...fields, status, code }, 'the gateway refused an operation');
  return fail(
    deps,
    operation,
    'refused',
    refusalCode(outcome.refusal),
    namingFields(explain(outcome.refusal), outcome.refusal),
  );
}

/** "Exists already" may mean the very operation that was asked for. */
function isDone(outcome: Outcome<GatewayPayment>): boolean {
  if (outcome.kind !== 'refused') return false;
  return outcome.refusal.status === 409 || outcome.refusal.code === 'P-409';
}

async function takeAnswer(
  deps: PaymentDeps,
  payment: Payment,
  operation: Operation,
  answer: GatewayPayment,
): Promise<void> {
  if (answer.gatewayOrderId === payment.gatewayOrderId && answer.method === operation.method) {
    await takeNews(deps, { source: 'answer', payment: answer, operationId: operation.id });
  } else {
    deps.log.error(
      { operationId: operation.id, orderId: payment.orderId },
      'the gateway told of something else than the operation asked for',
    );
  }
  // An answer that cannot be believed leaves it unknown.
  await askSoon(deps, operation);
}

/** It has been called, and nothing came of it as yet. */
async function askSoon(deps: PaymentDeps, operation: Operation): Promise<void> {
  await changeOperation(deps, operation, (one) => (isAcknowledged(one) ? null : { ...one }));
}

/**
 * Ends an operation by our own conclusion, unless the gateway has told of it meanwhile. What was told while its call was
 * under way and only fitted it gives way to how the call ended: it was somebody else's.
 */
export async function fail(
  deps: PaymentDeps,
  operation: Operation,
  settledBy: 'not-sent' | 'refused' | 'not-found',
  statusCode: string | null,
  statusDescription: string,
): Promise<void> {
  const end = { status: 'failure', settledBy, statusCode, statusDescription } as const;
  const changed = await deps.store.transaction(async (tx) => {
    const current = await tx.findOperation(operation.id);
    const payment = current && (await tx.findPayment(current.paymentId));
    const isGuess = settledBy !== 'not-found' && current?.guessed != null;
    if (!current || !payment || (isAcknowledged(current) && !isGuess)) return false;
    const own = isGuess ? unbound(current, operation.amountMinor) : current;
    const detached = isGuess ? detachedOf(deps, current) : null;
    await saveOperation(deps, tx, payment, current, { ...own, ...end }, detached);
    return true;
  });
  if (changed) deps.changes.announce(operation.id);
}

/** Codes as `P-409` or digits; anything else is not kept. */
export function refusalCode({ code }: GatewayRefusal): string | null {
  return code !== null && /^[A-Za-z0-9-]{1,16}$/.test(code) ? code : null;
}

function explain({ status }: GatewayRefusal): string {
  if (status === 429) return 'The payment service took no more requests. Nothing was done; try again later.';
  if (status === 0) return 'The operation breaks the rules of the payment service and was not sent.';
  return 'The payment service refused the operation.';
}

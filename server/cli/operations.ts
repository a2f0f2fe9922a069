import type { z } from 'zod';
import {
  operationViewSchema,
  paymentViewSchema,
  resentSchema,
  type ShareView,
} from '../contract/merchant-api.ts';
import { refundSchema, resendSchema } from '../contract/merchant-requests.ts';
import type { OperationMethod } from '../contract/words.ts';
import { UsageError } from './arguments.ts';
import { EXIT } from './command.ts';
import { merchantCommand, type Session } from './merchant-command.ts';
import { plain, shellText } from './text.ts';
import { DECIMAL, KEY, listed, oneOf } from './value-rules.ts';
import { operationText, paymentText } from './views.ts';

const ORDER = ['<orderId>'];
const SPLIT = {
  value: '<uuid>=<decimal>',
  multiple: true,
  help: "a sub-merchant's share; repeat for each share",
} as const;
const COMMON = {
  comment: { value: '<text>', help: 'stored with the operation' },
  'payment-id': {
    value: '<id>',
    help: 'another successful payment of the order (default: the one that pays it)',
  },
  key: {
    value: '<key>',
    rule: KEY,
    help: 'the Idempotency-Key of an earlier, identical call whose response was lost (default: a new key)',
  },
} as const;

/** `POST /api/orders/{orderId}/capture` */
export const capture = merchantCommand({
  name: 'capture',
  summary: 'Captures an authorized payment, in full or in part',
  positionals: ORDER,
  options: {
    amount: {
      value: '<decimal>',
      rule: DECIMAL,
      help: 'amount to capture (default: the full authorized amount)',
    },
    split: SPLIT,
    ...COMMON,
  },
  notes: 'A partial capture voids the rest of the authorization.',
  examples: [
    ['capture A-1001', 'Captures the full authorized amount of order A-1001.'],
    ['capture A-1001 --amount 18.00 --comment "sold out"', 'Captures part of it; the rest is released.'],
  ],
  run: (input, session) => operate(session, input, 'capture', 'the full amount'),
});

/** `POST /api/orders/{orderId}/void` */
export const voidAuth = merchantCommand({
  name: 'void',
  summary: 'Voids an authorized payment, always in full',
  positionals: ORDER,
  options: COMMON,
  examples: [['void A-1001 --comment "sold out"', 'Nothing is charged to the card.']],
  run: (input, session) => operate(session, input, 'void', 'the authorization'),
});

const DELIVERY = refundSchema.shape.receiptDelivery.unwrap().options;

/** `POST /api/orders/{orderId}/refund` */
export const refund = merchantCommand({
  name: 'refund',
  summary: 'Refunds a purchase or capture, in full or in part',
  positionals: ORDER,
  options: {
    amount: { value: '<decimal>', rule: DECIMAL, help: 'amount to refund (default: the remaining amount)' },
    split: SPLIT,
    'receipt-delivery': {
      value: '<way>',
      rule: oneOf(DELIVERY),
      help: `how the customer receives the receipt: ${listed(DELIVERY)}`,
    },
    ...COMMON,
  },
  examples: [
    ['refund A-1001', 'Refunds the remaining amount of order A-1001.'],
    ['refund A-1001 --amount 5.00 --comment "scratched"', 'Refunds part of it.'],
    [
      'refund A-1001 --amount 5.00 --split 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11=5.00',
      'Refunds part of one sub-merchant’s share of a split purchase.',
    ],
  ],
  run: (input, session) => operate(session, input, 'refund', 'the remaining amount'),
});

/** `POST /api/orders/{orderId}/cancel` */
export const cancel = merchantCommand({
  name: 'cancel',
  summary: 'Cancels an unpaid hosted payment, so that it can no longer be paid',
  positionals: ORDER,
  options: {},
  examples: [['cancel A-1001', 'The customer left the hosted page of order A-1001.']],
  async run({ positionals: [orderId = ''] }, { api, terminal, expecting, print }) {
    terminal.say(`Requesting: cancel the hosted payment of order ${orderId}.\n`);
    expecting({
      whether: 'the payment was cancelled',
      remedy: `See \`${shellText(['pay-form', 'orders', orderId])}\`; repeating the command is safe.`,
    });
    const answer = await api.post(`/orders/${encodeURIComponent(orderId)}/cancel`, paymentViewSchema, null);
    print(answer, paymentText);
    // A cancelled payment has the status `failure`.
    if (answer.value.status === 'failure') return EXIT.done;
    return answer.value.status === 'success' ? EXIT.failed : EXIT.open;
  },
});

const METHODS = resendSchema.shape.operation.options;

/** `POST /api/orders/{orderId}/resend` */
export const resend = merchantCommand({
  name: 'resend',
  summary: 'Queries the state of an operation at the gateway, and has its webhook sent again',
  positionals: ORDER,
  options: {
    operation: { value: '<method>', rule: oneOf(METHODS), required: true, help: listed(METHODS) },
    'transaction-id': {
      value: '<id>',
      help: 'one transaction of a recurring payment, with purchase (default: the latest)',
    },
  },
  notes: 'The response is applied like a webhook: it completes a payment whose webhook was lost.',
  examples: [
    [
      'resend A-1001 --operation purchase',
      'For a payment that stays pending although the customer has paid.',
    ],
  ],
  async run({ values, positionals: [orderId = ''] }, { api, print }) {
    const body = { operation: values.operation, transactionId: values['transaction-id'] };
    return print(
      await api.post(`/orders/${encodeURIComponent(orderId)}/resend`, resentSchema, body),
      resentText,
    );
  },
});

/** Texts for known results; others are shown as the API names them. */
const RESULTS: Readonly<Record<string, string>> = {
  applied: 'new, and applied',
  copy: 'already known',
  unchanged: 'already known, or older than the current state',
  'in-review': 'it contradicts the request or an earlier report and needs review (`pay-form review`)',
};

function resentText({ result, payment, operation }: z.infer<typeof resentSchema>): string {
  const shown = RESULTS[result] ?? plain(result);
  return `The gateway's report: ${shown}\n${paymentText(payment)}${operation ? operationText(operation) : ''}`;
}

interface Given {
  values: Partial<
    Record<'amount' | 'comment' | 'payment-id' | 'receipt-delivery' | 'key', string | undefined>
  > & {
    split?: string[] | undefined;
  };
  positionals: string[];
  argv: readonly string[];
}

/**
 * Moves money, once per Idempotency-Key. Prints beforehand what it does, and after a lost answer how to repeat it.
 * @param whole what is moved without an amount, as in "refund the remaining amount of order A-1"
 */
async function operate(
  { terminal, api, expecting, print }: Session,
  { values, positionals: [orderId = ''], argv }: Given,
  method: OperationMethod,
  whole: string,
): Promise<number> {
  const { amount, comment } = values;
  const split = values.split?.map(shareOf);
  const key = values.key ?? terminal.newKey();
  const moved = amount ?? (split ? `${split.length} ${split.length === 1 ? 'share' : 'shares'}` : whole);
  terminal.say(`Requesting: ${method} ${moved} of order ${orderId}. Idempotency-Key: ${key}\n`);
  const repetition = ['pay-form', method, ...(values.key ? [] : ['--key', key]), ...argv];
  expecting({
    whether: `the ${method} was made`,
    remedy: `Repeat it with --key ${key}; it is then done at most once:\n  ${shellText(repetition)}`,
  });
  const answer = await api.post(
    `/orders/${encodeURIComponent(orderId)}/${method}`,
    operationViewSchema,
    { amount, split, comment, paymentId: values['payment-id'], receiptDelivery: values['receipt-delivery'] },
    key,
  );
  print(answer, operationText);
  if (answer.value.status === 'success') return EXIT.done;
  if (answer.value.status === 'failure') return EXIT.failed;
  const look = shellText(['pay-form', 'orders', orderId]);
  terminal.say(`See \`${look}\` for the outcome; a ${method} with a new key would be a second one.\n`);
  return EXIT.open;
}

/**
 * The share of `--split <uuid>=<amount>`.
 * @throws UsageError for any other form; the API decides whether it is valid
 */
function shareOf(text: string): ShareView {
  const [subMerchantId, amount, ...more] = text.split('=').map((part) => part.trim());
  if (!subMerchantId || !amount || more.length > 0) {
    throw new UsageError(
      '--split must be <uuid>=<decimal>, such as 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11=70.00.',
    );
  }
  return { subMerchantId, amount };
}

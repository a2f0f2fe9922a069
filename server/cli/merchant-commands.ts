import * as answers from '../contract/merchant-api.ts';
import * as parameters from '../contract/merchant-parameters.ts';
import * as requests from '../contract/merchant-requests.ts';
import type { Change, Given, MerchantCommand } from './merchant-command.ts';
import { ruleOf } from './merchant-options.ts';
import { shellText } from './text.ts';

const KEY = {
  key: {
    value: '<key>',
    rule: ruleOf(
      parameters.idempotencyKeySchema,
      '8 to 128 letters, digits and . _ : - without a card number',
    ),
    help: 'the Idempotency-Key of an identical call whose response was lost (default: a new key)',
  },
};

/**
 * Moves money, once per Idempotency-Key: says beforehand what it does, and after a lost answer how to repeat it.
 * @param whole what is moved without an amount
 */
const moving = (method: string, whole: string) => ({
  more: KEY,
  answer: answers.operationViewSchema,
  aim: 'success' as const,
  change({ id, values, key, argv }: Given): Change {
    const { amount, split } = values;
    const shares = Array.isArray(split) && `${split.length} ${split.length === 1 ? 'share' : 'shares'}`;
    const moved = typeof amount === 'string' ? amount : shares || whole;
    const repetition = ['pay-form', method, ...(values['key'] ? [] : ['--key', key]), ...argv];
    return {
      doing: `${method} ${moved} of order ${id}. Idempotency-Key: ${key}`,
      whether: `the ${method} was made`,
      remedy: `Repeat it with --key ${key}; it is then done at most once:\n  ${shellText(repetition)}`,
      ifOpen: `See \`${shellText(['pay-form', 'orders', id])}\` for the outcome; a ${method} with a new key would be a second one.`,
    };
  },
});

/** Says what is resolved, and that nobody is asked. */
const resolving = (kind: 'payment' | 'operation') => ({
  help: {
    status: 'its outcome: success or failure',
    comment: 'the reason; stored in the order’s timeline',
    amount: 'the amount that it moved, if the gateway has reported two',
  },
  change: ({ id, values: { status } }: Given): Change => ({
    doing: `resolve ${kind} ${id} as ${String(status)}. The gateway is not queried.`,
    whether: `the ${kind} was resolved`,
    remedy: 'Repeat the command: resolving twice is safe.',
  }),
});

const FIRST = `if the gateway cannot report its outcome. Look it up in the gateway's portal first: this command does not query the gateway.`;

const OUTPUT = 'output file (-: standard output';
const FORCE = { force: { help: 'overwrite an existing file' } };

const ACCOUNTS = {
  operation: 'GET /api/balances/accounts',
  answer: answers.pageOf(answers.accountViewSchema),
  none: 'No accounts found.',
};

/** One row for each operation, in the order of the help text. */
export const MERCHANT_COMMANDS: readonly MerchantCommand[] = [
  {
    name: 'orders create',
    summary: 'Creates an order and prints the address of its payment page',
    operation: 'POST /api/orders',
    body: requests.newOrderSchema,
    only: ['id', 'amount', 'currency', 'description', 'method', 'returnUrl', 'expiresIn'],
    help: {
      id: 'your order id: 1 to 32 letters, digits and . _ -',
      amount: 'for example 24.50',
      currency: 'ISO 4217, for example EUR',
      description: 'what the customer pays for',
      method: 'purchase (default), auth or lookup',
      returnUrl: 'where the customer is sent after the payment',
      expiresIn: 'how long the page is valid, in seconds (default: one day)',
    },
    more: {
      file: {
        value: '<file>',
        help: 'the order as JSON, with any of its fields (-: standard input); the options above override it',
      },
    },
    answer: answers.mintedOrderSchema,
    prints: 'url',
    change: () => ({
      whether: 'the order was created',
      remedy: 'Repeat the command: creating the same order twice is safe, because it is paid only once.',
    }),
    notes: `Needs --id, --amount, --currency and --description, or --file. Standard output contains only the address; with --json
also the order token.`,
    examples: [
      'orders create --id A-1001 --amount 24.50 --currency EUR --description "Clay mug"  # Send the address to your customer.',
      'orders create --file order.json --id A-1002  # Takes all other fields from the file: customer, split, products, …',
    ],
  },
  {
    name: 'orders',
    summary: 'Shows an order with its history, or lists payments',
    operation: 'GET /api/payments',
    query: parameters.listQuery,
    answer: answers.pageOf(answers.paymentViewSchema),
    one: { operation: 'GET /api/orders/{orderId}', answer: answers.orderViewSchema },
    none: 'No payments found. An order appears here once somebody has begun to pay.',
    notes: 'To show an order whose id is "create", use `pay-form orders -- create`.',
    examples: [
      'orders A-1001  # Its payments, operations and timeline, what can be done now, and what needs review.',
      'orders --status unknown  # Payments whose outcome is not known yet.',
      'orders --from 2026-11-01 --to 2026-12-01 --all --json  # All payments of a month, for a script.',
    ],
  },
  {
    ...moving('capture', 'the full amount'),
    name: 'capture',
    summary: 'Captures an authorized payment, in full or in part',
    operation: 'POST /api/orders/{orderId}/capture',
    body: requests.captureSchema,
    help: { amount: 'amount to capture (default: the full authorized amount)' },
    notes: 'A partial capture voids the rest of the authorization.',
    examples: [
      'capture A-1001  # Captures the full authorized amount of order A-1001.',
      'capture A-1001 --amount 18.00 --comment "sold out"  # Captures part of it; the rest is released.',
    ],
  },
  {
    ...moving('void', 'the authorization'),
    name: 'void',
    summary: 'Voids an authorized payment, always in full',
    operation: 'POST /api/orders/{orderId}/void',
    body: requests.voidSchema,
    examples: ['void A-1001 --comment "sold out"  # Nothing is charged to the card.'],
  },
  {
    ...moving('refund', 'the remaining amount'),
    name: 'refund',
    summary: 'Refunds a purchase or capture, in full or in part',
    operation: 'POST /api/orders/{orderId}/refund',
    body: requests.refundSchema,
    help: { amount: 'amount to refund (default: the remaining amount)' },
    examples: [
      'refund A-1001  # Refunds the remaining amount of order A-1001.',
      'refund A-1001 --amount 5.00 --comment "scratched"  # Refunds part of it.',
      'refund A-1001 --amount 5.00 --split 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11=5.00  # Refunds part of one sub-merchant’s share of a split purchase.',
    ],
  },
  {
    name: 'cancel',
    summary: 'Cancels an unpaid hosted payment, so that it can no longer be paid',
    operation: 'POST /api/orders/{orderId}/cancel',
    answer: answers.paymentViewSchema,
    // The status of a cancelled payment.
    aim: 'failure',
    change: ({ id }) => ({
      doing: `cancel the hosted payment of order ${id}.`,
      whether: 'the payment was cancelled',
      remedy: `See \`${shellText(['pay-form', 'orders', id])}\`; repeating the command is safe.`,
    }),
    examples: ['cancel A-1001  # The customer left the hosted page of order A-1001.'],
  },
  {
    name: 'resend',
    summary: 'Queries the state of an operation at the gateway, and has its webhook sent again',
    operation: 'POST /api/orders/{orderId}/resend',
    body: requests.resendSchema,
    answer: answers.resentSchema,
    notes: 'The response is applied like a webhook: it completes a payment whose webhook was lost.',
    examples: [
      'resend A-1001 --operation purchase  # For a payment that stays pending although the customer has paid.',
    ],
  },
  {
    name: 'review',
    summary: 'Lists everything that needs manual review, oldest first',
    operation: 'GET /api/review',
    query: parameters.reviewQuery,
    answer: answers.pageOf(answers.reviewViewSchema),
    none: 'Nothing needs review.',
    notes: `Each line has the reason and the API calls that resolve it: \`pay-form resolve\` for an uncertain outcome,
\`pay-form refund\` or \`pay-form void\` for money that was taken but pays no order.`,
    examples: [
      'review  # Every morning, and whenever pay_orders_review in /metrics is above 0.',
      'review --all --json  # The complete list, for a script.',
    ],
  },
  {
    ...resolving('payment'),
    name: 'resolve',
    summary: 'Resolves a payment manually that is unknown or in review',
    operation: 'POST /api/payments/{paymentId}/resolve',
    body: requests.resolveSchema,
    answer: answers.paymentViewSchema,
    notes: `Only for a payment that is unknown or in review,\n${FIRST}`,
    examples: [
      'resolve 5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11 --status failure --comment "not in the portal, 21 Nov, O. K."  # The customer may try again afterwards.',
    ],
  },
  {
    ...resolving('operation'),
    name: 'resolve operation',
    summary: 'Resolves an operation manually that is open or in review',
    operation: 'POST /api/operations/{operationId}/resolve',
    body: requests.resolveOperationSchema,
    answer: answers.operationViewSchema,
    notes: `Only for a capture, void or refund that stays open or is in review,\n${FIRST}`,
    examples: [
      'resolve operation c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10 --status success --comment "in the portal, 21 Nov, O. K."  # Other operations on the payment may follow afterwards.',
    ],
  },
  {
    name: 'messages',
    summary: 'Lists messages to your webhook, newest first',
    operation: 'GET /api/messages',
    query: parameters.messagesQuery,
    help: { state: 'waiting, or failed: no delivery has succeeded yet' },
    answer: answers.pageOf(answers.messageViewSchema),
    none: 'No messages found.',
    notes: 'A failed message is retried automatically until your server answers 2xx.',
    examples: ['messages --state failed  # Lists messages that your server did not accept, and why.'],
  },
  {
    name: 'messages send',
    summary: 'Sends a message to your webhook again, delivered or not',
    operation: 'POST /api/messages/{id}/send',
    answer: answers.messageViewSchema,
    change: () => ({
      whether: 'the message will be sent again',
      remedy: 'Repeat the command: your server recognizes the message by its id.',
    }),
    notes:
      'The companion sends it within about a second. The response shows the current state of the message.',
    examples: ['messages send msg_5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11  # Your server lost the message.'],
  },
  {
    ...ACCOUNTS,
    name: 'balances',
    summary: 'Shows the balances of accounts, as the gateway reports them',
    examples: ['balances  # All accounts.'],
  },
  {
    ...ACCOUNTS,
    name: 'balances accounts',
    summary: 'Shows the balance of one account, or of all',
    one: { operation: 'GET /api/balances/accounts/{id}', answer: answers.accountViewSchema },
    examples: ['balances accounts 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11  # One account.'],
  },
  {
    name: 'balances terminals',
    summary: 'Shows the balances of terminals, as the gateway reports them',
    operation: 'GET /api/balances/terminals',
    answer: answers.terminalsViewSchema,
    one: { operation: 'GET /api/balances/terminals/{id}', answer: answers.terminalViewSchema },
    none: 'No terminals found.',
    examples: ['balances terminals 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11  # One terminal.'],
  },
  {
    name: 'receipt',
    summary: 'Saves the receipt of an order to a file',
    operation: 'GET /api/orders/{orderId}/receipt',
    query: parameters.receiptQuery,
    more: {
      output: { value: '<file>', help: `${OUTPUT}; default: receipt-<orderId>.html or .pdf)` },
      ...FORCE,
    },
    // Order ids contain no characters with a meaning in paths; the API refuses others.
    fileName: (id, format) =>
      `receipt-${id.replaceAll(/[^\w.-]/g, '_')}.${format === 'html' ? 'html' : 'pdf'}`,
    examples: [
      'receipt A-1001 --format pdf  # Saves it as receipt-A-1001.pdf.',
      'receipt A-1001 --format html --output - | lynx -stdin  # Pipes it to another program.',
    ],
  },
  {
    name: 'receipts',
    summary: 'Saves all receipts of a day as a ZIP file',
    operation: 'GET /api/receipts/{date}',
    query: parameters.dayQuery,
    more: { output: { value: '<file>', required: true, help: `${OUTPUT})` }, ...FORCE },
    notes: 'Receipts of split purchases are not included: fetch them one by one with `pay-form receipt`.',
    examples: [
      'receipts 2026-11-20 --format pdf --output receipts-2026-11-20.zip  # All receipts of one day.',
      'receipts 2026-11-20 --format signed_pdf --method credit --output credit.zip  # All credit references of that day.',
    ],
  },
];

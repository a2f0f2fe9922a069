import type { z } from 'zod';
import * as answers from '../contract/merchant-api.ts';
import * as parameters from '../contract/merchant-parameters.ts';
import * as requests from '../contract/merchant-requests.ts';
import type { Options } from './arguments.ts';
import type { CommandSpec } from './command.ts';

/** A command of the merchant API: an operation of its description, and what people are told about it. */
export interface MerchantCommand
  extends Pick<CommandSpec<Options>, 'name' | 'summary' | 'notes' | 'examples'> {
  /** as described: "POST /api/orders/{orderId}/refund"; the parameter of its path stands first */
  operation: string;
  /** its parameters and the fields of its body: the options */
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** the fields that are options, if not all */
  only?: readonly string[];
  /** in the place of the descriptions of fields */
  help?: Readonly<Record<string, string>>;
  /** the fields may come from a JSON file: the help of this option */
  fromFile?: string;
  /** it moves money, once per Idempotency-Key: what it moves without an amount */
  moves?: string;
  /** the answer; without one it is a file */
  answer?: z.ZodType;
  /** a list that also comes as CSV */
  csv?: true;
  /** the only field that is printed */
  prints?: string;
  /** the operation for one item of the list, if its id is given */
  one?: { operation: string; answer: z.ZodType };
  /** the name of the file if none is given */
  fileName?: (id: string, format: string) => string;
  /** the status of the answer that means done; without one every answer does */
  aim?: 'success' | 'failure';
}

const PORTAL = `if the gateway cannot report its outcome. Look it up in the gateway's portal first: this command does not query the gateway.`;

const ACCOUNTS = {
  operation: 'GET /api/balances/accounts',
  answer: answers.pageOf(answers.accountViewSchema),
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
    fromFile: 'the order as JSON, with any of its fields (-: standard input); the options above override it',
    answer: answers.mintedOrderSchema,
    prints: 'url',
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
    answer: answers.pageOf(answers.listedPaymentSchema),
    one: { operation: 'GET /api/orders/{orderId}', answer: answers.orderViewSchema },
    notes: `An order is listed once somebody has begun to pay. To show an order whose id is "create" or "close",
use \`pay-form orders -- create\`.`,
    examples: [
      'orders A-1001  # Its payments, operations and timeline, what can be done now, and what needs review.',
      'orders --status unknown  # Payments whose outcome is not known yet.',
      'orders --from 2026-11-01 --to 2026-12-01 --all --json  # All payments of a month, for a script.',
    ],
  },
  {
    name: 'payments',
    summary: 'Lists payments, with what was captured and refunded of each',
    operation: 'GET /api/payments',
    query: parameters.listQuery,
    answer: answers.pageOf(answers.listedPaymentSchema),
    csv: true,
    examples: [
      'payments --from 2026-11-25 --to 2026-11-26  # All payments of a day (UTC).',
      'payments --from 2026-11-01 --to 2026-12-01 --csv  # For a spreadsheet: a whole month as CSV.',
    ],
  },
  {
    name: 'operations',
    summary: 'Lists captures, voids and refunds, also those made in the gateway’s portal',
    operation: 'GET /api/operations',
    query: parameters.operationsQuery,
    answer: answers.pageOf(answers.operationViewSchema),
    csv: true,
    examples: [
      'operations --method refund --from 2026-11-25 --to 2026-11-26  # All refunds of a day (UTC).',
      'operations --from 2026-11-01 --to 2026-12-01 --csv  # The same of captures, voids and refunds.',
    ],
  },
  {
    name: 'capture',
    summary: 'Captures an authorized payment, in full or in part',
    operation: 'POST /api/orders/{orderId}/capture',
    body: requests.captureSchema,
    moves: 'the full amount',
    answer: answers.operationViewSchema,
    aim: 'success',
    notes: 'A partial capture voids the rest of the authorization.',
    examples: [
      'capture A-1001  # Captures the full authorized amount of order A-1001.',
      'capture A-1001 --amount 18.00 --comment "sold out"  # Captures part of it; the rest is released.',
    ],
  },
  {
    name: 'void',
    summary: 'Voids an authorized payment, always in full',
    operation: 'POST /api/orders/{orderId}/void',
    body: requests.voidSchema,
    moves: 'the authorization',
    answer: answers.operationViewSchema,
    aim: 'success',
    examples: ['void A-1001 --comment "sold out"  # Nothing is charged to the card.'],
  },
  {
    name: 'refund',
    summary: 'Refunds a purchase or capture, in full or in part',
    operation: 'POST /api/orders/{orderId}/refund',
    body: requests.refundSchema,
    moves: 'the remaining amount',
    answer: answers.operationViewSchema,
    aim: 'success',
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
    examples: ['cancel A-1001  # The customer left the hosted page of order A-1001.'],
  },
  {
    name: 'orders close',
    summary: 'Closes an order, so that it takes no further payment',
    operation: 'POST /api/orders/{orderId}/close',
    answer: answers.orderViewSchema,
    notes: `An unpaid hosted page is cancelled at the gateway. A payment in progress ends as it ends, and pays the order if it
succeeds. \`pay-form orders create\` with the same id opens the order again.`,
    examples: ['orders close A-1001  # Its payment link and its order tokens no longer work.'],
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
    notes: `Each line has the reason and the API calls that resolve it: \`pay-form resolve\` for an uncertain outcome,
\`pay-form refund\` or \`pay-form void\` for money that was taken but pays no order.`,
    examples: [
      'review  # Every morning, and whenever pay_orders_review in /metrics is above 0.',
      'review --all --json  # The complete list, for a script.',
    ],
  },
  {
    name: 'resolve',
    summary: 'Resolves a payment manually that is unknown or in review',
    operation: 'POST /api/payments/{paymentId}/resolve',
    body: requests.resolveSchema,
    answer: answers.paymentViewSchema,
    notes: `Only for a payment that is unknown or in review,\n${PORTAL}`,
    examples: [
      'resolve 5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11 --status failure --comment "not in the portal, 21 Nov, O. K."  # The customer may try again afterwards.',
    ],
  },
  {
    name: 'resolve operation',
    summary: 'Resolves an operation manually that is open or in review',
    operation: 'POST /api/operations/{operationId}/resolve',
    body: requests.resolveOperationSchema,
    answer: answers.operationViewSchema,
    notes: `Only for a capture, void or refund that stays open or is in review,\n${PORTAL}`,
    examples: [
      'resolve operation c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10 --status success --comment "in the portal, 21 Nov, O. K."  # Other operations on the payment may follow afterwards.',
    ],
  },
  {
    name: 'messages',
    summary: 'Lists messages to your webhook, newest first',
    operation: 'GET /api/messages',
    query: parameters.messagesQuery,
    answer: answers.pageOf(answers.messageViewSchema),
    notes: 'A failed message is retried automatically until your server answers 2xx.',
    examples: ['messages --state failed  # Lists messages that your server did not accept, and why.'],
  },
  {
    name: 'messages send',
    summary: 'Sends a message to your webhook again, delivered or not',
    operation: 'POST /api/messages/{id}/send',
    answer: answers.messageViewSchema,
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
    examples: ['balances terminals 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11  # One terminal.'],
  },
  {
    name: 'receipt',
    summary: 'Saves the receipt of an order to a file',
    operation: 'GET /api/orders/{orderId}/receipt',
    query: parameters.receiptQuery,
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
    notes: 'Receipts of split purchases are not included: fetch them one by one with `pay-form receipt`.',
    examples: [
      'receipts 2026-11-20 --format pdf --output receipts-2026-11-20.zip  # All receipts of one day.',
      'receipts 2026-11-20 --format signed_pdf --method credit --output credit.zip  # All credit references of that day.',
    ],
  },
];

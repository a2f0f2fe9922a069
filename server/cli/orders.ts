import { readFile } from 'node:fs/promises';
import { mintedOrderSchema, orderViewSchema, pageOf, paymentViewSchema } from '../contract/merchant-api.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../contract/words.ts';
import { errorCode } from '../gateway/failure.ts';
import { missing, UsageError } from './arguments.ts';
import { PAGE_OPTIONS, printList } from './list-pages.ts';
import { merchantCommand } from './merchant-command.ts';
import { CURRENCY, DECIMAL, listed, MOMENT, oneOf, ORDER_ID, wholeNumber } from './value-rules.ts';
import { orderText, paymentsTable } from './views.ts';
import type { Terminal } from './terminal.ts';

const PAYMENTS = {
  path: '/payments',
  schema: pageOf(paymentViewSchema),
  textOf: paymentsTable,
};

/** `GET /api/orders/{orderId}`, and `GET /api/payments` without an order. */
export const orders = merchantCommand({
  name: 'orders',
  summary: 'Shows an order with its history, or lists payments',
  positionals: ['[orderId]'],
  options: {
    status: { value: '<status>', rule: oneOf(PAYMENT_STATUSES), help: listed(PAYMENT_STATUSES) },
    from: {
      value: '<time>',
      rule: MOMENT,
      help: 'created at or after this time: 2026-11-01 (UTC), or 2026-11-01T08:00:00Z',
    },
    to: { value: '<time>', rule: MOMENT, help: 'created before this time' },
    limit: { value: '<number>', rule: wholeNumber(1, 100), help: 'payments per page, at most 100' },
    ...PAGE_OPTIONS,
  },
  notes: 'To show an order whose id is "create", use `pay-form orders -- create`.',
  examples: [
    ['orders A-1001', 'Its payments, operations and timeline, what can be done now, and what needs review.'],
    ['orders --status unknown', 'Payments whose outcome is not known yet.'],
    ['orders --from 2026-11-01 --to 2026-12-01 --all --json', 'All payments of a month, for a script.'],
  ],
  async run({ values: { all, status, from, to, limit, cursor }, positionals: [orderId] }, session) {
    const query = { status, from, to, limit, cursor };
    const isFiltered = Object.values(query).some((value) => value !== undefined);
    if (orderId === undefined) {
      const none = isFiltered
        ? 'No payments found.'
        : 'No payments yet. Orders appear here once somebody has begun to pay.';
      return printList(session, { ...PAYMENTS, query, none }, all);
    }
    if (all || isFiltered) throw new UsageError('List options cannot be combined with an <orderId>.');
    const path = `/orders/${encodeURIComponent(orderId)}`;
    return session.print(await session.api.get(path, orderViewSchema), orderText);
  },
});

/** `POST /api/orders` */
export const createOrder = merchantCommand({
  name: 'orders create',
  summary: 'Creates an order and prints the address of its payment page',
  options: {
    id: { value: '<id>', rule: ORDER_ID, help: 'your order id: 1 to 32 letters, digits and . _ -' },
    amount: { value: '<decimal>', rule: DECIMAL, help: 'for example 24.50' },
    currency: { value: '<code>', rule: CURRENCY, help: 'ISO 4217, for example EUR' },
    description: { value: '<text>', help: 'what the customer pays for' },
    method: {
      value: '<method>',
      rule: oneOf(PAYMENT_METHODS),
      help: 'purchase (default), auth or lookup',
    },
    'return-url': { value: '<address>', help: 'where the customer is sent after the payment' },
    'expires-in': {
      value: '<seconds>',
      rule: wholeNumber(60, 31_536_000),
      help: 'how long the page is valid (default: one day)',
    },
    file: {
      value: '<file>',
      help: 'the order as JSON, with any of its fields (-: standard input); the options above override it',
    },
  },
  notes: `Needs --id, --amount, --currency and --description, or --file. Standard output contains only the address; with --json
also the order token.`,
  examples: [
    [
      'orders create --id A-1001 --amount 24.50 --currency EUR --description "Clay mug"',
      'Send the address to your customer.',
    ],
    [
      'orders create --file order.json --id A-1002',
      'Takes all other fields from the file: customer, split, products, …',
    ],
  ],
  async run({ values }, { api, terminal, expecting, print }) {
    const { file, id, amount, currency, description, method, 'return-url': returnUrl } = values;
    const expiresIn = values['expires-in'] && Number(values['expires-in']);
    const given = { id, amount, currency, description, method, returnUrl, expiresIn };
    const order = {
      ...(file === undefined ? complete(values) : await readOrder(file, terminal)),
      ...defined(given),
    };
    expecting({
      whether: 'the order was created',
      remedy: 'Repeat the command: creating the same order twice is safe, because it is paid only once.',
    });
    return print(await api.post('/orders', mintedOrderSchema, order), ({ url }) => `${url}\n`);
  },
});

/** @throws UsageError if an option is missing that an order without a file needs */
function complete(values: Readonly<Record<string, unknown>>): object {
  for (const name of ['id', 'amount', 'currency', 'description']) {
    if (values[name] === undefined) throw missing(name);
  }
  return {};
}

/** An omitted option must not remove a value of the file. */
function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function readOrder(file: string, terminal: Terminal): Promise<object> {
  const text = file === '-' ? await terminal.readStdin() : await readText(file);
  try {
    const order: unknown = JSON.parse(text);
    if (typeof order === 'object' && order !== null && !Array.isArray(order)) return order;
  } catch {
    // Reported below: the parser's own message quotes the file.
  }
  throw new UsageError('--file must contain one order as a JSON object.');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--file cannot be read (${errorCode(error)}).`);
  }
}

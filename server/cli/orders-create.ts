import { readFile } from 'node:fs/promises';
import { mintedOrderSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { UsageError } from './usage-error.ts';
import { CURRENCY, DECIMAL, oneOf, ORDER_ID, wholeNumber } from './value-rules.ts';
import type { World } from './world.ts';

/** `POST /api/orders` */
export const createOrder = merchantCommand({
  name: 'orders create',
  summary: 'Creates an order and prints the address of its payment page',
  usage: [
    'orders create --id <id> --amount <decimal> --currency <code> --description <text> [options]',
    'orders create --file <order.json> [options]',
  ],
  options: {
    id: {
      type: 'string',
      value: '<id>',
      rule: ORDER_ID,
      help: 'your order id: 1 to 32 letters, digits and . _ -',
    },
    amount: { type: 'string', value: '<decimal>', rule: DECIMAL, help: 'for example 24.50' },
    currency: { type: 'string', value: '<code>', rule: CURRENCY, help: 'ISO 4217, for example EUR' },
    description: { type: 'string', value: '<text>', help: 'what the customer pays for' },
    method: {
      type: 'string',
      value: '<method>',
      rule: oneOf(['purchase', 'auth', 'lookup']),
      help: 'purchase (default), auth or lookup',
    },
    'return-url': {
      type: 'string',
      value: '<address>',
      help: 'where the customer is sent after the payment',
    },
    'expires-in': {
      type: 'string',
      value: '<seconds>',
      rule: wholeNumber(60, 31_536_000),
      help: 'how long the page is valid (default: one day)',
    },
    file: {
      type: 'string',
      value: '<file>',
      help: 'the order as JSON, with any of its fields (-: standard input); the options above override it',
    },
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: {
    id: '--id',
    amount: '--amount',
    currency: '--currency',
    description: '--description',
    method: '--method',
    returnUrl: '--return-url',
    expiresIn: '--expires-in',
  },
  notes: 'Standard output contains only the address; with --json also the order token.',
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
  async run({ values }, { api, world }, expecting) {
    const { file, json, url: _, 'return-url': returnUrl, 'expires-in': seconds, ...fields } = values;
    const onTop = { ...fields, returnUrl, ...(seconds !== undefined && { expiresIn: Number(seconds) }) };
    const order = { ...(file !== undefined && (await readOrder(file, world))), ...given(onTop) };
    expecting({
      whether: 'the order was created',
      remedy: 'Repeat the command: creating the same order twice is safe, because it is paid only once.',
    });
    const { value, text } = await api.post('/orders', mintedOrderSchema, order);
    if (json) await printJson(world, text);
    else await world.stdout.write(`${value.url}\n`);
    return EXIT.done;
  },
});

/** An omitted option must not remove a value of the file. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function readOrder(file: string, world: World): Promise<object> {
  const text = file === '-' ? await world.readStdin() : await readText(file);
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new UsageError(`--file cannot be read (${code}).`);
  }
}

import { z } from 'zod';
import { pairs, shortTime, table } from './text.ts';

/** The columns of tables, by what their rows are. Everything else of an answer is shown as names and values. */
const COLUMNS = {
  payments:
    'createdAt orderId method mode status amount currency captured refunded id statusCode statusDescription',
  operations: 'createdAt orderId method status amount currency id statusCode statusDescription',
  review: 'since orderId reason field paymentId operationId calls',
  events: 'at type method status statusCode source result paymentId operationId comment',
  messages: 'createdAt orderId type state attempts id lastError',
  accounts: 'id name available rollingReserve currency',
  terminals: 'id name available currency',
  failed: 'id message',
} as const;
type Rows = keyof typeof COLUMNS;

/** What a reader on call must know about a status, or about the result of a report. */
const MEANING = new Map([
  ['init', 'in progress at the gateway; a webhook will report the outcome'],
  ['pending', 'in progress at the gateway; a webhook will report the outcome'],
  ['unknown', 'not known yet: the gateway gave no valid response. The companion keeps polling'],
  ['in-review', 'it contradicts the request or an earlier report and needs review: see `pay-form review`'],
]);

type Fields = Readonly<Record<string, unknown>>;
const fieldsSchema = z.record(z.string(), z.unknown());
const shareSchema = z.object({ subMerchantId: z.string(), amount: z.string() });
const callSchema = z.object({
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
  shares: z.array(shareSchema).nullable(),
});

/**
 * An answer of the merchant API in plain text.
 * @param operation that answered; its path ends with what the items of a page are
 */
export function answerText(answer: unknown, operation: string): string {
  const rows = operation.split('/').at(-1) ?? '';
  const { data: items, nextCursor: _, ...fields } = fieldsSchema.parse(answer);
  const scalars = pairs(Object.entries(fields).flatMap(linesOf));
  const parts = Object.entries(fields).map(([name, value]) => sectionOf(name, value));
  const page = isRows(rows) && Array.isArray(items) && items.length > 0 ? tableOf(items, rows) : '';
  return [page, scalars, ...parts].filter(Boolean).join('\n');
}

const isRows = (name: string): name is Rows => Object.hasOwn(COLUMNS, name);

/** A list or an object inside an answer, under its name. */
function sectionOf(name: string, value: unknown): string {
  const title = wordsOf(name).replace(/^./, (letter) => letter.toUpperCase());
  if (Array.isArray(value)) {
    return isRows(name) && value.length > 0 ? `${title}\n${tableOf(value, name)}` : '';
  }
  const fields = fieldsSchema.safeParse(value).data;
  return fields ? `${title}\n${pairs(Object.entries(fields).flatMap(linesOf))}` : '';
}

function tableOf(items: readonly unknown[], rows: Rows): string {
  const names = COLUMNS[rows].split(' ');
  const cells = items
    .map((item) => fieldsSchema.parse(item))
    .map((item): Fields => ({ ...item, ...fieldsSchema.safeParse(item['balances']).data }))
    .map((item) => names.map((name) => cellOf(item[name])));
  return table(
    names.map((name) => wordsOf(name).toUpperCase()),
    cells,
  );
}

/** A field in lines, if it is no list and no object; a split has a line for each share. */
function linesOf([name, value]: [string, unknown]): [string, string][] {
  const shares = z.array(shareSchema).safeParse(value).data;
  if (shares && !isRows(name)) return shares.map((share) => ['share', cellOf(share)]);
  if (value === null || typeof value === 'object') return [];
  const text = cellOf(value);
  const meaning = name === 'status' || name === 'result' ? MEANING.get(text) : undefined;
  return [[wordsOf(name), meaning ? `${text} (${meaning})` : text]];
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  const share = shareSchema.safeParse(value).data;
  if (share) return `${share.amount} for ${share.subMerchantId}`;
  const call = callSchema.safeParse(value).data;
  if (call) return callText(call);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? shortTime(value) : typeof value === 'number' ? String(value) : '';
}

const callText = ({ method, path, body, shares }: z.infer<typeof callSchema>): string =>
  [
    `${method} ${path}`,
    ...(body ? [JSON.stringify(body)] : []),
    ...(shares ?? []).map(({ subMerchantId, amount }) => `(at most ${amount} of ${subMerchantId})`),
  ].join(' ');

/** "status code" for `statusCode`, and other words for people where the API's are short. */
const wordsOf = (name: string): string =>
  WORDS.get(name) ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const WORDS = new Map([
  ['attempts', 'failed deliveries'],
  ['calls', 'resolved by'],
  ['events', 'timeline'],
  ['review', 'needs review'],
]);

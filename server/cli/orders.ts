import type { PaymentView } from '../contract/checkout-api.ts';
import { orderViewSchema, type Page, pageOf, paymentViewSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import type { Query } from './merchant-api.ts';
import { JSON_OPTION, merchantCommand, printJson, type Session, URL_OPTION } from './merchant-command.ts';
import { orderText } from './order-text.ts';
import { segment } from './path-segment.ts';
import { paymentsTable } from './payments-table.ts';
import { plain } from './plain-text.ts';
import { UsageError } from './usage-error.ts';

const LIST_OPTIONS = {
  status: { type: 'string', value: '<status>', help: 'init, pending, success, failure or unknown' },
  from: {
    type: 'string',
    value: '<time>',
    help: 'made then or later: 2026-11-01 (UTC), or 2026-11-01T08:00:00Z',
  },
  to: { type: 'string', value: '<time>', help: 'made before this time' },
  limit: { type: 'string', value: '<number>', help: 'how many at once' },
  cursor: { type: 'string', value: '<cursor>', help: 'the next page, as the page before named it' },
  all: { type: 'boolean', help: 'all pages' },
} as const;

const PAYMENTS = pageOf(paymentViewSchema);
const LARGEST_PAGE = '100';

/** `GET /api/orders/{orderId}`, and `GET /api/payments` without an order. */
export const orders = merchantCommand({
  name: 'orders',
  summary: 'Shows an order with all that happened to it, or lists payments',
  usage: ['orders <orderId> [options]', 'orders [--status …] [--from …] [--to …] [options]'],
  positionals: ['[orderId]'],
  options: { ...LIST_OPTIONS, ...URL_OPTION, ...JSON_OPTION },
  fields: {
    status: '--status',
    from: '--from',
    to: '--to',
    limit: '--limit',
    cursor: '--cursor',
    orderId: '<orderId>',
  },
  notes: 'An order whose id is "create" is shown by `pay-form orders -- create`.',
  examples: [
    ['orders A-1001', 'Its payments, operations and timeline, and what can be done now.'],
    ['orders --status unknown', 'Payments that nobody knows about yet.'],
    ['orders --from 2026-11-01 --to 2026-12-01 --all --json', 'A month, for a script.'],
  ],
  async run({ values, positionals: [orderId] }, session) {
    const { json = false, all = false, status, from, to, limit, cursor } = values;
    const query = { status, from, to, limit, cursor };
    if (orderId === undefined) return list(session, query, all, json);
    if (all || Object.values(query).some((value) => value !== undefined)) {
      throw new UsageError('The options of a list do not go with an <orderId>.');
    }
    const { value, text } = await session.api.get(
      `/orders/${segment(orderId, '<orderId>')}`,
      orderViewSchema,
    );
    if (json) await printJson(session.world, text);
    else await session.world.stdout.write(orderText(value));
    return EXIT.done;
  },
});

async function list(session: Session, query: Query, all: boolean, json: boolean): Promise<number> {
  if (all && query['cursor'] !== undefined) throw new UsageError('--all does not go with --cursor.');
  const { page, text } = all ? await everyPage(session, query) : await onePage(session, query);
  if (json) await printJson(session.world, text);
  else await printPayments(session, page);
  return EXIT.done;
}

async function printPayments({ world }: Session, { data, nextCursor }: Page<PaymentView>): Promise<void> {
  if (data.length > 0) await world.stdout.write(paymentsTable(data));
  else await world.stderr.write('There are no such payments.\n');
  if (nextCursor) await world.stderr.write(`There are more: --cursor ${plain(nextCursor)}, or --all\n`);
}

async function onePage({ api }: Session, query: Query) {
  const { value: page, text } = await api.get('/payments', PAYMENTS, query);
  return { page, text };
}

async function everyPage(session: Session, query: Query) {
  const data: PaymentView[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const { page } = await onePage(session, { ...query, limit: query['limit'] ?? LARGEST_PAGE, cursor });
    data.push(...page.data);
    const next = page.nextCursor;
    // A cursor that comes again would go on for ever.
    if (next === null || seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  const page: Page<PaymentView> = { data, nextCursor: null };
  return { page, text: JSON.stringify(page) };
}

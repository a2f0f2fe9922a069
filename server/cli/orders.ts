import { orderViewSchema, pageOf, paymentViewSchema } from '../contract/merchant-api.ts';
import { listQuery } from '../contract/merchant-parameters.ts';
import { EXIT } from './exit-codes.ts';
import { PAGE_OPTIONS, printList } from './list-pages.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { orderText } from './order-text.ts';
import { segment } from './path-segment.ts';
import { paymentsTable } from './payments-table.ts';
import { UsageError } from './usage-error.ts';
import { listed, MOMENT, oneOf, wholeNumber } from './value-rules.ts';

const STATUSES = listQuery.shape.status.unwrap().options;

const LIST_OPTIONS = {
  status: {
    type: 'string',
    value: '<status>',
    rule: oneOf(STATUSES),
    help: listed(STATUSES),
  },
  from: {
    type: 'string',
    value: '<time>',
    rule: MOMENT,
    help: 'created at or after this time: 2026-11-01 (UTC), or 2026-11-01T08:00:00Z',
  },
  to: { type: 'string', value: '<time>', rule: MOMENT, help: 'created before this time' },
  limit: {
    type: 'string',
    value: '<number>',
    rule: wholeNumber(1, 100),
    help: 'payments per page, at most 100',
  },
  ...PAGE_OPTIONS,
} as const;

const PAYMENTS = {
  path: '/payments',
  schema: pageOf(paymentViewSchema),
  largestPage: '100',
  textOf: paymentsTable,
  none: 'No payments found.',
};

/** `GET /api/orders/{orderId}`, and `GET /api/payments` without an order. */
export const orders = merchantCommand({
  name: 'orders',
  summary: 'Shows an order with its history, or lists payments',
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
  notes: 'To show an order whose id is "create", use `pay-form orders -- create`.',
  examples: [
    ['orders A-1001', 'Its payments, operations and timeline, what can be done now, and what needs review.'],
    ['orders --status unknown', 'Payments whose outcome is not known yet.'],
    ['orders --from 2026-11-01 --to 2026-12-01 --all --json', 'All payments of a month, for a script.'],
  ],
  async run({ values, positionals: [orderId] }, session) {
    const { json, all = false, status, from, to, limit, cursor } = values;
    const query = { status, from, to, limit, cursor };
    if (orderId === undefined) return printList(session, { ...PAYMENTS, query }, { all, json });
    if (all || Object.values(query).some((value) => value !== undefined)) {
      throw new UsageError('List options cannot be combined with an <orderId>.');
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

import type { PaymentView } from '../../contract/checkout-api.ts';
import type {
  ListedPayment,
  MessageView,
  OperationView,
  Page,
  ReviewView,
} from '../../contract/merchant-api.ts';
import type { ListQuery, OperationsQuery } from '../../contract/merchant-parameters.ts';
import { invalid } from '../../contract/problem.ts';
import { iso, reviewItems } from '../order/views.ts';
import { readOrders } from '../orders.ts';
import { CursorError, type Listed, type ListFilter, type OutboxMessage, type PaymentDeps } from '../ports.ts';
import { reviewView } from './order.ts';

/** The lists of the merchant API: payments, what waits for a person, and messages. */

/**
 * Lists payments, newest first.
 * @throws ProblemError `invalid-input`: `invalid` (a cursor)
 */
export const listPayments = (
  deps: PaymentDeps,
  { limit, cursor, ...filter }: ListQuery,
): Promise<Page<ListedPayment>> =>
  page(deps, (place) => deps.store.listPayments({ ...filter, ...place }), cursor, limit);

/**
 * Lists captures, voids and refunds, newest first: also those that were made in the gateway's portal.
 * @throws ProblemError `invalid-input`: `invalid` (a cursor)
 */
export const listOperations = (
  deps: PaymentDeps,
  { limit, cursor, ...filter }: OperationsQuery,
): Promise<Page<OperationView>> =>
  page(deps, (place) => deps.store.listOperations({ ...filter, ...place }), cursor, limit);

type Place = Pick<ListFilter, 'after' | 'limit'>;

async function page<View>(
  deps: Pick<PaymentDeps, 'log'>,
  read: (place: Place) => Promise<Listed<View>>,
  after?: string,
  limit = 50,
): Promise<Page<View>> {
  const { items, damaged, next } = await readPage(() => read({ after, limit }));
  for (const orderId of damaged) deps.log('payment.unreadable', { orderId });
  return { data: items, nextCursor: next };
}

const MOST_AT_ONCE = 500;

/** All of a list, in pages of at most 500, so that a whole day does not have to fit into memory. */
export async function* allOf<Query extends ListQuery, View>(
  list: (deps: PaymentDeps, query: Query) => Promise<Page<View>>,
  deps: PaymentDeps,
  query: Query,
  limit = MOST_AT_ONCE,
): AsyncGenerator<View[]> {
  let { cursor } = query;
  do {
    const { data, nextCursor } = await list(deps, { ...query, cursor, limit });
    yield data;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const MOST_ORDERS = 50;

/**
 * What waits for a person, the longest waiting order first, each with its reason and the API calls that resolve it.
 * @throws ProblemError `invalid-input`: `invalid` (a cursor)
 */
export async function listReview(
  deps: PaymentDeps,
  { cursor }: { cursor?: string | undefined },
): Promise<Page<ReviewView>> {
  const now = deps.clock.now().getTime();
  const filter = { now, after: cursor ?? null, limit: MOST_ORDERS };
  const { items: orderIds, next } = await readPage(() => deps.store.listReview(filter));
  const orders = await readOrders(deps, orderIds);
  const data = orders.flatMap((order) =>
    reviewItems(order.state, now).map((item) => reviewView(deps, order, item)),
  );
  return { data, nextCursor: next };
}

const MOST_MESSAGES = 50;

/** Messages to the merchant, newest first: all, or only those that are waiting or failed. */
export async function listMessages(
  { store }: PaymentDeps,
  { state, cursor }: { state?: 'waiting' | 'failed' | undefined; cursor?: string | undefined },
): Promise<Page<MessageView>> {
  const filter = { state, after: cursor, limit: MOST_MESSAGES };
  const { items, next } = await readPage(() => store.outbox.list(filter));
  return { data: items.map(messageView), nextCursor: next };
}

/** A message as the merchant sees it. */
export function messageView({ body, createdAt, deliveredAt, ...message }: OutboxMessage): MessageView {
  const { type, data } = JSON.parse(body) as { type: MessageView['type']; data: PaymentView | OperationView };
  const times = { createdAt: iso(createdAt), deliveredAt: deliveredAt === null ? null : iso(deliveredAt) };
  return { ...message, type, method: data.method, status: data.status, ...times };
}

/** @throws ProblemError `invalid-input`: `invalid` (a cursor that belongs to no page) */
async function readPage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof CursorError ? invalid('cursor', 'invalid') : error;
  }
}

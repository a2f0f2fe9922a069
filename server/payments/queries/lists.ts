import type { PaymentView } from '../../contract/checkout-api.ts';
import type { MessageView, OperationView, Page, ReviewView } from '../../contract/merchant-api.ts';
import type { ListQuery } from '../../contract/merchant-parameters.ts';
import { invalid } from '../../contract/problem.ts';
import { iso, reviewItems } from '../order/views.ts';
import { readOrders } from '../orders.ts';
import { CursorError, type OutboxMessage, type PaymentDeps } from '../ports.ts';
import { reviewView } from './order.ts';

/** The lists of the merchant API: payments, what waits for a person, and messages. */

/**
 * Lists payments, newest first.
 * @throws ProblemError `invalid-input`: `invalid` (a cursor)
 */
export async function listPayments(
  deps: PaymentDeps,
  { limit = 50, cursor, ...filter }: ListQuery,
): Promise<Page<PaymentView>> {
  const { items, damaged, next } = await readPage(() =>
    deps.store.listPayments({ ...filter, after: cursor, limit }),
  );
  for (const orderId of damaged) deps.log('payment.unreadable', { orderId });
  return { data: items, nextCursor: next };
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

import type { PaymentStatus, PaymentView } from '../../contract/checkout-api.ts';
import type { MessageView, OperationView, Page, ReviewView } from '../../contract/merchant-api.ts';
import { type FieldError, invalid, invalidAll, ProblemError } from '../../contract/problem.ts';
import { iso, reviewItems } from '../order/views.ts';
import { readOrders } from '../orders.ts';
import { CursorError, type OutboxMessage, type PaymentDeps } from '../ports.ts';
import { reviewView } from './order.ts';

/** The lists of the merchant API: payments, what waits for a person, and messages. */

/** Which payments to list, as the route has read it (`listQuery`). */
export interface ListInput {
  /** as shown */
  status?: PaymentStatus | undefined;
  /** created at or after, and before: yyyy-MM-dd (midnight, UTC) or an instant of ISO 8601 */
  from?: string | undefined;
  to?: string | undefined;
  /** a `nextCursor` of an earlier page */
  cursor?: string | undefined;
  /** 1 to 100; default 50 */
  limit?: number | undefined;
}

/**
 * Lists payments, newest first.
 * @throws ProblemError `invalid-input`: `invalid-time`, `before-from`, `invalid` (a cursor)
 */
export async function listPayments(deps: PaymentDeps, input: ListInput): Promise<Page<PaymentView>> {
  const { limit = 50, status, cursor: after } = input;
  const from = input.from === undefined ? undefined : instantOf(input.from);
  const to = input.to === undefined ? undefined : instantOf(input.to);
  const faults: (FieldError | false)[] = [
    from === null && { path: 'from', code: 'invalid-time' },
    to === null && { path: 'to', code: 'invalid-time' },
    !!from && !!to && to < from && { path: 'to', code: 'before-from' },
  ];
  const errors = faults.filter((fault) => fault !== false);
  if (from === null || to === null || errors.length > 0) throw invalidAll(errors);
  const filter = { status, from, to, after, limit };
  const { items, damaged, next } = await readPage(() => deps.store.listPayments(filter));
  logDamaged(deps, damaged);
  return { data: items, nextCursor: next };
}

/** Once per order: a list may be read every few seconds. */
function logDamaged({ damagedViews, log }: PaymentDeps, orderIds: readonly string[]): void {
  for (const orderId of orderIds) {
    if (damagedViews.has(orderId)) continue;
    damagedViews.add(orderId);
    log('payment.unreadable', { orderId });
  }
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

/**
 * Sends a message again, whether it was delivered or not.
 * @throws ProblemError `not-found`
 */
export async function sendMessageAgain({ store, clock }: PaymentDeps, id: string): Promise<MessageView> {
  const message = await store.outbox.sendAgain(id, clock.now().getTime());
  if (!message) throw new ProblemError('not-found', 'Message not found');
  return messageView(message);
}

function messageView({ body, createdAt, deliveredAt, ...message }: OutboxMessage): MessageView {
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

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text of the form yyyy-MM-dd is a calendar day. */
function isDay(text: string): boolean {
  if (!DATE.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A date (midnight, UTC) or an instant with its zone as ISO 8601 in UTC, milliseconds included, so that texts compare
 * as times do; null for anything else.
 */
function instantOf(text: string): string | null {
  if (isDay(text)) return `${text}T00:00:00.000Z`;
  const [, day] = INSTANT.exec(text) ?? [];
  const time = Date.parse(text);
  return day !== undefined && isDay(day) && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}

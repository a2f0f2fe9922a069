import type { OperationProjection, PaymentProjection, Projection } from './ports/store.ts';
import { reviewItems } from './order/review.ts';
import { nextDueAt, reviewAt } from './order/schedule.ts';
import type { OrderState } from './order/state.ts';
import { canRetry, paymentView } from './order/views.ts';

/** What is kept of an order for lookups and lists, as far as a change touches it; `now` in milliseconds since 1970. */
export function projectionOf(
  orderId: string,
  before: OrderState,
  after: OrderState,
  now: number,
): Projection {
  const known = new Set([...before.requests, ...before.operations].map((one) => one.id));
  return {
    order: sameOrder(before, after, now) ? null : orderProjection(after, now),
    payments: payments(orderId, after, new Map(payments(orderId, before).map((one) => [one.view.id, one]))),
    operations: operations(after).filter((one) => !known.has(one.id)),
  };
}

/** All of it, to be made anew; `now` in milliseconds since 1970. */
export function wholeProjection(orderId: string, state: OrderState, now: number): Projection {
  return {
    order: orderProjection(state, now),
    payments: payments(orderId, state),
    operations: operations(state),
  };
}

function orderProjection(state: OrderState, now: number) {
  return {
    createdAt: state.createdAt ?? 0,
    linkId: state.linkId,
    dueAt: nextDueAt(state, now),
    reviewAt: reviewAt(state, reviewItems(state)),
  };
}

/** Where the worker has nothing to do before and after, there is nothing to write either. */
function sameOrder(before: OrderState, after: OrderState, now: number): boolean {
  if (before.createdAt === null) return false;
  const was = orderProjection(before, now);
  const is = orderProjection(after, now);
  return was.dueAt === null && is.dueAt === null && was.linkId === is.linkId && was.reviewAt === is.reviewAt;
}

function payments(
  orderId: string,
  state: OrderState,
  known: ReadonlyMap<string, PaymentProjection> = new Map(),
): PaymentProjection[] {
  const all = state.attempts.map((one) => ({
    gatewayOrderId: one.gatewayOrderId,
    view: paymentView(orderId, one, canRetry(state)),
  }));
  return all.filter(({ view }) => JSON.stringify(known.get(view.id)?.view) !== JSON.stringify(view));
}

function operations({ requests, operations: reported }: OrderState): OperationProjection[] {
  return [
    ...requests.map(({ id, idempotencyKey }) => ({ id, idempotencyKey })),
    ...reported.map(({ id }) => ({ id, idempotencyKey: null })),
  ];
}

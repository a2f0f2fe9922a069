import type { OrderView, ReviewCall, ReviewView } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import { ProblemError } from '../../contract/problem.ts';
import { sumOf } from '../../contract/split.ts';
import { isOfProject } from '../call.ts';
import { pageUrl } from '../paying/create-order.ts';
import type { OrderTerms } from '../order/journal.ts';
import { capturable, openOperation, refundable, voidable } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import { chargedPayment, isCancellable, payingPayment, returnOf } from '../order/paying.ts';
import type { Payment } from '../order/payment.ts';
import { timelineOf } from '../order/timeline.ts';
import {
  iso,
  operationView,
  paymentView,
  type ReviewItem,
  reviewItems,
  reviewOfPayment,
  shareViews,
  shownOperations,
} from '../order/views.ts';
import { readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';

type Deps = Pick<PaymentDeps, 'config' | 'clock'>;

/**
 * Everything known about an order: its payments and operations, what may be done, what waits for a person, and its
 * timeline.
 * @throws ProblemError `order-not-found`
 */
export async function viewOrder(deps: PaymentDeps, orderId: string): Promise<OrderView> {
  const order = await readOrder(deps, orderId);
  const { state, entries } = order;
  if (!state.orderTerms) throw new ProblemError('order-not-found');
  const items = reviewItems(state, deps.clock.now().getTime());
  return {
    order: orderShown(deps, order, state.orderTerms),
    allowed: {
      ...allowedOn(deps, order),
      cancel: state.payments.some((one) => isCancellable(one) && isOfProject(deps, one)),
      close: state.closedAt === null && payingPayment(state) === null,
    },
    payments: state.payments.map((one) => paymentView(order, one)),
    operations: shownOperations(state).map((one) => operationView(order, one)),
    review: items.map((one) => reviewView(deps, order, one)),
    events: timelineOf(entries),
  };
}

function orderShown(
  deps: Deps,
  { orderId, state }: Snapshot,
  { terms, description, customerId }: OrderTerms,
): OrderView['order'] {
  const { amountMinor, currency, method, split } = terms;
  return {
    id: orderId,
    amount: formatAmount(amountMinor, currency),
    currency,
    description,
    customerId,
    method,
    split: split && shareViews(split, currency),
    url: state.linkId && pageUrl(deps, state.linkId),
    createdAt: iso(state.createdAt ?? 0),
    closedAt: state.closedAt === null ? null : iso(state.closedAt),
  };
}

/** The operations that the rules allow now, and their maximum amounts. */
function allowedOn(deps: Deps, { state }: Snapshot): Omit<OrderView['allowed'], 'cancel' | 'close'> {
  const payment = chargedPayment(state);
  if (!payment || !isMovable(deps, state, payment)) return { capture: null, void: false, refund: null };
  const { operations } = state;
  const { currency } = payment.terms;
  const amountOf = (minor: number) => (minor > 0 ? formatAmount(minor, currency) : null);
  return {
    capture: amountOf(capturable(operations, payment, deps.config.overCapturePercent)),
    void: voidable(operations, payment),
    refund: amountOf(refundable(operations, payment).restMinor),
  };
}

function isMovable(deps: Deps, state: Snapshot['state'], payment: Payment): boolean {
  const review = reviewOfPayment(state, payment, deps.clock.now().getTime());
  const isDoubted = review !== null && review.reason !== 'other-terms';
  return !isDoubted && !openOperation(state.operations, payment) && isOfProject(deps, payment);
}

/** An item that waits for a person, with the calls that end it. */
export function reviewView(
  deps: Pick<PaymentDeps, 'config'>,
  order: Snapshot,
  { paymentId, operationId, reason, field, since }: ReviewItem,
): ReviewView {
  const what = operationId === null ? `payments/${paymentId}` : `operations/${operationId}`;
  const resolve = call('resolve', `${what}/resolve`);
  const returned = returnCalls(deps, order, paymentId);
  const calls = {
    'other-terms': [call('update-order', 'orders'), ...returned, resolve],
    duplicate: [...returned, resolve],
  };
  return {
    orderId: order.orderId,
    paymentId,
    operationId,
    reason,
    field,
    since: iso(since),
    calls: reason === 'other-terms' || reason === 'duplicate' ? calls[reason] : [resolve],
  };
}

const call = (action: ReviewCall['action'], path: string): ReviewCall => ({
  action,
  method: 'POST',
  path: `/api/${path}`,
  body: null,
  shares: null,
});

/** The call that returns the rest of a payment; none if only the portal of another project can do so. */
function returnCalls(
  deps: Pick<PaymentDeps, 'config'>,
  { orderId, state }: Snapshot,
  paymentId: string,
): ReviewCall[] {
  const payment = state.payments.find((one) => one.id === paymentId);
  if (!payment || !isOfProject(deps, payment)) return [];
  const { method, amountMinor, split } = returnOf(state, payment);
  if (amountMinor === 0) return [];
  const { currency } = payment.terms;
  const isClear = !split || sumOf(split) === amountMinor;
  return [
    {
      ...call(method, `orders/${orderId}/${method}`),
      body: { paymentId, ...(!isClear && { amount: formatAmount(amountMinor, currency) }) },
      shares: isClear ? null : shareViews(split, currency),
    },
  ];
}

import type { PaymentView } from '../../contract/checkout-api.ts';
import { errorFacts } from '../log-events.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { Snapshot } from '../order/order.ts';
import { isFinal } from '../order/payment.ts';
import { readOrder } from '../orders.ts';
import { addressRange } from '../paying/limits.ts';
import { findPayment, payerView } from '../paying/payer-view.ts';
import type { PaymentDeps } from '../ports.ts';
import type { SignedOrder } from '../paying/saved-cards.ts';

/** Requests that wait for a change of an order. */

export interface WaitOptions {
  /** the longest wait, milliseconds */
  ms: number;
  signal?: AbortSignal | undefined;
  /** the customer's, if known */
  ip?: string;
}

/** Waits until an order meets a condition, or until the time is over. @returns the order after the wait */
async function waitUntil(
  { clock, orderEvents }: Pick<PaymentDeps, 'clock' | 'orderEvents'>,
  order: Snapshot,
  holds: (order: Snapshot) => boolean,
  { ms, signal, ip = '' }: WaitOptions,
): Promise<Snapshot> {
  const end = clock.monotonic() + ms;
  let current = order;
  for (;;) {
    const left = end - clock.monotonic();
    if (holds(current) || left <= 0 || orderEvents.ended || signal?.aborted) return current;
    current = await orderEvents.next(current, left, signal, addressRange(ip));
  }
}

/**
 * If the call of a payment or operation is still in flight (two identical requests at once), waits for its end, or
 * until a webhook has reported its outcome.
 */
export function whenAnswered(deps: PaymentDeps, order: Snapshot, id: string): Promise<Snapshot> {
  const find = ({ state }: Snapshot) => [...state.payments, ...state.operations].find((one) => one.id === id);
  const holds = (current: Snapshot) => {
    const one = find(current);
    return !one?.inFlight || isFinal(one);
  };
  return waitUntil(deps, order, holds, { ms: find(order)?.callMs ?? 0 });
}

/** How long a customer waits for the gateway before a page is shown without its answer. */
const LONGEST_LOOK_MS = 5_000;

/**
 * Waits for the work with the gateway, until the order has changed, but not for long, and not at all if too many wait
 * already. The work goes on meanwhile.
 */
export async function notForLong(
  deps: Pick<PaymentDeps, 'orderEvents' | 'log'>,
  order: Snapshot,
  work: Promise<unknown>,
): Promise<void> {
  const { orderEvents, log } = deps;
  const { orderId } = order;
  const ended = new AbortController();
  const working = work
    .catch((error: unknown) => log('order.poll-failed', { orderId, ...errorFacts(error) }))
    .finally(() => ended.abort());
  if (!hasRoom(deps, orderId)) return;
  await Promise.race([working, orderEvents.next(order, LONGEST_LOOK_MS, ended.signal)]);
}

/**
 * A payment of the token's order, under the id that was asked for: returned immediately if it is final or has changed since `since`, otherwise at its next change
 * or when the time is over.
 * @param since an `updatedAt` of the payment
 * @throws ProblemError `payment-not-found`, `too-many-waiting`
 */
export async function followPayment(
  deps: PaymentDeps,
  signed: SignedOrder,
  paymentId: string,
  { since, ...options }: WaitOptions & { since?: string | undefined },
): Promise<PaymentView> {
  const orderId = signed.order.id;
  const viewOf = (current: Snapshot): PaymentView => {
    const payment = findPayment(current.state, paymentId);
    if (!payment) throw new ProblemError('payment-not-found');
    return { ...payerView(current, payment, signed), id: paymentId };
  };
  const order = await readOrder(deps, orderId);
  const seen = since ?? viewOf(order).updatedAt;
  const holds = (current: Snapshot) => {
    const view = viewOf(current);
    return isFinal(view) || view.updatedAt !== seen;
  };
  if (options.ms > 0 && !holds(order) && !hasRoom(deps, orderId, options.ip))
    throw new ProblemError('too-many-waiting', 'Try again in a moment.', [], RETRY_AFTER_S);
  return viewOf(await waitUntil(deps, order, holds, options));
}

/** Each open page of a customer makes one waiting request, which costs about 100 KB. */
const MOST_OF_ORDER = 100;
const MOST_OF_ADDRESS = 20;
const MOST = 500;
const RETRY_AFTER_S = 5;

function hasRoom({ orderEvents }: Pick<PaymentDeps, 'orderEvents'>, orderId: string, ip = ''): boolean {
  const { order, address, all } = orderEvents.waiting(orderId, addressRange(ip));
  return order < MOST_OF_ORDER && address < MOST_OF_ADDRESS && all < MOST;
}

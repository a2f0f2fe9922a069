import type { PaymentView } from '../../contract/checkout-api.ts';
import { errorFacts } from '../../contract/log-events.ts';
import { ProblemError } from '../../contract/problem.ts';
import { pageUrl } from '../create-order.ts';
import { type MoneyState, moneyState } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import { isFinal } from '../order/payment.ts';
import { paymentView } from '../order/views.ts';
import { findOrder, readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { pollPayment } from '../workers/poll-payment.ts';

/** What a customer sees who comes back from 3-D Secure or the hosted page. */
export interface ReturnedPayment {
  payment: PaymentView;
  /** of a success */
  money: MoneyState | undefined;
  /** the return URL of the order's token, or null */
  returnUrl: string | null;
  /** the last token that the merchant API issued for this order, or null */
  token: string | null;
  /** the order's payment page, if it has one and may be paid again */
  again: string | undefined;
}

/** How long the customer waits for the gateway's answer before the page is shown without it. */
const LONGEST_WAIT_MS = 5_000;

/**
 * The payment of a customer who comes back. Nothing in the request itself is trusted: the gateway is queried.
 * @throws ProblemError `payment-not-found`
 */
export async function returnedPayment(deps: PaymentDeps, paymentId: string): Promise<ReturnedPayment> {
  const found = await findOrder(deps, { kind: 'payment', id: paymentId });
  const known = found?.state.payments.find((one) => one.id === paymentId);
  if (!found || !known) throw new ProblemError('payment-not-found');
  if (!isFinal(known)) await pollWithin(deps, found, paymentId);
  const order = await readOrder(deps, found.orderId);
  const { linkId, operations, payments, token } = order.state;
  const payment = payments.find((one) => one.id === paymentId) ?? known;
  const view = paymentView(order, payment);
  return {
    payment: view,
    money: view.status === 'success' ? moneyState(operations, payment) : undefined,
    returnUrl: payment.returnUrl,
    token,
    again: view.canRetry && linkId ? pageUrl(deps, linkId) : undefined,
  };
}

/** Resolves when the gateway has answered, or after {@link LONGEST_WAIT_MS}. */
async function pollWithin(deps: PaymentDeps, order: Snapshot, paymentId: string): Promise<void> {
  const { orderId } = order;
  const answered = new AbortController();
  const polling = deps.polls
    .poll(paymentId, () => pollPayment(deps, orderId, paymentId))
    .catch((error: unknown) => deps.log('order.poll-failed', { orderId, paymentId, ...errorFacts(error) }))
    .finally(() => answered.abort());
  await Promise.race([polling, deps.changes.next(order, LONGEST_WAIT_MS, answered.signal, false)]);
}

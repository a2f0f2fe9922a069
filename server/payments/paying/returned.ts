import type { PaymentView } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { pageUrl } from './create-order.ts';
import { type MoneyState, moneyState } from '../order/operations.ts';
import type { OrderState } from '../order/order.ts';
import { blockerOf, waitsForCustomer } from '../order/paying.ts';
import type { Payment } from '../order/payment.ts';
import { isAwaited } from '../order/schedule.ts';
import { paymentView } from '../order/views.ts';
import { readOrder } from '../orders.ts';
import { findByPayment, findPayment, withoutCard } from './payer-view.ts';
import type { PaymentDeps } from '../ports.ts';
import { notForLong } from '../queries/wait.ts';
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
  /** the order's payment page, if it has one and may be paid again, or with another card */
  again: string | undefined;
}

/** A customer comes back soon after the payment's last change. */
const JUST_BACK_MS = 900_000;

/**
 * The payment of a customer who comes back. Nothing in the request itself is trusted: the gateway is queried.
 * @param id the payment's own, which shows the card and the receipt, or the one behind the order's payment link
 * @throws ProblemError `payment-not-found`
 */
export async function returnedPayment(deps: PaymentDeps, id: string): Promise<ReturnedPayment> {
  const found = await findByPayment(deps, id);
  if (!found) throw new ProblemError('payment-not-found');
  const { payment: known, paymentLink } = found;
  const { orderId } = found.order;
  const poll = () => deps.singleFlight.run(known.id, () => pollPayment(deps, orderId, known.id));
  if (isAwaited(known, deps.clock.now().getTime())) await notForLong(deps, found.order, poll());
  const order = await readOrder(deps, orderId);
  const { linkId, operations, token } = order.state;
  const payment = findPayment(order.state, id) ?? known;
  const view = paymentView(order, payment);
  const isBack = deps.clock.now().getTime() - Date.parse(view.updatedAt) < JUST_BACK_MS;
  return {
    // Later the address may be known to others, from the browser's history.
    payment: paymentLink || !isBack ? withoutCard(view) : view,
    money: view.status === 'success' ? moneyState(operations, payment) : undefined,
    returnUrl: payment.returnUrl,
    token,
    again:
      linkId && (view.canRetry || isReplaceable(order.state, payment)) ? pageUrl(deps, linkId) : undefined,
  };
}

/** Whether another card can be used in place of a payment that waits for its customer. */
const isReplaceable = (state: OrderState, payment: Payment): boolean =>
  waitsForCustomer(payment) && blockerOf(state, payment.id) === null;

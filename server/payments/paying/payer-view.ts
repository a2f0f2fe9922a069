import type { PaymentView } from '../../contract/checkout-api.ts';
import type { OrderState, Snapshot } from '../order/order.ts';
import { payingPayment } from '../order/paying.ts';
import type { Payment } from '../order/payment.ts';
import { sameTerms, termsOf } from '../order/terms.ts';
import { paymentView } from '../order/views.ts';
import { findOrder, readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import type { SignedOrder } from './saved-cards.ts';

/**
 * What a payer sees of a payment.
 *
 * The payment's own id is what shows card and receipt on `/return/{id}`: the payer has it from the answer to the
 * payment, and whoever comes back from the gateway's page has it from its address. Anyone with a payment link sees the
 * payment under another id.
 */

type Signed = Pick<SignedOrder, 'order'>;

/** The payment as the holder of the order token sees it. */
export function payerView(order: Snapshot, payment: Payment, signed: SignedOrder): PaymentView {
  if (signed.paymentLink) return linkView(order, payment);
  const view = paymentView(order, payment);
  return isOfAnother(order.state, payment, signed) ? { ...withoutCard(view), action: null } : view;
}

/** The payment as anyone with the order's payment link sees it. */
export const linkView = (order: Snapshot, payment: Payment): PaymentView => ({
  ...withoutCard(paymentView(order, payment)),
  id: linkIdOf(order.state, payment),
});

export const withoutCard = (view: PaymentView): PaymentView => ({
  ...view,
  cardMask: null,
  receiptUrl: null,
});

/** The link, and the number of the payment within the order. A payment's own id has no dot. */
const linkIdOf = ({ linkId, payments }: OrderState, payment: Payment): string =>
  `${linkId}.${payments.indexOf(payment) + 1}`;

/** A payment of the order, by its own id or by the one behind the link. */
export const findPayment = (state: OrderState, id: string): Payment | undefined =>
  state.payments.find((one) => one.id === id || (state.linkId !== null && linkIdOf(state, one) === id));

/** A payment and its order, by its own id or by the one behind the link. */
export async function findByPayment(
  deps: Pick<PaymentDeps, 'store'>,
  id: string,
): Promise<{ order: Snapshot; payment: Payment; paymentLink: boolean } | null> {
  const [link = '', number] = id.split('.');
  const paymentLink = number !== undefined;
  const order = await findOrder(deps, paymentLink ? { kind: 'link', id: link } : { kind: 'payment', id });
  const payment = order && findPayment(order.state, id);
  return order && payment ? { order, payment, paymentLink } : null;
}

/** A view of a payment, as the holder of the order token sees it. */
export async function shownAs(
  deps: Pick<PaymentDeps, 'store'>,
  signed: SignedOrder,
  view: PaymentView,
): Promise<PaymentView> {
  if (!signed.paymentLink) return view;
  const order = await readOrder(deps, view.orderId);
  const payment = findPayment(order.state, view.id);
  return payment ? linkView(order, payment) : withoutCard(view);
}

/** The payment's own id, for an id that a payer has sent. What is unknown stays as it is. */
export async function ownIdOf(
  deps: Pick<PaymentDeps, 'store'>,
  orderId: string,
  id: string | undefined,
): Promise<string | undefined> {
  if (!id?.includes('.')) return id;
  const { state } = await readOrder(deps, orderId);
  return findPayment(state, id)?.id ?? id;
}

/**
 * Whether a payment began for somebody else than the token's customer: perhaps the shop's numbers began again. A token
 * without a customer, as on a status page, is told by its terms, which a known customer may change before the payment.
 */
export function isOfAnother(state: OrderState, { customerId, terms }: Payment, { order }: Signed): boolean {
  const { id } = order.customer;
  if (id !== undefined && id !== customerId) return true;
  return (id === undefined || payingPayment(state) !== null) && !sameTerms(terms, termsOf(order));
}

/** Whether the order is paid, and the token states another one under its id. */
export function isReused(state: OrderState, signed: Signed): boolean {
  const paying = payingPayment(state);
  return paying !== null && isOfAnother(state, paying, signed);
}

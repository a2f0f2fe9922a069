import { randomBytes } from 'node:crypto';
import type { NewOrderInput } from '../../contract/merchant-requests.ts';
import { type Order, orderSchema, unusableFields } from '../../contract/order.ts';
import { invalidAll, ProblemError } from '../../contract/problem.ts';
import { cancelOrRefuse } from './cancel.ts';
import { modesFor, requireSupported, unknownSubMerchants } from './checks.ts';
import type { OrderTerms } from '../order/journal.ts';
import type { OrderState, Snapshot } from '../order/order.ts';
import { isCancellable, payingPayment } from '../order/paying.ts';
import { sameTerms, termsOf } from '../order/terms.ts';
import { isFinal, type Payment } from '../order/payment.ts';
import { change, findOrder, readOrder } from '../orders.ts';
import type { OrderClaim, PaymentDeps } from '../ports.ts';

/**
 * States an order, for the first time or anew: issues its token, and a payment page to send to a customer. An existing
 * payment page keeps its address and uses the new token. An open hosted payment over other terms is cancelled. Fields of
 * the customer that cannot be used are left out, and named in `dropped`.
 * @throws ProblemError `invalid-input`, `order-unsupported`, `order-paid`, `payment-open` if a payment over other terms
 *   is open and cannot be cancelled, or is in review
 */
export async function createOrder(
  deps: PaymentDeps,
  { expiresIn, ...claim }: NewOrderInput,
): Promise<{ token: string; url: string; dropped?: string[] }> {
  const order = readClaim(claim);
  const dropped = unusableFields(claim);
  const unknown = unknownSubMerchants(order.split, deps.config);
  if (unknown.length > 0) throw invalidAll(unknown);
  requireSupported(order, deps.config);
  const found = await makeWay(deps, order);
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1_000);
  // The tag then draws no card field before the companion has answered.
  const noCards = deps.config.direct ? {} : { modes: modesFor(order, deps.config) };
  const token = await deps.mintToken(
    { ...claim, ...noCards, customer: order.customer },
    { issuedAt, expiresAt: issuedAt + expiresIn },
  );
  const newLinkId = newLink();
  const { result } = await change(deps, found, ({ state }) => {
    if (payingPayment(state)) throw new ProblemError('order-paid');
    if (inTheWay(state, order)) throw new ProblemError('payment-open');
    const linkId = state.linkId ?? newLinkId;
    return {
      facts: [
        {
          kind: 'order-updated',
          orderTerms: orderTermsOf(state, order, issuedAt, linkId),
          secret: { token },
        },
      ],
      result: linkId,
    };
  });
  const answer = { token, url: pageUrl(deps, result) };
  if (dropped.length === 0) return answer;
  deps.log('customer.dropped', { orderId: order.id, fields: dropped });
  return { ...answer, dropped: dropped.map((field) => `customer.${field}`) };
}

/** Counts from now on, regardless of the times in tokens. */
const orderTermsOf = (state: OrderState, order: Order, issuedAt: number, linkId: string): OrderTerms => ({
  terms: termsOf(order),
  description: order.description,
  issuedAt: Math.max(issuedAt, state.orderTerms?.issuedAt ?? 0),
  by: 'api',
  linkId,
  customerId: order.customer.id ?? null,
});

/** Cancels an open hosted payment over other terms. */
async function makeWay(deps: PaymentDeps, order: Order): Promise<Snapshot> {
  const found = await readOrder(deps, order.id);
  const open = inTheWay(found.state, order);
  if (!open || !isCancellable(open) || payingPayment(found.state)) return found;
  await cancelOrRefuse(deps, found, open);
  return readOrder(deps, order.id);
}

/** An open payment over other terms, or one in doubt that may have succeeded. */
const inTheWay = ({ payments }: OrderState, order: Order): Payment | undefined =>
  payments.find(
    (one) =>
      (!isFinal(one) && !sameTerms(one.terms, termsOf(order))) ||
      (one.review !== null && one.status === 'success'),
  );

/** The order of a payment page and its last token, or null if there is none. */
export async function orderBehind(
  deps: Pick<PaymentDeps, 'store'>,
  linkId: string,
): Promise<{ token: string; order: Snapshot; orderTerms: OrderTerms } | null> {
  const order = await findOrder(deps, { kind: 'link', id: linkId });
  const { token = null, orderTerms = null } = order?.state ?? {};
  return order && token !== null && orderTerms ? { token, order, orderTerms } : null;
}

export function pageUrl({ config }: Pick<PaymentDeps, 'config'>, linkId: string): string {
  return `${config.publicUrl}/order/${linkId}`;
}

/** Applies the same schema as reading a token, so that an invalid order is refused now. */
function readClaim(claim: OrderClaim): Order {
  const result = orderSchema.safeParse(claim);
  if (result.success) return result.data;
  throw invalidAll(
    result.error.issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      code: issue.code === 'custom' ? String(issue.params?.['code'] ?? 'invalid') : 'invalid',
    })),
  );
}

/** 128 random bits. */
function newLink(): string {
  return randomBytes(16).toString('base64url');
}

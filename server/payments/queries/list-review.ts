import type { Page, ReviewView } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import { type Remainder, remainder } from '../order/duplicate.ts';
import type { Snapshot } from '../order/order.ts';
import { type ReviewItem, type ReviewReason, reviewItemsAt } from '../order/review.ts';
import { unreachable } from '../order/unreachable.ts';
import { iso, shareViews } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { isOfProject } from '../project.ts';
import { readOrders } from '../read-orders.ts';
import { readPage } from './read-page.ts';

const MOST_ORDERS = 50;

/**
 * The items that need review, the longest waiting order first, each with its reason and the API calls that resolve it.
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
    reviewItemsAt(order.state, now).map((item) => reviewViewOf(deps, order, item)),
  );
  return { data, nextCursor: next };
}

export function reviewViewOf(
  deps: Pick<PaymentDeps, 'config'>,
  order: Snapshot,
  { paymentId, operationId, reason, since }: ReviewItem,
): ReviewView {
  const resolve =
    operationId === null
      ? `POST /api/payments/${paymentId}/resolve`
      : `POST /api/operations/${operationId}/resolve`;
  return {
    orderId: order.orderId,
    paymentId,
    operationId,
    reason,
    since: iso(since),
    calls: callsFor(reason, { resolve, returns: returnsOf(deps, order, paymentId) }),
  };
}

/**
 * The call that returns or releases the rest of a payment; none if only the portal of another project can do so. If it
 * is unknown whose shares are left, its `split` states the most of each.
 */
function returnsOf(
  deps: Pick<PaymentDeps, 'config'>,
  { orderId, state }: Snapshot,
  paymentId: string,
): string[] {
  const attempt = state.attempts.find((one) => one.id === paymentId);
  const left = attempt && isOfProject(deps, attempt) ? remainder(state, attempt) : null;
  if (!attempt || !left) return [];
  const body = { paymentId, ...(left.clear ? null : unclearShares(left, attempt.currency)) };
  return [`POST /api/orders/${orderId}/${left.method} ${JSON.stringify(body)}`];
}

function unclearShares({ amountMinor, split }: Remainder, currency: string) {
  const most = shareViews(split ?? [], currency).map((one) => ({ ...one, amount: `at most ${one.amount}` }));
  return { amount: formatAmount(amountMinor, currency), split: most };
}

/** The calls that resolve an item: a manual resolution, or a movement of money. */
function callsFor(
  reason: ReviewReason,
  { resolve, returns }: { resolve: string; returns: string[] },
): string[] {
  switch (reason) {
    case 'other-terms':
      return ['POST /api/orders', ...returns];
    case 'reversed-in-part':
    case 'reversal-declined':
    case 'other-payment-returned':
      return returns;
    case 'no-report':
    case 'unconfirmed-duplicate':
    case 'amount-unknown':
    case 'contradicting-ends':
    case 'operation-on-failure':
    case 'order-id-exists':
    case 'pos-id-mismatch':
    case 'order-id-mismatch':
    case 'payment-id-mismatch':
    case 'method-mismatch':
    case 'mode-mismatch':
    case 'currency-mismatch':
    case 'amount-mismatch':
    case 'card-mismatch':
    case 'begun-before':
      return [resolve];
    default:
      return unreachable(reason);
  }
}

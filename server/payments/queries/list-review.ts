import type { Page, ReviewView } from '../../contract/merchant-api.ts';
import { snapshot } from '../order/order.ts';
import { type ReviewItem, reviewItemsAt } from '../order/review.ts';
import { unreachable } from '../order/unreachable.ts';
import { iso } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { readPage } from './read-page.ts';

const MOST_ORDERS = 50;

/** What waits for a person, the longest waiting order first, each with its reason and the calls that end it. */
export async function listReview(
  deps: PaymentDeps,
  { cursor }: { cursor?: string | undefined },
): Promise<Page<ReviewView>> {
  const now = deps.clock.now().getTime();
  const filter = { now, after: cursor ?? null, limit: MOST_ORDERS };
  const { items: orderIds, next } = await readPage(() => deps.store.listReview(filter));
  const journals = await deps.store.readMany(orderIds);
  const data = orderIds.flatMap((orderId, index) => {
    const { state } = snapshot(orderId, journals[index] ?? []);
    return reviewItemsAt(state, now).map((item) => reviewViewOf(orderId, item));
  });
  return { data, nextCursor: next };
}

export function reviewViewOf(
  orderId: string,
  { paymentId, operationId, reason, since }: ReviewItem,
): ReviewView {
  const resolve =
    operationId === null
      ? `POST /api/payments/${paymentId}/resolve`
      : `POST /api/operations/${operationId}/resolve`;
  return {
    orderId,
    paymentId,
    operationId,
    reason,
    since: iso(since),
    calls: callsFor({ orderId, paymentId, reason, resolve }),
  };
}

interface Reviewed extends Pick<ReviewItem, 'paymentId' | 'reason'> {
  orderId: string;
  /** the call that resolves it */
  resolve: string;
}

/** What ends it: a decision, or money that is moved. */
function callsFor({ orderId, paymentId, reason, resolve }: Reviewed): string[] {
  const named = (operation: string) =>
    `POST /api/orders/${orderId}/${operation} {"paymentId":"${paymentId}"}`;
  switch (reason) {
    case 'other-terms':
      return ['POST /api/orders', named('refund'), named('void')];
    case 'reversed-in-part':
    case 'reversal-declined':
    case 'other-payment-returned':
      return [named('refund'), named('void')];
    case 'no-report':
    case 'unconfirmed-duplicate':
    case 'amount-unknown':
    case 'contradicting-ends':
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

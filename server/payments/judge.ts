import { isDuplicate, isFinal, mayMove, mismatch, moved, type Payment } from './payment.ts';
import type { GatewayPayment, NewsSource } from './ports.ts';

/** Primary kinds of which payments can be begun here (interface document, Event kinds; not `credit` and `p2p`). */
const PRIMARY: ReadonlySet<string> = new Set(['purchase', 'auth', 'lookup']);

/**
 * What news of a primary kind is to a payment. Kinds that no payment here can be of, and transactions of a
 * subscription that are not this payment, are kept and never held against it.
 */
export function judge(
  payment: Payment,
  news: GatewayPayment,
  source: NewsSource,
  posId: string,
): 'applied' | 'stale' | 'held' | 'kept' {
  if (source !== 'answer' && isForeign(payment, news)) return 'kept';
  const verdict = weigh(payment, news, posId);
  return verdict === 'held' && news.recurring && source !== 'answer' ? 'kept' : verdict;
}

function isForeign(payment: Payment, news: GatewayPayment): boolean {
  if (!PRIMARY.has(news.method)) return true;
  const known = payment.gatewayPaymentId;
  const told = news.gatewayPaymentId;
  return news.recurring !== null && known !== null && told !== null && told !== known;
}

function weigh(payment: Payment, news: GatewayPayment, posId: string): 'applied' | 'stale' | 'held' {
  if (mismatch(payment, news, posId)) return 'held';
  // It tells of another payment under this order id, perhaps a paid one: never that nothing was charged.
  if (isDuplicate(news)) return payment.status === 'unknown' && !payment.held ? 'held' : 'stale';
  if (!mayMove(payment, news.status)) return contradicts(payment, news) ? 'held' : 'stale';
  return JSON.stringify(moved(payment, news)) === JSON.stringify(payment) ? 'stale' : 'applied';
}

/** Two different ends of one payment: nobody but a person can tell which is true. */
function contradicts(payment: Payment, news: GatewayPayment): boolean {
  return isFinal(payment.status) && isFinal(news.status) && payment.status !== news.status;
}

import {
  isDuplicate,
  isFinal,
  isPaid,
  mayMove,
  mismatch,
  moved,
  type Payment,
  transactionOf,
} from './payment.ts';
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
  const forgiven = news.recurring && source !== 'answer' && !isOfItself(payment, news);
  return verdict === 'held' && forgiven ? 'kept' : verdict;
}

function isForeign(payment: Payment, news: GatewayPayment): boolean {
  if (!PRIMARY.has(news.method)) return true;
  if (isPaid(payment) && news.method === payment.method && isFurther(payment, news)) return true;
  return news.recurring !== null && differ(payment.gatewayPaymentId, news.gatewayPaymentId) === true;
}

/**
 * Whether it is another transaction than the one that paid: a further charge of the subscription that the payment
 * began, whose first webhook has no `recurring` (interface document, Other shapes: it stands in the repeated one).
 * Where it names no transaction, another payment says the same.
 */
function isFurther(payment: Payment, news: GatewayPayment): boolean {
  const other = differ(payment.gatewayTransactionId, transactionOf(news));
  return other ?? differ(payment.gatewayPaymentId, news.gatewayPaymentId) ?? false;
}

/** The payment's own transaction, and told as what it is: re-sent ones may be called `auth` (endpoint 12). */
function isOfItself(payment: Payment, news: GatewayPayment): boolean {
  const other = differ(payment.gatewayTransactionId, transactionOf(news));
  return other === false && news.method === payment.method;
}

/** Null where one of them is not known. */
function differ(known: string | null, told: string | null): boolean | null {
  return known === null || told === null ? null : known.toLowerCase() !== told.toLowerCase();
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

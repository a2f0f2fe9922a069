import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import type { OrderRecord, Payment } from './payment.ts';
import type { Share } from './ports.ts';
import { sharesOf } from './shares.ts';

type Terms = Pick<Payment, 'amountMinor' | 'currency' | 'method' | 'split'>;

/** Whether an order is stated on the terms of an earlier try, or of its record. */
export function sameTerms(terms: Terms, order: Order): boolean {
  return (
    terms.amountMinor === order.amountMinor &&
    terms.currency === order.currency &&
    terms.method === order.method &&
    listed(terms.split) === listed(sharesOfOrder(order))
  );
}

/**
 * Where the merchant API has stated the order, its last word counts: stating it on other terms retires every token of
 * the earlier ones.
 * @throws ProblemError `order-changed`
 */
export function requireLastTerms(record: OrderRecord | null, order: Order): void {
  if (record?.linkId == null || sameTerms(record, order)) return;
  throw new ProblemError('order-changed', 'The order has been stated anew, on other terms.');
}

export function sharesOfOrder({ split, currency }: Order): Share[] | null {
  return split ? sharesOf(split, currency) : null;
}

/** Shares as a text that does not depend on their order. */
function listed(shares: readonly Share[] | null): string {
  const texts = shares?.map(
    ({ subMerchantId, amountMinor }) => `${subMerchantId.toLowerCase()} ${amountMinor}`,
  );
  return texts?.sort().join() ?? '';
}

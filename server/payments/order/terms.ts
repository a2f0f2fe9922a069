import type { Order } from '../../contract/order.ts';
import { sharesOf } from '../../contract/split.ts';
import type { Terms } from './journal.ts';

/** What is to be paid, and whether a payment of it pays. */

export function termsOf({ amountMinor, currency, method, split }: Order): Terms {
  return { amountMinor, currency, method, split: split ? sharesOf(split, currency) : null };
}

/** Whether a success over one of the terms pays an order over the other. */
export const paysFor = (one: Terms, other: Terms): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency && one.method === other.method;

/** Whether all terms are equal, including the split among sub-merchants. */
export function sameTerms(one: Terms, other: Terms): boolean {
  const listed = ({ split }: Terms) =>
    (split ?? [])
      .map(({ subMerchantId, amountMinor }) => `${subMerchantId.toLowerCase()} ${amountMinor}`)
      .sort()
      .join();
  return paysFor(one, other) && listed(one) === listed(other);
}

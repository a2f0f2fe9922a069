import type { Order } from '../../contract/order.ts';
import type { OrderParameters, Terms } from './journal.ts';
import type { OrderState } from './state.ts';
import { type Share, sharesOf } from './shares.ts';

/** The terms of an order: its newest parameters (contract, "What pays an order"). */

export function termsOf({ amountMinor, currency, method, split }: Order): Terms {
  return { amountMinor, currency, method, split: split ? sharesOf(split, currency) : null };
}

/** Whether a success over one of the terms pays an order over the other. */
export function paysFor(one: Terms, other: Terms): boolean {
  return (
    one.amountMinor === other.amountMinor && one.currency === other.currency && one.method === other.method
  );
}

/** Whether all terms are equal, including the split among sub-merchants. */
export function sameTerms(one: Terms, other: Terms): boolean {
  return paysFor(one, other) && listed(one.split) === listed(other.split);
}

/** Shares as a text that does not depend on their order. */
function listed(shares: readonly Share[] | null): string {
  const texts = shares?.map((one) => `${one.subMerchantId.toLowerCase()} ${one.amountMinor}`);
  return texts?.sort().join() ?? '';
}

/** The terms of an order token, and its `iat` in seconds since 1970, or null. */
export interface TokenTerms {
  terms: Terms;
  issuedAt: number | null;
}

/**
 * The relation of an order token to an order: `current` has its present parameters, `newer` replaces them, `stale` was
 * replaced. The newest `iat` wins. A token without `iat`, or with the same `iat` and other terms, counts from when it
 * is first seen.
 */
export function classifyToken(
  { parameters, allParameters }: Pick<OrderState, 'parameters' | 'allParameters'>,
  { terms, issuedAt }: TokenTerms,
): 'current' | 'newer' | 'stale' {
  if (!parameters) return 'newer';
  const same = sameTerms(parameters, terms);
  if (issuedAt === null || issuedAt === parameters.issuedAt) {
    if (same) return 'current';
    return allParameters.some((one) => sameTerms(one, terms)) ? 'stale' : 'newer';
  }
  if (issuedAt > parameters.issuedAt) return 'newer';
  return same ? 'current' : 'stale';
}

/** The entry for parameters that are received now; `nowS` in seconds since 1970. */
export function parametersOf(
  order: Order,
  by: OrderParameters['by'],
  { issuedAt, nowS, linkId = null }: { issuedAt: number | null; nowS: number; linkId?: string | null },
): OrderParameters {
  return { ...termsOf(order), description: order.description, issuedAt: issuedAt ?? nowS, by, linkId };
}

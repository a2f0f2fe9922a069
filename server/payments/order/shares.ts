import { parseAmount } from '../../contract/money.ts';

/** A sub-merchant's part of a payment, capture or refund. */
export interface Share {
  /** UUID, issued by the gateway's support */
  subMerchantId: string;
  /** integer minor units, more than zero */
  amountMinor: number;
}

/**
 * Shares with decimal amounts as shares in integer minor units.
 * @throws RangeError for an invalid amount, which the order's schema already refuses
 */
export function sharesOf(
  split: readonly { subMerchantId: string; amount: string }[],
  currency: string,
): Share[] {
  return split.map(({ subMerchantId, amount }) => {
    const amountMinor = parseAmount(amount, currency);
    if (amountMinor === null) throw new RangeError('No amount in minor units');
    return { subMerchantId, amountMinor };
  });
}

export function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, share) => sum + share.amountMinor, 0);
}

/** UUIDs are the same in any case. */
export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

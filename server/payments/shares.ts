import { parseAmount } from '../contract/money.ts';
import type { Share } from './ports.ts';

/**
 * Shares as they are stated (decimal text) in integer minor units.
 * @throws RangeError for an amount that does not hold; the order's schema has refused it before
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

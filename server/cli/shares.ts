import type { ShareView } from '../contract/merchant-api.ts';
import { UsageError } from './usage-error.ts';

export const SPLIT_OPTION = {
  split: {
    type: 'string',
    multiple: true,
    value: '<uuid>=<decimal>',
    help: "a sub-merchant's share; repeat for each share",
  },
} as const;

/** The part of an order: "5.00 of", "2 shares of", or `all` without either. */
export function partText(amount: string | undefined, split: readonly ShareView[] | undefined, all: string) {
  if (amount !== undefined) return `${amount} of`;
  if (split === undefined) return `${all} of`;
  return split.length === 1 ? '1 share of' : `${split.length} shares of`;
}

/**
 * `--split <uuid>=<amount>`, once per share; undefined if there are none.
 * @throws UsageError for any other form; the API decides whether it is valid
 */
export function readShares(given: readonly string[] | undefined): ShareView[] | undefined {
  return given?.map((text) => {
    const [subMerchantId, amount, ...more] = text.split('=').map((part) => part.trim());
    if (!subMerchantId || !amount || more.length > 0) {
      throw new UsageError(
        '--split must be <uuid>=<decimal>, such as 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11=70.00.',
      );
    }
    return { subMerchantId, amount };
  });
}

import { z } from 'zod';
import { amountSchema } from './text-schemas.ts';
import { type AmountFault, amountFault, parseAmount } from './money.ts';

/**
 * A payment that is split among sub-merchants (interface 2.1), as far as it can be checked without the currency and
 * the sum: those are for {@link splitFaults}.
 */
export const splitSchema = z
  .array(z.strictObject({ subMerchantId: z.uuid(), amount: amountSchema }))
  .min(1)
  .max(100)
  .superRefine((split, context) => {
    const ids = split.map(({ subMerchantId }) => subMerchantId.toLowerCase());
    for (const index of [...ids.keys()].filter((one) => ids.indexOf(ids[one] ?? '') < one)) {
      const code = 'duplicate-sub-merchant';
      context.addIssue({ code: 'custom', path: [index, 'subMerchantId'], message: code, params: { code } });
    }
  });

type Split = readonly { subMerchantId: string; amount: string }[];

/** A fault in a split; `path` is relative to it. */
export interface SplitFault {
  path: (string | number)[];
  code: AmountFault | 'does-not-add-up';
}

/** What {@link splitSchema} cannot know: each share must be positive in the currency, and they must add up to `totalMinor`. */
export function splitFaults(split: Split, currency: string, totalMinor: number): SplitFault[] {
  const amounts = split.map(({ amount }) => parseAmount(amount, currency) ?? 0);
  const faults: SplitFault[] = [];
  for (const [index, { amount }] of split.entries()) {
    const fault = amountFault(amount, currency);
    if (fault) faults.push({ path: [index, 'amount'], code: fault });
  }
  const sum = amounts.reduce((total, minor) => total + minor, 0);
  if (faults.length === 0 && sum !== totalMinor) faults.push({ path: [], code: 'does-not-add-up' });
  return faults;
}

/** A sub-merchant's part of a payment, capture or refund. */
export interface Share {
  /** UUID, issued by the gateway's support */
  subMerchantId: string;
  /** integer minor units, more than zero */
  amountMinor: number;
}

/**
 * Shares with decimal amounts as shares in integer minor units.
 * @throws RangeError for an invalid amount, which {@link splitFaults} finds
 */
export function sharesOf(split: Split, currency: string): Share[] {
  return split.map(({ subMerchantId, amount }) => {
    const amountMinor = parseAmount(amount, currency);
    if (amountMinor === null) throw new RangeError('No amount in minor units');
    return { subMerchantId, amountMinor };
  });
}

/** @returns integer minor units */
export function sumOf(shares: readonly Pick<Share, 'amountMinor'>[]): number {
  return shares.reduce((sum, share) => sum + share.amountMinor, 0);
}

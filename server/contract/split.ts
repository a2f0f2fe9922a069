import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { type AmountFault, amountFault, parseAmount } from './money.ts';

/**
 * A payment that is divided among sub-merchants (interface document, Create split purchase): what can be checked before
 * the currency and the sum are known, {@link splitFaults} judges all.
 */
export const splitSchema = z
  .array(z.strictObject({ subMerchantId: z.uuid(), amount: amountSchema }))
  .min(1)
  .max(100)
  .superRefine((split, context) => {
    for (const index of repeated(split)) {
      const code = 'duplicate-sub-merchant';
      context.addIssue({ code: 'custom', path: [index, 'subMerchantId'], message: code, params: { code } });
    }
  });

type Split = readonly { subMerchantId: string; amount: string }[];

/** What is wrong with a split; `path` starts below it. */
export interface SplitFault {
  path: (string | number)[];
  code: AmountFault | 'duplicate-sub-merchant' | 'does-not-add-up';
}

/**
 * Everything that is wrong with a split: each share is more than nothing, names another sub-merchant, and together
 * they make `totalMinor`, integer minor units.
 */
export function splitFaults(split: Split, currency: string, totalMinor: number): SplitFault[] {
  const amounts = split.map(({ amount }) => parseAmount(amount, currency) ?? 0);
  const faults: SplitFault[] = [];
  for (const [index, { amount }] of split.entries()) {
    const fault = amountFault(amount, currency);
    if (fault) faults.push({ path: [index, 'amount'], code: fault });
  }
  for (const index of repeated(split)) {
    faults.push({ path: [index, 'subMerchantId'], code: 'duplicate-sub-merchant' });
  }
  const sum = amounts.reduce((total, minor) => total + minor, 0);
  if (faults.length === 0 && sum !== totalMinor) faults.push({ path: [], code: 'does-not-add-up' });
  return faults;
}

/** Where a sub-merchant stands again. */
function repeated(split: Split): number[] {
  const ids = split.map(({ subMerchantId }) => subMerchantId.toLowerCase());
  return [...ids.keys()].filter((index) => ids.indexOf(ids[index] ?? '') < index);
}

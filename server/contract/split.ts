import { z } from 'zod';
import { type AmountFault, amountFault, parseAmount } from './money.ts';

/** A payment that is divided among sub-merchants (interface document, Create split purchase). */
export const splitSchema = z
  .array(z.strictObject({ subMerchantId: z.uuid(), amount: z.string().max(20) }))
  .min(1)
  .max(100);

/** What is wrong with a split; `path` starts below it. */
export interface SplitFault {
  path: (string | number)[];
  code: AmountFault | 'duplicate-sub-merchant' | 'does-not-add-up';
}

/**
 * Everything that is wrong with a split: each share is more than nothing, names another sub-merchant, and together
 * they make `totalMinor`, integer minor units.
 */
export function splitFaults(
  split: z.infer<typeof splitSchema>,
  currency: string,
  totalMinor: number,
): SplitFault[] {
  const amounts = split.map(({ amount }) => parseAmount(amount, currency) ?? 0);
  const ids = split.map(({ subMerchantId }) => subMerchantId.toLowerCase());
  const faults: SplitFault[] = [];
  for (const [index, id] of ids.entries()) {
    const fault = amountFault(split[index]?.amount ?? '', currency);
    if (fault) faults.push({ path: [index, 'amount'], code: fault });
    if (ids.indexOf(id) < index)
      faults.push({ path: [index, 'subMerchantId'], code: 'duplicate-sub-merchant' });
  }
  const sum = amounts.reduce((total, minor) => total + minor, 0);
  if (faults.length === 0 && sum !== totalMinor) faults.push({ path: [], code: 'does-not-add-up' });
  return faults;
}

import type { CaptureInput } from '../../contract/merchant-api.ts';
import { amountFault, parseAmount } from '../../contract/money.ts';
import type { FieldError } from '../../contract/problem.ts';
import { splitFaults } from '../../contract/split.ts';
import { type Share, sameId, sharesOf, sumOf } from '../order/shares.ts';
import { invalid, invalidAll } from '../refusals.ts';

/** What a request states of money, in integer minor units; null where it says nothing. */
export interface StatedAmounts {
  amountMinor: number | null;
  shares: Share[] | null;
}

/**
 * Reads `amount` and `split` of a request. Without `amount` the shares make it.
 * @throws ProblemError `invalid-input`: the rules of `amountFault`, `duplicate-sub-merchant`, `does-not-add-up`
 */
export function statedAmounts(
  { amount, split }: Pick<CaptureInput, 'amount' | 'split'>,
  currency: string,
): StatedAmounts {
  const fault = amount === undefined ? null : amountFault(amount, currency);
  if (fault) throw invalid('amount', fault);
  const stated = amount === undefined ? null : parseAmount(amount, currency);
  if (!split) return { amountMinor: stated, shares: null };
  const sum = split.reduce((total, share) => total + (parseAmount(share.amount, currency) ?? 0), 0);
  const faults = splitFaults(split, currency, stated ?? sum);
  if (faults.length > 0) {
    throw invalidAll(faults.map(({ path, code }) => ({ path: ['split', ...path].join('.'), code })));
  }
  const shares = sharesOf(split, currency);
  return { amountMinor: stated ?? sumOf(shares), shares };
}

/**
 * The shares as the payment names its sub-merchants.
 * @param limits the most that each may have
 * @throws ProblemError `invalid-input`: `unknown-sub-merchant`, `exceeds-share`
 */
export function within(shares: readonly Share[], limits: readonly Share[]): Share[] {
  const errors: FieldError[] = [];
  const named = shares.map(({ subMerchantId, amountMinor }, index) => {
    const limit = limits.find((one) => sameId(one.subMerchantId, subMerchantId));
    if (!limit) errors.push({ path: `split.${index}.subMerchantId`, code: 'unknown-sub-merchant' });
    else if (amountMinor > limit.amountMinor) {
      errors.push({ path: `split.${index}.amount`, code: 'exceeds-share' });
    }
    return { subMerchantId: limit?.subMerchantId ?? subMerchantId, amountMinor };
  });
  if (errors.length > 0) throw invalidAll(errors);
  return named;
}

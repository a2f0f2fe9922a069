import type { CaptureInput } from '../../contract/merchant-requests.ts';
import { amountFault, formatAmount, parseAmount } from '../../contract/money.ts';
import type { FieldError } from '../../contract/problem.ts';
import { splitFaults } from '../../contract/split.ts';
import { sameId, type Share, sharesOf, sumOf } from '../order/shares.ts';
import { invalid, invalidAll } from '../refusals.ts';

/** The amounts of a request, in integer minor units; null for those that it leaves out. */
export interface RequestedAmounts {
  amountMinor: number | null;
  shares: Share[] | null;
}

/**
 * Reads `amount` and `split` of a request. Without `amount` it is the sum of the shares.
 * @throws ProblemError `invalid-input`: the rules of `amountFault`, `duplicate-sub-merchant`, `does-not-add-up`
 */
export function requestedAmounts(
  { amount, split }: Pick<CaptureInput, 'amount' | 'split'>,
  currency: string,
): RequestedAmounts {
  const fault = amount === undefined ? null : amountFault(amount, currency);
  if (fault) throw invalid('amount', fault);
  const requested = amount === undefined ? null : parseAmount(amount, currency);
  if (!split) return { amountMinor: requested, shares: null };
  const sum = split.reduce((total, share) => total + (parseAmount(share.amount, currency) ?? 0), 0);
  const faults = splitFaults(split, currency, requested ?? sum);
  if (faults.length > 0) {
    throw invalidAll(faults.map(({ path, code }) => ({ path: ['split', ...path].join('.'), code })));
  }
  const shares = sharesOf(split, currency);
  return { amountMinor: requested ?? sumOf(shares), shares };
}

/**
 * The shares, with the sub-merchants' ids as the payment spells them.
 * @param limits the maximum of each sub-merchant
 * @throws ProblemError `invalid-input`: `unknown-sub-merchant`, `exceeds-share`
 */
export function checkedShares(shares: readonly Share[], limits: readonly Share[], currency: string): Share[] {
  const errors: FieldError[] = [];
  const named = shares.map(({ subMerchantId, amountMinor }, index) => {
    const limit = limits.find((one) => sameId(one.subMerchantId, subMerchantId));
    if (!limit) errors.push({ path: `split.${index}.subMerchantId`, code: 'unknown-sub-merchant' });
    else if (amountMinor > limit.amountMinor) {
      errors.push({ path: `split.${index}.amount`, code: 'exceeds-share' });
    }
    return { subMerchantId: limit?.subMerchantId ?? subMerchantId, amountMinor };
  });
  if (errors.length > 0) throw invalidAll(errors, leftText(limits, currency));
  return named;
}

const leftText = (limits: readonly Share[], currency: string): string =>
  `Left: ${limits.map((one) => `${formatAmount(one.amountMinor, currency)} for ${one.subMerchantId}`).join(', ')}.`;

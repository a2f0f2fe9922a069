import type { WireSplitPayment } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { isUuid } from '../contract/uuid.ts';
import type { Share } from '../payments/order/shares.ts';
import { isMinorAmount } from './formats.ts';
import type { Violation } from './request-error.ts';

/** Shares as SplitPayment elements (interface document, Other shapes); they hold by {@link shareViolations}. */
export function wireShares(shares: readonly Share[], currency: string): WireSplitPayment[] {
  return shares.map(({ subMerchantId, amountMinor }) => ({
    amount: toGatewayNumber(amountMinor, currency),
    sub_merchant_id: subMerchantId,
  }));
}

/**
 * What is wrong with the shares of an amount: each is positive and for a sub-merchant of its own, and they add up
 * to the amount ("The amounts in split relate to amount"; the sum is our own rule, the document states none).
 */
export function shareViolations(shares: readonly Share[], amountMinor: number): Violation[] {
  if (!Array.isArray(shares) || shares.length === 0) return [{ field: 'split', rule: 'required' }];
  const violations = shares.flatMap((share, index) => violationsOfShare(share, index, shares));
  if (violations.length > 0 || !isMinorAmount(amountMinor)) return violations;
  const sum = shares.reduce((total, share) => total + share.amountMinor, 0);
  return sum === amountMinor ? [] : [{ field: 'split', rule: 'does-not-add-up' }];
}

function violationsOfShare(share: Share, index: number, shares: readonly Share[]): Violation[] {
  const violations: Violation[] = [];
  if (!isMinorAmount(share.amountMinor)) violations.push({ field: `split.${index}.amount`, rule: 'format' });
  const field = `split.${index}.sub_merchant_id`;
  if (!isUuid(share.subMerchantId)) violations.push({ field, rule: 'format' });
  else if (shares.slice(0, index).some((earlier) => isSame(earlier, share)))
    violations.push({ field, rule: 'duplicate' });
  return violations;
}

function isSame(one: Share, other: Share): boolean {
  return isUuid(one.subMerchantId) && one.subMerchantId.toLowerCase() === other.subMerchantId.toLowerCase();
}

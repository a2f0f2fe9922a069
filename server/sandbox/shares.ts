import type { WireSplitPayment } from '../contract/gateway-api.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import { type Share, sumOf } from '../contract/split.ts';
import type { Violation } from './refusal.ts';

/** The shares of a valid split, added up for each sub-merchant. */
export function sharesOf(split: readonly WireSplitPayment[], currency: string): Share[] {
  const shares = new Map<string, number>();
  for (const { amount, sub_merchant_id } of split) {
    const subMerchantId = sub_merchant_id.toLowerCase();
    const minor = fromGatewayAmount(amount, currency) ?? 0;
    shares.set(subMerchantId, (shares.get(subMerchantId) ?? 0) + minor);
  }
  return [...shares].map(([subMerchantId, amountMinor]) => ({ subMerchantId, amountMinor }));
}

/** Violations by shares of unknown sub-merchants, and by shares that do not add up to the total. */
export function shareViolations(
  shares: readonly Share[],
  total: { name: string; minor: number },
  subMerchants: readonly string[],
): Violation[] {
  const known = new Set(subMerchants.map((id) => id.toLowerCase()));
  const unknown = shares.filter(({ subMerchantId }) => !known.has(subMerchantId));
  const violations = unknown.map(({ subMerchantId }) => ({
    field_name: 'split',
    violation: `sub_merchant_id ${subMerchantId} is no sub-merchant of this project`,
  }));
  if (sumOf(shares) !== total.minor) {
    violations.push({ field_name: 'split', violation: `must add up to ${total.name}` });
  }
  return violations;
}

/** What is left of each share after others are subtracted, without those that are used up. */
export function withoutShares(shares: readonly Share[], taken: readonly Share[]): Share[] {
  return shares
    .map(({ subMerchantId, amountMinor }) => ({
      subMerchantId,
      amountMinor: amountMinor - amountFor(taken, subMerchantId),
    }))
    .filter(({ amountMinor }) => amountMinor > 0);
}

/** Whether every share fits into what its sub-merchant has left. */
export function fitInto(rest: readonly Share[], asked: readonly Share[]): boolean {
  return asked.every(({ subMerchantId, amountMinor }) => amountMinor <= amountFor(rest, subMerchantId));
}

function amountFor(shares: readonly Share[], subMerchantId: string): number {
  return sumOf(shares.filter((share) => share.subMerchantId === subMerchantId));
}

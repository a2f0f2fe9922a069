import type { WireSplitPayment } from '../contract/gateway-api.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import * as field from './fields.ts';
import type { Check, Tolerance } from './fields.ts';
import type { Violation } from './refusal.ts';

/** A sub-merchant's part of a payment or operation, in minor units of its currency. */
export interface Share {
  readonly subMerchantId: string;
  readonly amountMinor: number;
}

/** Interface document, Other shapes, SplitPayment: both fields are required, and there are no others. */
const ELEMENT = ['amount', 'sub_merchant_id'] as const;

const CHECKS = { amount: field.amount(), sub_merchant_id: field.uuid };

/** Array[SplitPayment]; its amounts are in the currency of the body. */
export const splitPayments: Check = (value, body) => {
  if (!Array.isArray(value) || value.length === 0) return 'must be an array of at least one share';
  const faults = value.map((element: unknown, index) => {
    if (!field.isObject(element)) return `[${index}] must be an object`;
    const unknown = Object.keys(element).find((key) => !ELEMENT.some((known) => known === key));
    if (unknown) return `[${index}].${unknown} is an unknown parameter`;
    const wrong = ELEMENT.find((key) => CHECKS[key](element[key], body) !== null);
    return wrong ? `[${index}].${wrong} ${CHECKS[wrong](element[wrong], body)}` : null;
  });
  return faults.find((fault) => fault !== null) ?? null;
};

/** What the live gateway accepts instead: shares with further fields, and with amounts in decimal text. */
export const looseSplit: Tolerance = (value, body) => {
  if (!Array.isArray(value)) return undefined;
  const readAmount = field.decimalText(CHECKS.amount);
  const shares = value.map((share: unknown) => {
    if (!field.isObject(share)) return share;
    const { amount, sub_merchant_id } = share;
    return { amount: readAmount(amount, body) ?? amount, sub_merchant_id };
  });
  return splitPayments(shares, body) === null ? shares : undefined;
};

/** The shares of a split that {@link splitPayments} accepted, added up for each sub-merchant. */
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

export function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
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

import { type Parameter, typeFaults } from '../contract/gateway-parameters.ts';
import type { WireSplitPayment } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { type Share, sumOf } from '../contract/split.ts';
import { UnsendableError } from '../payments/gateway-port.ts';

/** The rules of the interface document that a request is checked against before anything is sent. */

/** A field that breaks the interface document, and the rule: `required`, `not-sent`, `too-long`, `format`, … */
export interface Violation {
  /** the gateway's name, as "customer_email" or "browser_fingerprint.browserUserAgent" */
  field: string;
  rule: string;
}

/**
 * Thrown before anything is sent, when a request does not follow the interface document. Names wire fields and rules,
 * but no values, so that it may be logged.
 */
export class GatewayRequestError extends UnsendableError {
  override readonly name = 'GatewayRequestError';

  constructor(violations: readonly Violation[]) {
    const list = violations.map(({ field, rule }) => `${field} (${rule})`).join(', ');
    super(`The request does not follow the gateway's interface: ${list}`, violations);
  }
}

/** @throws GatewayRequestError if there is at least one violation */
export function refuseViolations(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new GatewayRequestError(violations);
}

/** Fields of a request before they are checked; an undefined, null or empty one counts as missing. */
export type Candidates<Name extends string = string> = Partial<Record<Name, unknown>>;

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * The fields that are sent, and the violations of one column of a table of parameters. A field that the column does not
 * send is left out.
 */
export function checkedFields<Name extends string>(
  parameters: readonly Parameter<Name>[],
  fields: Candidates<Name>,
): { body: Candidates<Name>; violations: Violation[] } {
  const violations: Violation[] = [];
  const present = parameters.filter(({ name, need }) => {
    const isThere = !isMissing(fields[name]);
    if (!isThere && need === 'R') violations.push({ field: name, rule: 'required' });
    return isThere && need !== '-';
  });
  for (const { name, type } of present) violations.push(...typeFaults(name, type, fields[name], fields));
  const body = Object.fromEntries(present.map(({ name }) => [name, fields[name]])) as Candidates<Name>;
  return { body, violations };
}

/** The violations of a required value: `required` if it is missing, `format` if it is invalid. */
export function violationsIn(value: unknown, holds: (value: unknown) => boolean, field: string): Violation[] {
  return holds(value) ? [] : [{ field, rule: value === undefined ? 'required' : 'format' }];
}

export const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);

/**
 * An order id that secondary operations also accept (interface 16.4). The document says String, so only ids are
 * refused that would not stay one path segment ("." and ".." are resolved away), that have control characters, or
 * lone surrogates, which no path can contain.
 */
export const isOrderId = (value: unknown): boolean => isPathPiece(value, 32);

/** An order id as it occurs in answers (at most 256 characters): payments made elsewhere can be read too. */
export const isReadableOrderId = (value: unknown): boolean => isPathPiece(value, 256);

function isPathPiece(value: unknown, most: number): boolean {
  return matches(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)(value) && String(value).length <= most;
}

/** Minor units as the gateway's Number; NaN for what is no amount, which the tables refuse. */
export function wireAmount(amountMinor: number, currency: string): number {
  const isAmount = Number.isSafeInteger(amountMinor) && amountMinor >= 0;
  return isAmount ? toGatewayNumber(amountMinor, currency) : Number.NaN;
}

/** Shares as SplitPayment elements (interface 16.2). */
export function wireShares(shares: readonly Share[], currency: string): WireSplitPayment[] {
  return shares.map(({ subMerchantId, amountMinor }) => ({
    amount: wireAmount(amountMinor, currency),
    sub_merchant_id: subMerchantId,
  }));
}

/** Otherwise valid shares must add up to the amount (interface 2.3). */
export const shareViolations = (shares: readonly Share[], amountMinor: number): Violation[] =>
  sumOf(shares) === amountMinor ? [] : [{ field: 'split', rule: 'does-not-add-up' }];

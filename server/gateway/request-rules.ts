import { passesLuhn } from '../contract/card.ts';
import type { WireCreatePayment, WireSplitPayment } from '../contract/gateway-api.ts';
import { MAX_MINOR, toGatewayNumber } from '../contract/money.ts';
import { isUuid } from '../contract/uuid.ts';
import type { Share } from '../contract/split.ts';
import { needsTaxId, UnsendableError } from '../payments/gateway-port.ts';

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

/** The violations of a required field: `required` if it is missing, `format` if it is invalid. */
export function violationsIn(value: unknown, holds: Check, field: string): Violation[] {
  return holds(value) ? [] : [{ field, rule: value === undefined ? 'required' : 'format' }];
}

// Formats of single fields (interface document, Common type names and Limits).

export type Check = (value: unknown) => boolean;

export const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const atMost =
  (length: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= length;

export const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

export const isHttpUrl: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

export const isCurrency = matches(/^[A-Z]{3}$/);

/** A positive amount in minor units. */
export const isMinorAmount = integer(1, MAX_MINOR);

/**
 * An order id that secondary operations also accept (at most 32 characters). The document says String, so only ids are
 * refused that would not stay one path segment ("." and ".." are resolved away), that have control characters, or lone
 * surrogates, which no path can contain.
 */
export const isOrderId: Check = (value) => isPathPiece(value, 32);

/** An order id as it occurs in answers (at most 256 characters): payments made elsewhere can be read too. */
export const isReadableOrderId: Check = (value) => isPathPiece(value, 256);

function isPathPiece(value: unknown, length: number): boolean {
  return atMost(length)(value) && matches(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)(value);
}

/** A calendar day, yyyy-MM-dd. */
export const isDate: Check = (value) => {
  if (!matches(/^\d{4}-\d{2}-\d{2}$/)(value)) return false;
  const time = Date.parse(`${String(value)}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(value));
};

/** Shares as SplitPayment elements (interface document, Other shapes); {@link shareViolations} checks them. */
export function wireShares(shares: readonly Share[], currency: string): WireSplitPayment[] {
  return shares.map(({ subMerchantId, amountMinor }) => ({
    amount: toGatewayNumber(amountMinor, currency),
    sub_merchant_id: subMerchantId,
  }));
}

/**
 * The violations in the shares of an amount: each must be positive and for a different sub-merchant, and they must add
 * up to the amount ("The amounts in split relate to amount"; the sum is our own rule, the document states none).
 */
export function shareViolations(shares: readonly Share[], amountMinor: number): Violation[] {
  if (!Array.isArray(shares) || shares.length === 0) return [{ field: 'split', rule: 'required' }];
  const violations = shares.flatMap((share, index) => violationsOfShare(share, index, shares));
  if (violations.length > 0 || !isMinorAmount(amountMinor)) return violations;
  const sum = shares.reduce((total, share) => total + share.amountMinor, 0);
  return sum === amountMinor ? [] : [{ field: 'split', rule: 'does-not-add-up' }];
}

function violationsOfShare(share: Share, index: number, shares: readonly Share[]): Violation[] {
  const violations = violationsIn(share.amountMinor, isMinorAmount, `split.${index}.amount`);
  const field = `split.${index}.sub_merchant_id`;
  if (!isUuid(share.subMerchantId)) violations.push({ field, rule: 'format' });
  else if (shares.slice(0, index).some((earlier) => isSame(earlier, share)))
    violations.push({ field, rule: 'duplicate' });
  return violations;
}

function isSame(one: Share, other: Share): boolean {
  return isUuid(one.subMerchantId) && one.subMerchantId.toLowerCase() === other.subMerchantId.toLowerCase();
}

/** Wire fields before they are checked; an undefined or empty one counts as missing. */
export type Candidates = { [Field in keyof WireCreatePayment]?: WireCreatePayment[Field] | undefined };

/** Which of the conditional customer fields are required (interface document, Create payment, rules 3 and 4). */
export interface CustomerRules {
  microfinance: boolean;
  /** rule 3: a hosted payment of a merchant in the microfinance or iGaming sector */
  namesRequired?: boolean;
}

/** Violations that the parameter table does not cover: conditions, lengths and formats of the fields. */
export function violationsOf(body: Candidates, amountMinor: number, rules: CustomerRules): Violation[] {
  return [
    ...cardViolations(body),
    ...customerViolations(body, amountMinor, rules),
    ...amountViolations(body, amountMinor),
    ...formatViolations(body),
    ...fingerprintViolations(body),
  ];
}

const CARD_FIELDS = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'] as const;

/** Rule 1: full card data, or only the token. A lookup may have neither. Hosted mode is covered by the table. */
function cardViolations(body: Candidates): Violation[] {
  if (body.mode !== 'direct') return [];
  const missing = CARD_FIELDS.filter((field) => body[field] === undefined);
  const none = missing.length === CARD_FIELDS.length;
  if (body.cc_token !== undefined) return none ? [] : [{ field: 'cc_token', rule: 'card-or-token' }];
  if (!none) return missing.map((field) => ({ field, rule: 'required' }));
  return body.method === 'lookup' ? [] : [{ field: 'cc_number', rule: 'card-or-token' }];
}

function customerViolations(body: Candidates, amountMinor: number, rules: CustomerRules): Violation[] {
  if (body.method === 'lookup') return [];
  const violations: Violation[] = [];
  if (rules.namesRequired) {
    for (const field of ['customer_fname', 'customer_lname'] as const) {
      if (body[field] === undefined) violations.push({ field, rule: 'required' });
    }
  }
  if (!rules.microfinance || body.customer_tax_id !== undefined) return violations;
  if (needsTaxId(amountMinor, body.currency)) {
    violations.push({ field: 'customer_tax_id', rule: 'required' });
  } else if (body.customer_birthday === undefined) {
    violations.push({ field: 'customer_birthday', rule: 'birthday-or-tax-id' });
  }
  return violations;
}

/** The amount of a card verification may be zero; that of a payment may not. */
function amountViolations({ method }: Candidates, amountMinor: number): Violation[] {
  const least = method === 'lookup' ? 0 : 1;
  const holds = Number.isSafeInteger(amountMinor) && amountMinor >= least && amountMinor <= MAX_MINOR;
  return holds ? [] : [{ field: 'amount', rule: 'format' }];
}

/** Rule 5: digits and check digit. Brand, expiry and CVV length are the companion's own checks (card.ts). */
const cardNumber: Check = (value) =>
  typeof value === 'string' && /^\d{12,19}$/.test(value) && passesLuhn(value);

const text: Check = (value) => typeof value === 'string';
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const objects: Check = (value) => Array.isArray(value) && value.every(object);

const FORMATS: readonly (readonly [keyof Candidates, string, Check])[] = [
  ['method', 'format', matches(/^(auth|purchase|lookup)$/)],
  ['currency', 'format', isCurrency],
  ['description', 'too-long', atMost(2048)],
  ['order_id', 'format', isOrderId],
  ['order_3ds_bypass', 'format', matches(/^(supported|always|never)$/)],
  ['cc_number', 'format', cardNumber],
  ['exp_month', 'format', integer(1, 12)],
  ['exp_year', 'format', integer(0, 2099)],
  ['card_cvv', 'format', matches(/^\d{3,4}$/)],
  ['cc_token', 'format', text],
  ['products', 'format', objects],
  ['customer_id', 'format', text],
  ['customer_fname', 'format', text],
  ['customer_lname', 'format', text],
  ['customer_patronym', 'format', text],
  ['customer_email', 'format', text],
  ['customer_phone', 'format', text],
  ['customer_ip', 'format', text],
  ['customer_lang', 'format', matches(/^[A-Z]{2}(_[A-Z]{2})?$/)],
  ['customer_country', 'format', matches(/^[A-Z]{2}$/)],
  ['customer_birthday', 'format', isDate],
  ['customer_referrer', 'format', isHttpUrl],
  ['customer_tax_id', 'format', text],
  ['server_url', 'format', isHttpUrl],
  ['result_url', 'format', isHttpUrl],
  ['validation_url', 'format', isHttpUrl],
  ['merchant_mcc', 'format', matches(/^\d{4}$/)],
  ['payload', 'too-long', atMost(4000)],
  ['cryptogram', 'format', object],
  ['order_timeout', 'format', integer(1, 2 ** 31 - 1)],
];

function formatViolations(body: Candidates): Violation[] {
  return FORMATS.filter(([field, , holds]) => body[field] !== undefined && !holds(body[field])).map(
    ([field, rule]) => ({ field, rule }),
  );
}

/** All ten fields, all text (interface document, Other shapes). */
function fingerprintViolations({ browser_fingerprint: fingerprint }: Candidates): Violation[] {
  return Object.entries(fingerprint ?? {})
    .filter(([, value]: [string, unknown]) => typeof value !== 'string' || value === '')
    .map(([name]) => ({ field: `browser_fingerprint.${name}`, rule: 'required' }));
}

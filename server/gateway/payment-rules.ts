import { passesLuhn } from '../contract/card.ts';
import { MAX_MINOR } from '../contract/money.ts';
import type { Candidates } from './payment-parameters.ts';
import type { Violation } from './request-error.ts';

/** Which of the conditional customer fields are required (interface document, Create payment, rules 3 and 4). */
export interface CustomerRules {
  microfinance: boolean;
  /** rule 3: a hosted payment of a merchant in the microfinance or iGaming sector */
  namesRequired?: boolean;
}

/** `customer_tax_id` is required above 30 000 UAH (rule 4), here in kopecks. */
const TAX_ID_ABOVE_MINOR = 3_000_000;

/** What the parameter table alone cannot say: conditions, lengths and formats of the fields to be sent. */
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

/** Rule 1: full card data, or the token alone. A lookup may have neither. The table settles hosted mode. */
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
  if (body.currency === 'UAH' && amountMinor > TAX_ID_ABOVE_MINOR) {
    violations.push({ field: 'customer_tax_id', rule: 'required' });
  } else if (body.customer_birthday === undefined) {
    violations.push({ field: 'customer_birthday', rule: 'birthday-or-tax-id' });
  }
  return violations;
}

/** A card verification may be for nothing; a payment may not. */
function amountViolations({ method }: Candidates, amountMinor: number): Violation[] {
  const least = method === 'lookup' ? 0 : 1;
  const holds = Number.isSafeInteger(amountMinor) && amountMinor >= least && amountMinor <= MAX_MINOR;
  return holds ? [] : [{ field: 'amount', rule: 'format' }];
}

type Check = (value: unknown) => boolean;
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const atMost =
  (length: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= length;
const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const url: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/**
 * An order id that secondary operations take too (at most 32 characters) and that stays one piece of a path:
 * "." and ".." would be resolved away.
 */
export const isOrderId: Check = (value) =>
  typeof value === 'string' && /^[\x21-\x7e]{1,32}$/.test(value) && !/^\.{1,2}$/.test(value);

/** Rule 5: digits and check digit. Brand, expiry and CVV length are the companion's own checks (card.ts). */
const cardNumber: Check = (value) =>
  typeof value === 'string' && /^\d{12,19}$/.test(value) && passesLuhn(value);

const FORMATS: readonly (readonly [keyof Candidates, string, Check])[] = [
  ['method', 'format', matches(/^(auth|purchase|lookup)$/)],
  ['currency', 'format', matches(/^[A-Z]{3}$/)],
  ['description', 'too-long', atMost(2048)],
  ['order_id', 'format', isOrderId],
  ['cc_number', 'format', cardNumber],
  ['exp_month', 'format', integer(1, 12)],
  ['exp_year', 'format', integer(0, 2099)],
  ['card_cvv', 'format', matches(/^\d{3,4}$/)],
  ['customer_country', 'format', matches(/^[A-Z]{2}$/)],
  ['customer_birthday', 'format', matches(/^\d{4}-\d{2}-\d{2}$/)],
  ['customer_referrer', 'format', url],
  ['server_url', 'format', url],
  ['result_url', 'format', url],
  ['validation_url', 'format', url],
  ['merchant_mcc', 'format', matches(/^\d{4}$/)],
  ['payload', 'too-long', atMost(4000)],
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

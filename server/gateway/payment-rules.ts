import { passesLuhn } from '../contract/card.ts';
import { MAX_MINOR } from '../contract/money.ts';
import {
  atMost,
  type Check,
  integer,
  isCurrency,
  isDate,
  isHttpUrl,
  isJsonObject,
  isOrderId,
  matches,
} from './formats.ts';
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

/** Rule 5: digits and check digit. Brand, expiry and CVV length are the companion's own checks (card.ts). */
const cardNumber: Check = (value) =>
  typeof value === 'string' && /^\d{12,19}$/.test(value) && passesLuhn(value);

const text: Check = (value) => typeof value === 'string';
const jsonObjects: Check = (value) => Array.isArray(value) && value.every(isJsonObject);

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
  ['products', 'format', jsonObjects],
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
  ['cryptogram', 'format', isJsonObject],
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

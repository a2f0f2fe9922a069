import type { AskedCustomer, CardInput } from '../../server/contract/checkout-api.ts';
import { checkedField } from '../../server/contract/customer-fields.ts';
import {
  CUSTOMER_INPUTS,
  type CustomerField,
  type InputTraits,
} from '../../server/contract/customer-inputs.ts';
import {
  brandOf,
  brandRule,
  type CardFault,
  cvvFault,
  expiryFault,
  mayBecome,
  numberFault,
} from '../../server/contract/card.ts';
import { digitsOf } from './digits.ts';
import { parseExpiry } from './expiry.ts';

/** The inputs of the form: their attributes and validation. Pure. */

export type CardFieldName = 'number' | 'expiry' | 'cvv';
export type FieldName = CardFieldName | CustomerField;
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;
export type Faults = Partial<Record<FieldName, string>>;

export const CARD_FIELDS: readonly CardFieldName[] = ['number', 'expiry', 'cvv'];

export interface FieldTraits extends InputTraits {
  inputmode?: string;
  placeholder?: string;
}

const numeric = { inputmode: 'numeric' };

export const FIELDS: Readonly<Record<FieldName, FieldTraits>> = {
  number: { ...numeric, autocomplete: 'cc-number', placeholder: '1234 5678 9012 3456' },
  expiry: { ...numeric, autocomplete: 'cc-exp' },
  cvv: { ...numeric, autocomplete: 'cc-csc' },
  ...CUSTOMER_INPUTS,
};

/** Every field, in order. */
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** Every field, in the order of a language: some write the family name first. */
export function fieldsIn(tag: string): readonly FieldName[] {
  if (!/^(hu|ja|ko|zh)/.test(tag)) return FIELD_NAMES;
  const swapped: Partial<Record<FieldName, FieldName>> = { firstName: 'lastName', lastName: 'firstName' };
  return FIELD_NAMES.map((name) => swapped[name] ?? name);
}

/** What validation needs besides the values. */
export interface FieldRules {
  /** accepted card brands; null for all */
  brands: readonly string[] | null;
  /** called only for a typed date */
  now: () => Date;
}

type Check = (value: string, values: FieldValues, rules: FieldRules) => CardFault | null;

/** Checks of the card's fields, filled in. */
const CHECKS: Readonly<Record<CardFieldName, Check>> = {
  number(value, _values, { brands }) {
    const digits = digitsOf(value);
    if (digits.length > 1 && brands && !mayBecome(digits, brands)) return 'brand-not-accepted';
    return numberFault(digits, brands);
  },
  expiry(value, _values, { now }) {
    const date = parseExpiry(value);
    if (!date) return 'incomplete';
    const today = now();
    // Two digits are easily mistyped. The companion accepts every future date.
    const isImplausible = date.year > today.getFullYear() + 20;
    return expiryFault(date.month, date.year, today) ?? (isImplausible ? 'invalid' : null);
  },
  cvv: (value, { number = '' }) => cvvFault(digitsOf(value), brandOf(digitsOf(number))),
};

/** Why a field is invalid: a {@link CardFault}, or a fault of the customer's fields. Null if it is valid. */
export function faultOf(name: FieldName, values: FieldValues, rules: FieldRules): string | null {
  const value = values[name] ?? '';
  if (name in CUSTOMER_INPUTS) return checkedField(name as CustomerField, value, rules.now).fault;
  // A newer companion may ask for a field that this tag does not know.
  const check = CHECKS[name as CardFieldName] as Check | undefined;
  return check ? (value.trim() ? check(value.trim(), values, rules) : 'required') : null;
}

/**
 * Whether a number or a date usually ends here: a number with 16 digits, or with the most if these are not the shortest
 * either. The first digits of a longer number pass the check in one of ten cases.
 */
export function isWhole(name: FieldName, value: string): boolean {
  // "12 / 20" may become "12 / 2030".
  if (name === 'expiry') return /\/ (?!20)\d\d$/.test(value);
  if (name !== 'number') return false;
  const digits = digitsOf(value);
  const { lengths, exactly } = brandRule(brandOf(digits));
  const [min, max] = lengths;
  return digits.length === (exactly || min === 16 ? 16 : max);
}

/** Whether a fault is told before the field is left: no further digit is expected, or none can mend it. */
export function isTold(name: FieldName, value: string, fault: string): boolean {
  const digits = digitsOf(value);
  const isLong = name === 'number' && digits.length >= brandRule(brandOf(digits)).lengths[1];
  return isLong || fault === 'month' || fault === 'brand-not-accepted' || isWhole(name, value);
}

/** The card in the companion's format. The values must be valid. */
export function cardOf({ number = '', expiry = '', cvv = '' }: FieldValues): CardInput {
  const { month, year } = parseExpiry(expiry) ?? { month: 0, year: 0 };
  return { number: digitsOf(number), expMonth: month, expYear: year, cvv: digitsOf(cvv) };
}

/** The requested customer fields in the companion's format. */
export function customerOf(asked: readonly CustomerField[], values: FieldValues): AskedCustomer {
  const customer: AskedCustomer = {};
  for (const name of asked) {
    customer[name] = (values[name] ?? '').trim();
  }
  return customer;
}

/** The field that a `path` of the companion's `errors` refers to ("card.expYear" → expiry). */
export function fieldOf(path: string): string {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return last.startsWith('exp') ? 'expiry' : last;
}

import type { AskedCustomer, CardInput } from '../server/contract/checkout-api.ts';
import {
  CUSTOMER_INPUTS,
  type CustomerField,
  hasPhoneLength,
  type InputTraits,
  PHONE,
  plainPhone,
} from '../server/contract/customer-inputs.ts';
import {
  brandOf,
  type CardFault,
  cvvFault,
  expiryFault,
  mayBecome,
  numberFault,
  passesLuhn,
} from '../server/contract/card.ts';
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

/** What validation needs besides the values. */
export interface FieldRules {
  /** accepted card brands; null for all */
  brands: readonly string[] | null;
  /** called only for a typed date */
  now: () => Date;
}

type Check = (value: string, values: FieldValues, rules: FieldRules) => CardFault | null;

/** Checks of fields that are filled in; fields without one accept anything. */
const CHECKS: Readonly<Partial<Record<FieldName, Check>>> = {
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
  email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'invalid'),
  phone(value) {
    const plain = plainPhone(value);
    return PHONE.test(plain) && hasPhoneLength(plain) ? null : 'invalid';
  },
  birthday: (value, _values, { now }) => (value < now().toISOString() ? null : 'invalid'),
};

/** Maximum lengths that the companion accepts; 100 for all others. */
const LONGEST: Partial<Readonly<Record<FieldName, number>>> = { email: 254, taxId: 32 };

/** Why a field is invalid: a {@link CardFault}, `too-long` or `looks-like-a-card`. Null if it is valid. */
export function faultOf(name: FieldName, values: FieldValues, rules: FieldRules): string | null {
  const value = (values[name] ?? '').trim();
  // A newer companion may ask for a field that this tag does not know.
  if (!value) return name in FIELDS ? 'required' : null;
  if (name in CUSTOMER_INPUTS) {
    if (name !== 'phone' && holdsCard(value)) return 'looks-like-a-card';
    if (value.length > (LONGEST[name] ?? 100)) return 'too-long';
  }
  return CHECKS[name]?.(value, values, rules) ?? null;
}

/** Whether a card number was typed into another field. */
function holdsCard(value: string): boolean {
  const digits = digitsOf(value);
  return digits.length > 12 && passesLuhn(digits);
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

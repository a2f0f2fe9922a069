import { AMOUNT_PATTERN } from '../contract/text-schemas.ts';
import type { ValueRule } from './arguments.ts';

/** "init, pending or success" */
export function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
}

export const oneOf = (names: readonly string[]): ValueRule => ({
  isValid: (value) => names.includes(value),
  words: listed(names),
});

const matches = (pattern: RegExp, words: string): ValueRule => ({
  isValid: (value) => pattern.test(value),
  words,
});

export const DECIMAL = matches(
  new RegExp(AMOUNT_PATTERN),
  'a decimal number with a point and at most two decimal places, such as 24.50',
);
export const CURRENCY = matches(/^[A-Z]{3}$/, 'an ISO 4217 code, such as EUR');
export const ORDER_ID = matches(/^[A-Za-z0-9._-]{1,32}$/, '1 to 32 letters, digits and . _ -');

/** Other bytes would fail inside fetch; the API checks the rest. */
export const KEY = matches(/^[\x21-\x7e]+$/, 'visible ASCII characters without blanks');

/** A day in UTC, or a time with its offset. */
export const MOMENT: ValueRule = {
  isValid: (value) =>
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  words: 'a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00Z',
};

export const wholeNumber = (least: number, most: number): ValueRule => ({
  isValid: (value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most,
  words: `a whole number from ${least} to ${most}`,
});

export const DAY: ValueRule = {
  isValid: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && MOMENT.isValid(value),
  words: 'a day, such as 2026-11-20',
};

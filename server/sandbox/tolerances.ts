import { isObject, type Check } from './fields.ts';
import type { Tolerance } from './parameters.ts';

/** Violations of the interface document by shipping clients, and how the live gateway evidently reads them. */

const DECIMAL = /^(0|[1-9]\d{0,15})(\.\d{1,4})?$/;

/** Decimal text for a Number (`"12.50"`), as PHP plugins send it. */
export function decimalText(check: Check): Tolerance {
  return (value, stated) => {
    if (typeof value !== 'string' || !DECIMAL.test(value)) return undefined;
    return check(Number(value), stated) === null ? Number(value) : undefined;
  };
}

/** Empty text for data that a guest has not entered. */
export const emptyText: Tolerance = (value) => (value === '' ? null : undefined);

/** Any text for an e-mail address (`"unregistered"`); empty text counts as none. */
export const anyAddress: Tolerance = (value) => {
  if (typeof value !== 'string' || value.length > 254) return undefined;
  return value === '' ? null : value;
};

/** An object with further fields, which are ignored. */
export function furtherFields(fields: readonly string[], check: Check): Tolerance {
  return (value, stated) => {
    const known = isObject(value) ? only(value, fields) : undefined;
    return check(known, stated) === null ? known : undefined;
  };
}

/** Shares with further fields, and with amounts in decimal text. */
export function looseShares(fields: readonly string[], amount: Check, check: Check): Tolerance {
  const readAmount = decimalText(amount);
  return (value, stated) => {
    if (!Array.isArray(value)) return undefined;
    const shares = value.map((share: unknown) => {
      if (!isObject(share)) return share;
      return { ...only(share, fields), amount: readAmount(share['amount'], stated) ?? share['amount'] };
    });
    return check(shares, stated) === null ? shares : undefined;
  };
}

/** `1` for `true`, as Guzzle writes it into a query. */
export const oneForTrue: Tolerance = (value) => (value === '1' ? 'true' : undefined);

function only(value: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}

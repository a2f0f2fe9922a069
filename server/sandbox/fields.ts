import { checkedField } from '../contract/customer-fields.ts';
import type { CustomerField } from '../contract/customer-inputs.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import { isUuid } from '../contract/uuid.ts';

/** The fields of a request, by parameter. */
export type SentFields = Readonly<Record<string, unknown>>;

/** Checks one value of a request. Returns what is wrong with it, or null. */
export type Check = (value: unknown, body: SentFields) => string | null;

/**
 * How the live gateway evidently reads a value that breaks its rule, as shipping clients send it: as the returned value,
 * or as not sent if that is null. Undefined for a value that it does not accept.
 */
export type Tolerance = (value: unknown, body: SentFields) => unknown;

const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), 'XTS']);
const DECIMAL = /^(0|[1-9]\d{0,15})(\.\d{1,4})?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Text of `min` to `max` characters. */
export function text(max: number, min = 1): Check {
  return (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value.length < min) return 'must not be empty';
    return value.length > max ? `must have at most ${max} characters` : null;
  };
}

export function pattern(expression: RegExp, violation: string): Check {
  return (value) => (typeof value === 'string' && expression.test(value) ? null : violation);
}

export function oneOf(...allowed: string[]): Check {
  return (value) =>
    typeof value === 'string' && allowed.includes(value) ? null : `must be one of ${allowed.join(', ')}`;
}

export function integer(min: number, max: number): Check {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? null
      : `must be a whole Number from ${min} to ${max}`;
}

export const uuid: Check = (value) => (isUuid(value) ? null : 'must be a UUID');

/** A field of the customer, by the definition that tag and companion use too. */
export const customer =
  (name: CustomerField): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    const { fault } = checkedField(name, value, () => new Date());
    return fault && `is ${fault} for ${name}`;
  };

export const currency: Check = (value) =>
  typeof value === 'string' && CURRENCIES.has(value) ? null : 'must be an ISO 4217 code';

/** A JSON Number with at most two decimals, in the currency that the body names. */
export function amount(options: { zero?: boolean } = {}): Check {
  return (value, body) => {
    if (typeof value !== 'number') return 'must be a Number';
    const stated = body['currency'] ?? body['order_currency'];
    const minor = fromGatewayAmount(value, typeof stated === 'string' ? stated : 'XTS');
    if (minor === null) return 'must be an amount with at most 2 decimal digits';
    return minor > 0 || options.zero ? null : 'must be positive';
  };
}

export const url: Check = (value, body) => {
  const violation = text(2048)(value, body);
  if (violation || typeof value !== 'string') return violation;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? null : 'must be a URL';
};

export const ipAddress: Check = (value) => {
  if (typeof value !== 'string') return 'must be a string';
  const isIpv6 = value.includes(':') && URL.canParse(`http://[${value}]/`);
  return isIpv6 || IPV4.test(value) ? null : 'must be an IP address';
};

/** A calendar day. */
export const date: Check = (value, body) => {
  const violation = pattern(/^\d{4}-\d{2}-\d{2}$/, 'must be yyyy-MM-dd')(value, body);
  if (violation) return violation;
  const time = Date.parse(`${String(value)}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(value));
  return exists ? null : 'must be a date that exists';
};

export const objects: Check = (value) =>
  Array.isArray(value) && value.every(isObject) ? null : 'must be an array of objects';

export const object: Check = (value) => (isObject(value) ? null : 'must be an object');

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Decimal text for a Number (`"12.50"`), as PHP plugins send it. */
export function decimalText(check: Check): Tolerance {
  return (value, sent) => {
    if (typeof value !== 'string' || !DECIMAL.test(value)) return undefined;
    return check(Number(value), sent) === null ? Number(value) : undefined;
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
  return (value, sent) => {
    const entries = isObject(value) ? Object.entries(value).filter(([name]) => fields.includes(name)) : [];
    const known = Object.fromEntries(entries);
    return check(known, sent) === null ? known : undefined;
  };
}

/** `1` for `true`, as Guzzle writes it into a query. */
export const oneForTrue: Tolerance = (value) => (value === '1' ? 'true' : undefined);

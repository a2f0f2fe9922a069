import { z } from 'zod';
import { checkedField } from '../contract/customer-fields.ts';
import type { CustomerField } from '../contract/customer-inputs.ts';
import { FINGERPRINT_FIELDS } from '../contract/gateway-parameters.ts';

/** What the live gateway evidently makes of single fields, beside the interface document. */

/**
 * How it reads a value that breaks its type, as shipping clients send it (interface 17.13): as the returned value, or
 * as not sent if that is null. Undefined for a value that it does not accept.
 * @param accepts whether the type of the document accepts a value
 */
export type Tolerance = (value: unknown, accepts: (value: unknown) => boolean) => unknown;

/** A field of the customer, by the definition that tag and companion use too. */
export const customer = (name: CustomerField): z.ZodType =>
  z.string('must be a string').superRefine((value, context) => {
    const { fault } = checkedField(name, value, () => new Date());
    if (fault) context.addIssue({ code: 'custom', message: `is ${fault} for ${name}` });
  });

export const ipAddress: z.ZodType = z.union([z.ipv4(), z.ipv6()], 'must be an IP address');

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DECIMAL = /^(0|[1-9]\d{0,15})(\.\d{1,4})?$/;
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;

/** Decimal text for a Number (`"12.50"`), as PHP plugins send it. */
export const decimalText: Tolerance = (value, accepts) => {
  const number = numberIn(value);
  return accepts(number) ? number : undefined;
};

/** Empty text for data that a guest has not entered. */
export const emptyText: Tolerance = (value) => (value === '' ? null : undefined);

/** Any text for an e-mail address (`"unregistered"`); empty text counts as none. */
export const anyAddress: Tolerance = (value) => {
  if (typeof value !== 'string' || value.length > 254) return undefined;
  return value === '' ? null : value;
};

/** A fingerprint with further fields, which are ignored. */
export const furtherFields: Tolerance = (value, accepts) => {
  const known = isObject(value) && Object.fromEntries(FINGERPRINT_FIELDS.map((name) => [name, value[name]]));
  return accepts(known) ? known : undefined;
};

/** Shares with further fields, and with amounts in decimal text. */
export const looseSplit: Tolerance = (value, accepts) => {
  if (!Array.isArray(value)) return undefined;
  const shares = value.map((share: unknown) => {
    if (!isObject(share)) return share;
    return { amount: numberIn(share['amount']), sub_merchant_id: share['sub_merchant_id'] };
  });
  return accepts(shares) ? shares : undefined;
};

/** `1` for `true`, as Guzzle writes it into a query. */
export const oneForTrue: Tolerance = (value) => (value === '1' ? 'true' : undefined);

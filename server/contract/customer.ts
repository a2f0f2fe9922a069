import { z } from 'zod';
import { httpUrl } from './address.ts';
import { checkedField, type CheckedField, type CustomerFault, trimmed } from './customer-fields.ts';
import { CUSTOMER_FIELDS, type CustomerField } from './customer-inputs.ts';
import { wireLength } from './text-schemas.ts';

/** Customer data: from the merchant in the order, and from the customer in the form. */

const rule = (code: string) => ({ params: { code }, abort: true });

/**
 * The merchant's id of the customer. Saved cards are found and deleted by this text, so different ids must stay
 * different in every store, and each must be usable as a path segment.
 */
export const customerIdSchema = z
  .string()
  .min(1)
  .max(256, { abort: true })
  .refine(...wireLength(256))
  .refine((id) => !/\p{Cs}/u.test(id), rule('malformed-unicode'))
  .refine((id) => !/\p{Cc}/u.test(id), rule('control-character'))
  .refine((id) => id === id.trim(), rule('surrounding-white-space'))
  // Resolved away in `DELETE /api/customers/{id}`, percent-encoded or not (RFC 3986, 5.2.4).
  .refine((id) => id !== '.' && id !== '..', rule('dot-segment'));

const checked = (name: CustomerField, text: string): CheckedField =>
  checkedField(name, text, () => new Date());

/** The customer's fields that the merchant may state besides `id`. */
const STATED_FIELDS = [...CUSTOMER_FIELDS, 'patronymic', 'country', 'referrer'] as const;
type StatedField = (typeof STATED_FIELDS)[number];

/** Any value: what is of no use is dropped by {@link usableCustomer}. The description is of what is of use. */
const stated = (description: object) =>
  z
    .unknown()
    .optional()
    .meta({ type: 'string', ...description });

/** The customer as the merchant states it. Only `id` must be valid. */
export const customerSchema = z.strictObject({
  id: customerIdSchema.optional(),
  firstName: stated({ maxLength: 256 }),
  lastName: stated({ maxLength: 256 }),
  patronymic: stated({ maxLength: 256 }),
  email: stated({ maxLength: 254, description: 'As the e-mail field of a browser takes it; in any script' }),
  phone: stated({ description: 'At most 15 digits; an extension is left out' }),
  country: stated({ description: 'ISO 3166-1 alpha-2' }),
  birthday: stated({ format: 'date', description: 'From 1900 to today' }),
  taxId: stated({ maxLength: 32 }),
  referrer: stated({ maxLength: 2048, description: 'An http or https URL' }),
});

/** The known data of the customer: all optional, and usable as it is. */
export type Customer = { readonly id?: string | undefined } & {
  readonly [field in StatedField]?: string | undefined;
};

/**
 * What can be used of a stated customer, and the names of the fields that cannot: they count as not stated, so that the
 * form asks for those that the gateway needs.
 */
export function usableCustomer({ id, ...fields }: z.output<typeof customerSchema>): {
  customer: Customer;
  dropped: StatedField[];
} {
  const found = STATED_FIELDS.filter((name) => fields[name] !== undefined).map((name) => ({
    name,
    ...checkedStated(name, fields[name]),
  }));
  const usable = found.filter(({ fault }) => fault === null).map(({ name, value }) => [name, value] as const);
  return {
    customer: { ...(id !== undefined && { id }), ...Object.fromEntries(usable) },
    dropped: found.filter(({ fault }) => fault !== null).map(({ name }) => name),
  };
}

function checkedStated(name: StatedField, given: unknown): CheckedField {
  if (typeof given !== 'string') return { value: '', fault: 'invalid' };
  if (name === 'patronymic') return checked('firstName', given);
  if (name !== 'country' && name !== 'referrer') return checked(name, given);
  if (given.length > LONGEST) return { value: '', fault: 'too-long' };
  const text = trimmed(given);
  const value = name === 'country' ? text.toUpperCase() : text;
  const isUsable =
    name === 'country' ? /^[A-Z]{2}$/.test(value) : value.length <= 2048 && httpUrl(value) !== null;
  return { value, fault: isUsable ? null : 'invalid' };
}

const LONGEST = 2_100;

/** The customer's input. What of it can be used, {@link checkedCustomer} tells. */
export const askedCustomerSchema = z.strictObject(
  Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, z.string().optional()])) as {
    [name in CustomerField]: z.ZodOptional<z.ZodString>;
  },
);

/** What of the customer's input can be used, by the same rules as in the tag, and why the rest cannot. */
export function checkedCustomer(typed: z.output<typeof askedCustomerSchema>): {
  customer: Customer;
  faults: { readonly [name in CustomerField]?: CustomerFault };
} {
  const found = CUSTOMER_FIELDS.flatMap((name) => {
    const text = typed[name];
    return text === undefined ? [] : [{ name, ...checked(name, text) }];
  });
  const usable = found.filter(({ fault }) => fault === null);
  const useless = found.filter(({ fault }) => fault !== null);
  return {
    customer: Object.fromEntries(usable.map(({ name, value }) => [name, value])),
    faults: Object.fromEntries(useless.map(({ name, fault }) => [name, fault])),
  };
}

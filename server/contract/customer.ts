import { z } from 'zod';
import { scrubCardNumbers } from './card-like.ts';
import { hasPhoneLength, PHONE, plainPhone } from './customer-inputs.ts';
import { wireLength } from './text-schemas.ts';

/** Customer data: from the merchant in the order token, and from the customer in the form. */

const text = (max: number) => z.string().trim().min(1).max(max, { abort: true });
const name = text(100);
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

const email = z.email().max(254);
const phone = z.string().overwrite(plainPhone).regex(PHONE);
const birthday = z.iso.date();
const taxId = text(32);

/** The customer in the order token. */
export const customerSchema = z.strictObject({
  id: customerIdSchema.optional(),
  firstName: name.optional(),
  lastName: name.optional(),
  patronymic: name.optional(),
  email: email.optional(),
  phone: phone.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  birthday: birthday.optional(),
  taxId: taxId.optional(),
  referrer: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
});

/** The known data of the customer: all optional, validated text. */
export type Customer = z.infer<typeof customerSchema>;

/** A card number typed into the wrong field must not be passed on as a name. */
const noCard = (value: string): boolean => scrubCardNumbers(value) === value;
const cardLike = { params: { code: 'looks-like-a-card' } };

/** The customer's input, which the companion trims and validates by its own rules. */
export const askedCustomerSchema = z.strictObject({
  firstName: name.refine(noCard, cardLike).optional(),
  lastName: name.refine(noCard, cardLike).optional(),
  email: z.string().trim().pipe(email).refine(noCard, cardLike).optional(),
  phone: phone.refine(hasPhoneLength, cardLike).optional(),
  birthday: birthday.optional(),
  taxId: taxId.optional(),
});

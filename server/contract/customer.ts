import { z } from 'zod';
import { scrubCardNumbers } from './card-like.ts';
import { hasPhoneLength, PHONE, plainPhone } from './phone.ts';
import { wireLength } from './wire-length.ts';

/** What is said of a customer: by the merchant in the order token, and by the customer in the form. */

const text = (max: number) => z.string().trim().min(1).max(max, { abort: true });
const name = text(100);
const rule = (code: string) => ({ params: { code }, abort: true });

/**
 * Who the customer is to the merchant: by this text saved cards are found and forgotten, so two that differ must stay two in
 * every store, and each must stand as a piece of a path. Blanks around it do not count.
 */
export const customerIdSchema = text(256)
  .refine(...wireLength(256))
  .refine((id) => !/\p{Cs}/u.test(id), rule('malformed-unicode'))
  .refine((id) => !/\p{Cc}/u.test(id), rule('control-character'))
  // Resolved away in `DELETE /api/customers/{id}`, percent-encoded or not (RFC 3986, 5.2.4).
  .refine((id) => id !== '.' && id !== '..', rule('dot-segment'));

const email = z.email().max(254);
const phone = z.string().overwrite(plainPhone).regex(PHONE);
const birthday = z.iso.date();
const taxId = text(32);

/** As the order token states it. */
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

/** What is known of the customer; all optional, validated text. */
export type Customer = z.infer<typeof customerSchema>;

/** A card number typed into the wrong field must not travel on as a name. */
const noCard = (value: string): boolean => scrubCardNumbers(value) === value;
const cardLike = { params: { code: 'looks-like-a-card' } };

/** As the customer types it: trimmed by the companion, whose own rules decide whether it is valid. */
export const askedCustomerSchema = z.strictObject({
  firstName: name.refine(noCard, cardLike).optional(),
  lastName: name.refine(noCard, cardLike).optional(),
  email: z.string().trim().pipe(email).refine(noCard, cardLike).optional(),
  phone: phone.refine(hasPhoneLength, cardLike).optional(),
  birthday: birthday.optional(),
  taxId: taxId.optional(),
});

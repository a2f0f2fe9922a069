import type { CustomerField } from './customer-inputs.ts';
import { z } from 'zod';
import { holdsCardNumber } from './card-like.ts';
import type { CardBrand } from './card.ts';
import { askedCustomerSchema } from './customer.ts';
import { fingerprintSchema } from './fingerprint.ts';
import type { paymentViewSchema } from './merchant-api.ts';
import type { MerchantProfile } from './merchant-profile.ts';
import type { PaymentMethod, PaymentMode } from './words.ts';

/** The messages between the tag and the companion. The widget imports only types. */

/** A payment as browsers and merchants see it. Amounts are decimal text, times ISO 8601 in UTC. */
export interface PaymentView extends z.infer<typeof paymentViewSchema> {
  /** The amount formatted for the language of the request (`Accept-Language`); in the browser API only. */
  amountText?: string;
  /** The gateway refused the saved card, which was deleted; in the answer of `POST /payments` only. */
  savedCardRefused?: boolean;
  /** The order token has expired: it reads this payment for a day, and starts none; in `GET /payments/{id}` only. */
  tokenExpired?: boolean;
}

/** What the gateway's hosted page can offer beside cards. */
export const HOSTED_METHODS = ['apple-pay', 'google-pay'] as const;
export type HostedMethod = (typeof HOSTED_METHODS)[number];

/** A saved card of this customer. It is charged by its id only: the gateway accepts no CVV with a token. */
export interface SavedCard {
  id: string;
  mask: string;
  brand: CardBrand | null;
  /** "MM/YY"; may have expired */
  expires: string;
}

export interface SessionView {
  order: {
    id: string;
    amount: string;
    /** as in {@link PaymentView} */
    amountText?: string;
    currency: string;
    description: string;
    method: PaymentMethod;
  };
  /** The merchant that the customer pays, or null if none is named. */
  merchant?: MerchantProfile | null;
  /** Offered modes, preferred first. */
  modes: PaymentMode[];
  /** The fields that the form must ask for before a direct payment (before a hosted one if direct is not offered). */
  customerFields: CustomerField[];
  /** The fields that the form must ask for before the hosted page, a subset of the above. */
  hostedCustomerFields: CustomerField[];
  /** What the hosted page offers beside cards (`HOSTED_METHODS`); empty if `modes` has no hosted. */
  hostedMethods: HostedMethod[];
  /** Accepted card brands, or null for all. */
  brands: CardBrand[] | null;
  /** of the order's `customer.id`, newest first */
  savedCards: SavedCard[];
  /** Whether `saveCard` may be asked for: the order names a `customer.id`, and the card is typed here. */
  savable: boolean;
  payment: PaymentView | null;
  attemptsLeft: number;
  /** True if no real money moves (the test currency XTS, or a gateway on loopback). */
  test: boolean;
}

/** The answer of `POST /hosted`; a form post is answered with 303 to `location`. */
export interface HostedView {
  location: string;
  payment: PaymentView;
}

/** The browser's data about itself, as it is sent to the gateway. */
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/** Customer fields as typed. */
export type AskedCustomer = z.infer<typeof askedCustomerSchema>;

/** A card as the tag sends it. Luhn, expiry and CVV are checked by card.ts, not here. */
const cardSchema = z.strictObject({
  number: z.string().regex(/^\d{1,32}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(1000).max(9999),
  cvv: z.string().regex(/^\d{1,8}$/),
});
export type CardInput = z.infer<typeof cardSchema>;

const paymentFields = z.strictObject({
  card: cardSchema.optional(),
  savedCard: z
    // No CVV: with a token the gateway accepts none (interface 1.1).
    .strictObject({ id: z.string().min(1).max(64) })
    .optional(),
  /** the gateway's (`cc_token`) or a wallet's: printable characters without spaces */
  cardToken: z
    .string()
    .regex(/^[\x21-\x7e]{1,8192}$/)
    // Whoever logs a token masks no card number in it. A token with letters may hold such digits by chance.
    .refine((token) => /[a-z]/i.test(token) || !holdsCardNumber(token), {
      params: { code: 'looks-like-a-card' },
    })
    .optional(),
  customer: askedCustomerSchema.default({}),
  fingerprint: fingerprintSchema,
  /** saves the card for later; only with `card`, and if the session has `savable` */
  saveCard: z.boolean().optional(),
  /**
   * The id of this order's direct payment that waits for its customer (status `pending`, with an `action`): this one begins
   * although that one is open. Whichever succeeds first pays the order; the other is refunded by itself.
   */
  replaces: z.string().min(1).max(64).optional(),
});

/** Body of `POST /payments`: exactly one of `card`, `savedCard`, `cardToken`. */
export const createPaymentSchema = paymentFields.refine(
  (body) => [body.card, body.savedCard, body.cardToken].filter((way) => way !== undefined).length === 1,
  { path: ['card'], params: { code: 'exactly-one-of-card-saved-card-card-token' } },
);
export type CreatePaymentInput = z.infer<typeof createPaymentSchema>;
/** The body as it is written, before defaults. */
export type CreatePaymentBody = z.input<typeof paymentFields>;

/** Body of `POST /hosted`. `card` is only for a lookup (interface 1.6), and required there. */
export const createHostedSchema = z.strictObject({
  customer: askedCustomerSchema.default({}),
  card: cardSchema.optional(),
  /** as in `POST /payments`; only with `card` */
  saveCard: z.boolean().optional(),
});
/** The body as it is written, before defaults. */
export type CreateHostedBody = z.input<typeof createHostedSchema>;

import { z } from 'zod';
import type { CardBrand } from './card.ts';
import { askedCustomerSchema } from './customer.ts';
import { fingerprintSchema } from './fingerprint.ts';
import type { MerchantProfile } from './merchant-profile.ts';

/** What crosses between the tag and the companion (contract, section 3). The widget imports types alone. */

export type PaymentStatus = 'init' | 'pending' | 'success' | 'failure' | 'unknown';
export type PaymentMode = 'direct' | 'hosted';
export type PaymentMethod = 'purchase' | 'auth' | 'lookup';

/** A payment as browsers and merchants see it. Amounts are decimal text, times ISO 8601 in UTC. */
export interface PaymentView {
  id: string;
  orderId: string;
  mode: PaymentMode;
  method: PaymentMethod;
  status: PaymentStatus;
  /** The gateway's code, a string of digits, or null where none came. */
  statusCode: string | null;
  statusDescription: string | null;
  amount: string;
  /** The amount as people write it in the language of the request (`Accept-Language`); in the browser API only. */
  amountText?: string;
  currency: string;
  /** Where the customer has to go (3-D Secure or the hosted page), or null. */
  action: { url: string } | null;
  cardMask: string | null;
  receiptUrl: string | null;
  /** The gateway refused the saved card, which was forgotten; in the answer of `POST /payments` only. */
  savedCardRefused?: boolean;
  /** Whether a new attempt on the order is possible now, apart from the limits on declined attempts (429). */
  canRetry: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Fields of the customer that the form can ask for. */
export const CUSTOMER_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'birthday', 'taxId'] as const;
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** A card that was kept for this customer. It is charged by its id alone: the gateway takes no CVV with a token. */
export interface SavedCard {
  id: string;
  mask: string;
  brand: CardBrand | null;
  /** "MM/YY"; may be over */
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
  /** Whom the customer pays, or null where nobody is named. */
  merchant?: MerchantProfile | null;
  /** Offered ways to pay, preferred first. */
  modes: PaymentMode[];
  /** What the form must ask for a direct payment (for a hosted one, where direct is not offered). */
  customerFields: CustomerField[];
  /** What must be asked before the hosted page, a part of the above. */
  hostedCustomerFields: CustomerField[];
  /** Accepted card brands, or null for all. */
  brands: CardBrand[] | null;
  /** of the order's `customer.id`, the newest first */
  savedCards: SavedCard[];
  /** Whether `saveCard` may be asked for: the order names a `customer.id`, and the card is typed here. */
  savable: boolean;
  payment: PaymentView | null;
  attemptsLeft: number;
  /** True where no real money moves (the test currency XTS, or a gateway on loopback). */
  test: boolean;
}

/** `POST /hosted` answers this, or 303 to `location` for a form post. */
export interface HostedView {
  location: string;
  payment: PaymentView;
}

/** What a browser knows of itself, as it is sent to the gateway. */
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/** Customer fields as typed. */
export type AskedCustomer = z.infer<typeof askedCustomerSchema>;

/** A card as the tag sends it. Luhn, expiry and CVV are checked by card.ts, not here. */
export const cardSchema = z.strictObject({
  number: z.string().regex(/^\d{1,32}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(1000).max(9999),
  cvv: z.string().regex(/^\d{1,8}$/),
});
export type CardInput = z.infer<typeof cardSchema>;

const paymentFields = z.strictObject({
  card: cardSchema.optional(),
  savedCard: z
    .strictObject({
      id: z.string().min(1).max(64),
      /** never sent: with a token the gateway takes no CVV (interface document, Create payment, rule 1) */
      cvv: z
        .string()
        .regex(/^\d{3,4}$/)
        .optional(),
    })
    .optional(),
  /** as the gateway made it (`cc_token`), or a wallet's: printable characters without blanks */
  cardToken: z
    .string()
    .regex(/^[\x21-\x7e]{1,8192}$/)
    .optional(),
  customer: askedCustomerSchema.default({}),
  fingerprint: fingerprintSchema,
  /** keeps the card for the next time; only of a `card`, where the session says `savable` */
  saveCard: z.boolean().optional(),
});

/** Body of `POST /payments`: exactly one of `card`, `savedCard`, `cardToken`. */
export const createPaymentSchema = paymentFields.refine(
  (body) => [body.card, body.savedCard, body.cardToken].filter((way) => way !== undefined).length === 1,
  { path: ['card'], params: { code: 'exactly-one-of-card-saved-card-card-token' } },
);
export type CreatePaymentInput = z.infer<typeof createPaymentSchema>;
/** The body as it is written, before defaults. */
export type CreatePaymentBody = z.input<typeof paymentFields>;

/** Body of `POST /hosted`. `card` is for a lookup alone (interface document, Create payment, rule 8), and required there. */
export const createHostedSchema = z.strictObject({
  customer: askedCustomerSchema.default({}),
  card: cardSchema.optional(),
  /** as in `POST /payments`; only with `card` */
  saveCard: z.boolean().optional(),
});
/** The body as it is written, before defaults. */
export type CreateHostedBody = z.input<typeof createHostedSchema>;

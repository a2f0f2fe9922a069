import { z } from 'zod';
import { AMOUNT_PATTERN, amountSchema } from './amount.ts';
import type { PaymentView } from './checkout-api.ts';
import { operationExample, ORDER, orderExample, paymentExample, SHOP } from './merchant-examples.ts';
import { orderFields } from './order.ts';
import { splitSchema } from './split.ts';

/**
 * What crosses between the merchant's back end and the companion (contract, section 4): bodies of requests, and
 * what is answered. What is said here of a field is published in the description (OpenAPI) of the API.
 */

/* ------------------------------------------------------------------ requests */

const amountOr = (whole: string) =>
  amountSchema.optional().meta({
    description: `Decimal text, more than zero, at most two decimals (none in a currency without). Without it what the shares of \`split\` make; without both ${whole}`,
  });
const comment = z.string().trim().min(1).max(2048);
const split = splitSchema.meta({
  description: 'The shares of sub-merchants; they add up',
});

/** Body of `POST /api/orders`: the order, and for how long its token and payment page hold, in seconds. */
export const newOrderSchema = orderFields
  .extend({
    expiresIn: z
      .int()
      .min(60)
      .max(31_536_000)
      .default(86_400)
      .meta({ description: 'For how long the token and the payment page hold, seconds' }),
  })
  .meta({
    id: 'NewOrder',
    examples: [{ id: ORDER, amount: '100.00', currency: 'UAH', description: 'A lamp', method: 'auth' }],
  });
export type NewOrderInput = z.output<typeof newOrderSchema>;

/** Body of `POST /api/orders/{orderId}/capture`; without `amount` and `split` the whole reserve. */
export const captureSchema = z
  .strictObject({
    amount: amountOr('the whole reserve'),
    split: split.optional(),
    comment: comment.optional(),
  })
  .meta({
    id: 'Capture',
    description: 'Without `amount` and `split` the whole reserve is captured',
    examples: [{}, { amount: '60.00', comment: 'The shade is sold out' }],
  });
export type CaptureInput = z.output<typeof captureSchema>;

export const voidSchema = z
  .strictObject({ comment: comment.optional() })
  .meta({ id: 'Void', examples: [{}, { comment: 'Sold out' }] });
export type VoidInput = z.output<typeof voidSchema>;

/** Body of `POST /api/orders/{orderId}/refund`; without `amount` and `split` all that is left. */
export const refundSchema = z
  .strictObject({
    amount: amountOr('all that is left'),
    split: split.optional(),
    comment: comment.optional(),
    receiptDelivery: z
      .enum(['email', 'sms', 'viber', 'none'])
      .optional()
      .meta({ description: 'How the customer gets the receipt of the refund' }),
  })
  .meta({
    id: 'Refund',
    description: 'Without `amount` and `split` all that is left is refunded',
    examples: [
      { amount: '40.00', receiptDelivery: 'email' },
      { split: [{ subMerchantId: SHOP, amount: '30' }] },
    ],
  });
export type RefundInput = z.output<typeof refundSchema>;

/** Body of `POST /api/orders/{orderId}/resend`. */
export const resendSchema = z
  .strictObject({
    operation: z
      .enum(['purchase', 'auth', 'lookup', 'capture', 'void', 'refund', 'credit', 'p2p'])
      .meta({ description: 'Of which operation the gateway tells again' }),
    transactionId: z.string().trim().min(1).max(64).optional().meta({
      description: 'One transaction of a recurring payment, with `purchase` only. Without it the latest',
    }),
  })
  .meta({ id: 'Resend', examples: [{ operation: 'purchase' }] });
export type ResendInput = z.output<typeof resendSchema>;

/** Body of `POST …/settle`, of a payment and of an operation: how a person ends what is in doubt. */
export const settleSchema = z
  .strictObject({
    status: z.enum(['success', 'failure']),
    comment: comment.meta({ description: 'Why, for the timeline' }),
  })
  .meta({ id: 'Settle', examples: [{ status: 'failure', comment: 'The bank knows of no charge' }] });
export type SettleInput = z.output<typeof settleSchema>;

/* ------------------------------------------------------------------ answers */

/** A plain `nullable()` would leave null out of the described enumeration. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

const decimal = z.string().meta({ description: 'Decimal text', pattern: AMOUNT_PATTERN });
const balance = z
  .string()
  .meta({ description: 'Decimal text, perhaps with a minus', pattern: AMOUNT_PATTERN.replace('^', '^-?') });
const at = z.iso.datetime().meta({ description: 'In UTC' });
const url = z.url();
const currency = z.string().meta({ description: 'ISO 4217' });
const text = orNull(z.string());
const status = z.enum(['init', 'pending', 'success', 'failure', 'unknown']).meta({
  id: 'Status',
  description:
    '`success` and `failure` are final. `unknown`: the request left and no believable answer came; only a ' +
    'webhook, a status read or a person ends it',
});
const statusCode = orNull(z.string()).meta({ description: 'The gateway’s code, a string of digits' });
const method = z.enum(['purchase', 'auth', 'lookup']);

const shareViewSchema = z.object({ subMerchantId: z.string(), amount: decimal }).meta({
  id: 'Share',
  description: 'The share of a sub-merchant',
  examples: [{ subMerchantId: SHOP, amount: '30.00' }],
});
/** A sub-merchant's share as merchants see it; `amount` is decimal text. */
export type ShareView = z.infer<typeof shareViewSchema>;

export const operationViewSchema = z
  .object({
    id: z.string(),
    orderId: z.string(),
    paymentId: z.string(),
    method: z.enum(['capture', 'void', 'refund']),
    amount: decimal,
    currency,
    status,
    statusCode,
    statusDescription: text,
    split: orNull(z.array(shareViewSchema)),
    comment: text,
    receiptUrl: orNull(url),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Operation', examples: [operationExample] });
/** An operation on a payment as the merchant sees it. */
export type OperationView = z.infer<typeof operationViewSchema>;

export const paymentViewSchema = z
  .object({
    id: z.string(),
    orderId: z.string(),
    mode: z.enum(['direct', 'hosted']),
    method,
    status,
    statusCode,
    statusDescription: text,
    amount: decimal,
    currency,
    action: orNull(z.object({ url })).meta({ description: 'Where the customer has to go' }),
    cardMask: text,
    receiptUrl: orNull(url),
    canRetry: z.boolean().meta({ description: 'Whether a new try of the order is possible now' }),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Payment', examples: [paymentExample] }) satisfies z.ZodType<PaymentView>;

const VERDICTS = {
  applied: 'it changed the state',
  copy: 'the same was told before',
  stale: 'told nothing new',
  held: 'contradicts what is known: a person has to look',
  kept: 'of a kind or state that nothing else is made of, or of a further charge of a subscription',
  'unknown-payment': 'of a payment that is not known here',
};
const verdict = z.string().meta({
  id: 'Verdict',
  description: `What became of the news. ${Object.entries(VERDICTS)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join('; ')}`,
  enum: Object.keys(VERDICTS),
});

const orderEventSchema = z
  .object({
    at,
    type: z.enum(['order.created', 'payment.created', 'operation.created', 'news']),
    paymentId: text,
    operationId: text,
    source: orNull(z.enum(['answer', 'webhook', 'read', 'person'])).meta({
      description: 'Of news: where it came from',
    }),
    verdict: orNull(verdict),
    method: text,
    status: text,
    statusCode: text,
    transactionId: text.meta({
      description: 'Of news: which transaction it tells of, for receipts and for having it told again',
    }),
    amount: orNull(decimal).meta({ description: 'Of news: over how much' }),
    comment: text.meta({ description: 'Why, where a person decided' }),
  })
  .meta({ id: 'OrderEvent' });
/** Something that happened to an order; `at` is ISO 8601. */
export type OrderEvent = z.infer<typeof orderEventSchema>;

export const orderViewSchema = z
  .object({
    order: z.object({
      id: z.string(),
      amount: decimal,
      currency,
      description: z.string(),
      method,
      split: orNull(z.array(shareViewSchema)),
      url: orNull(url).meta({ description: 'The payment page, where this API made one' }),
      createdAt: at,
    }),
    allowed: z
      .object({ capture: orNull(decimal), void: z.boolean(), refund: orNull(decimal), cancel: z.boolean() })
      .meta({ description: 'What can be done now, and up to which amount' }),
    payments: z.array(paymentViewSchema),
    operations: z.array(operationViewSchema),
    events: z.array(orderEventSchema).meta({ description: 'What happened, the oldest first' }),
  })
  .meta({
    id: 'Order',
    examples: [orderExample],
  });
/** Answer of `GET /api/orders/{orderId}`. */
export type OrderView = z.infer<typeof orderViewSchema>;

/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  /** for `cursor`, or null on the last page */
  nextCursor: string | null;
}

/** The schema of a {@link Page}. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    nextCursor: text.meta({ description: 'For `cursor`; null on the last page' }),
  });

export const accountViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    currency,
    balances: z.object({ available: orNull(balance), rollingReserve: orNull(balance) }),
  })
  .meta({
    id: 'Account',
    examples: [
      { id: SHOP, name: 'Main', currency: 'UAH', balances: { available: '10.50', rollingReserve: '-1.00' } },
    ],
  });
/** Amounts are decimal text, perhaps with a minus; null where the gateway told none that can be read. */
export type AccountView = z.infer<typeof accountViewSchema>;

export const terminalViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    currency,
    balances: z.object({ available: orNull(balance) }),
  })
  .meta({
    id: 'Terminal',
    examples: [{ id: SHOP, name: 'Cards', currency: 'UAH', balances: { available: '10.50' } }],
  });
export type TerminalView = z.infer<typeof terminalViewSchema>;

export const terminalsViewSchema = pageOf(terminalViewSchema).extend({
  failed: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .meta({ description: 'Those that could not tell their balance' }),
});
/** Answer of `GET /api/balances/terminals`. */
export type TerminalsView = z.infer<typeof terminalsViewSchema>;

/** Answer of `POST /api/orders`. */
export const mintedOrderSchema = z
  .object({
    token: z.string().meta({ description: 'The order token, for `<pay-form order>`' }),
    url: url.meta({ description: 'The payment page, to send to a customer' }),
  })
  .meta({ id: 'MintedOrder' });

/** Answer of `POST /api/orders/{orderId}/resend`. */
export const resentSchema = z
  .object({
    verdict,
    payment: paymentViewSchema,
    operation: orNull(operationViewSchema),
  })
  .meta({ id: 'Resent' });

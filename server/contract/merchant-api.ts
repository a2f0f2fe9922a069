import { z } from 'zod';
import { AMOUNT_PATTERN } from './text-schemas.ts';
import {
  listedPaymentExample,
  operationExample,
  orderExample,
  paymentExample,
  reviewExample,
  SHOP,
} from './merchant-examples.ts';
import { OPERATION_METHODS, PAYMENT_METHODS, PAYMENT_MODES, PAYMENT_STATUSES } from './words.ts';

/**
 * The companion's answers to the merchant's back end. The fields' descriptions are published in the API's OpenAPI
 * document; merchant-requests.ts has the bodies of requests.
 */

/** A plain `nullable()` would omit null from the published enumeration. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

const decimal = z.string().meta({ description: 'Decimal text', pattern: AMOUNT_PATTERN });
const balance = z
  .string()
  .meta({ description: 'Decimal text, possibly negative', pattern: AMOUNT_PATTERN.replace('^', '^-?') });
const at = z.iso.datetime().meta({ description: 'In UTC' });
const url = z.url();
const currency = z.string().meta({ description: 'ISO 4217' });
const text = orNull(z.string());
const status = z.enum(PAYMENT_STATUSES).meta({
  id: 'Status',
  description:
    '`success` and `failure` are final. `unknown`: the request was sent and no valid response came; only a ' +
    'webhook, a status query or a manual resolution ends it',
});
const statusCode = orNull(z.string()).meta({
  description: 'The gateway’s code: digits, or an error code such as S-404',
});
const method = z.enum(PAYMENT_METHODS);

const shareViewSchema = z.object({ subMerchantId: z.string(), amount: decimal }).meta({
  id: 'Share',
  description: 'A sub-merchant’s share',
  examples: [{ subMerchantId: SHOP, amount: '30.00' }],
});
/** A sub-merchant's share as merchants see it; `amount` is decimal text. */
export type ShareView = z.infer<typeof shareViewSchema>;

export const operationViewSchema = z
  .object({
    id: z.string(),
    orderId: z.string(),
    paymentId: z.string(),
    method: z.enum(OPERATION_METHODS),
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
    mode: z.enum(PAYMENT_MODES),
    method,
    status,
    statusCode,
    statusDescription: text,
    amount: decimal,
    currency,
    action: orNull(z.object({ url })).meta({ description: 'The page where the customer has to continue' }),
    cardMask: text,
    receiptUrl: orNull(url),
    canRetry: z.boolean().meta({
      description:
        'Whether a new attempt on the order is possible now. Limits against card testing may still refuse it with 429 and Retry-After',
    }),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Payment', examples: [paymentExample] });

export const listedPaymentSchema = paymentViewSchema
  .extend({
    captured: decimal.meta({
      description: 'What was taken for certain: of a purchase, or captured of an auth',
    }),
    refunded: decimal.meta({ description: 'What was refunded for certain' }),
  })
  .meta({ id: 'ListedPayment', examples: [listedPaymentExample] });
/** A payment in a list, with what was taken of it and returned. */
export type ListedPayment = z.infer<typeof listedPaymentSchema>;

const RESULTS = {
  applied: 'it changed the state',
  unchanged: 'it changed nothing',
  copy: 'an exact copy was processed before',
  'in-review': 'it contradicts the request or an earlier report: a person must look at it',
  'unknown-payment': 'about an unknown payment',
  unproven: 'it may be about another payment under the same order id, and changed nothing',
};
const result = z.string().meta({
  id: 'ReportResult',
  description: `The effect of the report. ${Object.entries(RESULTS)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join('; ')}`,
  enum: Object.keys(RESULTS),
});

const EVENT_TYPES = [
  'order.created',
  'order.updated',
  'order.closed',
  'payment.created',
  'operation.created',
  'page.opened',
  'call.refused',
  'call.not-sent',
  'call.unanswered',
  'call.not-found',
  'report',
  'resolved',
] as const;

const orderEventSchema = z
  .object({
    at,
    type: z.enum(EVENT_TYPES),
    paymentId: text,
    operationId: text,
    source: orNull(z.enum(['answer', 'webhook', 'query', 'person'])).meta({
      description: 'The source of a report',
    }),
    result: orNull(result),
    method: text,
    status: text,
    statusCode: text,
    transactionId: text.meta({
      description: 'The transaction of a report, for receipts and for sending its webhook again',
    }),
    amount: orNull(decimal).meta({ description: 'The amount of an order or a report' }),
    comment: text.meta({
      description:
        'The reason for a manual resolution or a refusal by the gateway; the gateway’s original text if the amount of a report cannot be read',
    }),
  })
  .meta({ id: 'OrderEvent' });
/** Something that happened to an order; `at` is ISO 8601. */
export type OrderEvent = z.infer<typeof orderEventSchema>;

const reviewCallSchema = z
  .object({
    action: z.enum(['resolve', 'void', 'refund', 'update-order']),
    method: z.literal('POST'),
    path: z.string().meta({ description: 'Of this description, with its parameters filled in' }),
    body: orNull(z.object({ paymentId: z.string(), amount: decimal.optional() })).meta({
      description: 'Null if you have to state it: the outcome of `resolve`, the parameters of the order',
    }),
    shares: orNull(z.array(shareViewSchema)).meta({
      description:
        'If it is unknown whose shares are left: the most of each. Add a `split` of amounts that add up to `amount`',
    }),
  })
  .meta({ id: 'ReviewCall' });
/** A call that resolves a {@link ReviewView}. */
export type ReviewCall = z.infer<typeof reviewCallSchema>;

export const reviewViewSchema = z
  .object({
    orderId: z.string(),
    paymentId: z.string(),
    operationId: text.meta({ description: 'Null if the item concerns the payment itself' }),
    reason: z
      .enum(['mismatch', 'contradicted', 'overdue', 'other-terms', 'duplicate', 'operation-unclear'])
      .meta({
        description:
          '`mismatch`: a report cannot be about this payment; `contradicted`: the gateway has reported two different ends or ' +
          'amounts; `overdue`: open for more than a day; `other-terms`: it succeeded with parameters that the order no longer ' +
          'has; `duplicate`: another payment pays the order, and this one could not be refunded automatically; ' +
          '`operation-unclear`: the gateway’s operations cannot be told apart',
      }),
    field: text.meta({ description: 'The field that does not match, for `mismatch`' }),
    since: at,
    calls: z.array(reviewCallSchema).meta({
      description: 'Calls of this API that resolve it; empty if only the portal of another project can',
    }),
  })
  .meta({ id: 'ReviewItem', examples: [reviewExample] });
/** A payment or operation that needs review, the reason, and the calls that resolve it. */
export type ReviewView = z.infer<typeof reviewViewSchema>;

export const messageViewSchema = z
  .object({
    id: z.string().meta({ description: 'Its `webhook-id`' }),
    orderId: z.string(),
    type: z.enum(['payment.updated', 'operation.updated']),
    method: z.string().meta({ description: 'Of the payment or operation that it reports' }),
    status,
    state: z.enum(['waiting', 'failed', 'delivered']).meta({
      description: '`failed`: a delivery failed; it is retried until the merchant’s server answers 2xx',
    }),
    attempts: z.int().meta({ description: 'Failed deliveries' }),
    lastError: text,
    createdAt: at,
    deliveredAt: orNull(at),
  })
  .meta({ id: 'WebhookMessage' });
/** A message to the merchant's webhook. */
export type MessageView = z.infer<typeof messageViewSchema>;

export const orderViewSchema = z
  .object({
    order: z.object({
      id: z.string(),
      amount: decimal,
      currency,
      description: z.string(),
      customerId: text.meta({ description: '`customer.id` of the order token' }),
      method,
      split: orNull(z.array(shareViewSchema)),
      url: orNull(url).meta({ description: 'The payment page, if the order was created by this API' }),
      createdAt: at,
      closedAt: orNull(at).meta({
        description: 'Since then it takes no further payment; null while it does',
      }),
    }),
    allowed: z
      .object({
        capture: orNull(decimal),
        void: z.boolean(),
        refund: orNull(decimal),
        cancel: z.boolean(),
        close: z.boolean(),
      })
      .meta({ description: 'The operations that are possible now, and their maximum amounts' }),
    payments: z.array(paymentViewSchema),
    operations: z.array(operationViewSchema),
    review: z.array(reviewViewSchema).meta({ description: 'Items that need manual review' }),
    events: z.array(orderEventSchema).meta({ description: 'The timeline, oldest first' }),
  })
  .meta({
    id: 'Order',
    examples: [orderExample],
  });
/** Answer of `GET /api/orders/{orderId}`. */
export type OrderView = z.infer<typeof orderViewSchema>;

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    nextCursor: text.meta({ description: 'Value for `cursor`; null on the last page' }),
  });
export type Page<Item> = z.infer<ReturnType<typeof pageOf<z.ZodType<Item>>>>;

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
/** Amounts are decimal text, possibly negative; null if the gateway reported no readable amount. */
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
    .meta({ description: 'Terminals whose balance is not available' }),
});
/** Answer of `GET /api/balances/terminals`. */
export type TerminalsView = z.infer<typeof terminalsViewSchema>;

/** Answer of `POST /api/orders`. */
export const mintedOrderSchema = z
  .object({
    token: z.string().meta({ description: 'The order token, for `<pay-form order>`' }),
    url: url.meta({ description: 'The payment page, to send to a customer' }),
    dropped: z.array(z.string()).optional().meta({
      description:
        'Only if there are any: fields of the customer that cannot be used, as `customer.email`. The form asks for those that the gateway needs',
    }),
  })
  .meta({ id: 'MintedOrder' });

/** Answer of `POST /api/orders/{orderId}/resend`. */
export const resentSchema = z
  .object({
    result,
    payment: paymentViewSchema,
    operation: orNull(operationViewSchema),
  })
  .meta({ id: 'Resent' });

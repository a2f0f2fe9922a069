import { z } from 'zod';
import { amountSchema, wireLength } from './text-schemas.ts';
import { scrubCardNumbers } from './card-like.ts';
import { ORDER, SHOP } from './merchant-examples.ts';
import { orderFields } from './order.ts';
import { RECEIPT_DELIVERIES } from './receipts.ts';
import { splitSchema } from './split.ts';
import { FINAL_STATUSES, GATEWAY_METHODS } from './words.ts';

/**
 * The requests of the merchant's back end. The fields' descriptions are published in the API's OpenAPI document;
 * merchant-api.ts has the answers.
 */

const amountOr = (whole: string) =>
  amountSchema.optional().meta({
    description: `Decimal text, more than zero, at most two decimal places (none in currencies without them). Default: the sum of the shares in \`split\`; without \`split\`, ${whole}`,
  });
/** Free text that is stored: possible card numbers are removed (PCI DSS 3.5.1). */
const comment = z
  .string()
  .trim()
  .min(1)
  .max(2048, { abort: true })
  .refine(...wireLength(2048))
  .overwrite(scrubCardNumbers);
const paymentId = z.guid().optional().meta({
  description:
    'A payment of the order. Default: the payment that pays the order. Set it to choose a successful payment that does not pay the order, such as one with other parameters',
});
const split = splitSchema.meta({
  description: 'The sub-merchants’ shares; they must add up to the amount',
});

/** Body of `POST /api/orders`: the order, and how long its token and payment page are valid, in seconds. */
export const newOrderSchema = orderFields
  .extend({
    expiresIn: z
      .int()
      .min(60)
      .max(31_536_000)
      .default(86_400)
      .meta({ description: 'Validity of the token and the payment page, in seconds' }),
  })
  .meta({
    id: 'NewOrder',
    examples: [{ id: ORDER, amount: '100.00', currency: 'UAH', description: 'A lamp', method: 'auth' }],
  });
export type NewOrderInput = z.output<typeof newOrderSchema>;

/** Body of `POST /api/orders/{orderId}/capture`; without `amount` and `split` the full authorized amount. */
export const captureSchema = z
  .strictObject({
    amount: amountOr('the full authorized amount'),
    split: split.optional(),
    comment: comment.optional(),
    paymentId,
  })
  .meta({
    id: 'Capture',
    description: 'Without `amount` and `split` the full authorized amount is captured',
    examples: [{}, { amount: '60.00', comment: 'The shade is sold out' }],
  });
export type CaptureInput = z.output<typeof captureSchema>;

export const voidSchema = z
  .strictObject({ comment: comment.optional(), paymentId })
  .meta({ id: 'Void', examples: [{}, { comment: 'Sold out' }] });
export type VoidInput = z.output<typeof voidSchema>;

/** Body of `POST /api/orders/{orderId}/refund`; without `amount` and `split` everything that is left. */
export const refundSchema = z
  .strictObject({
    amount: amountOr('the remaining amount'),
    split: split.optional(),
    comment: comment.optional(),
    paymentId,
    receiptDelivery: z
      .enum(RECEIPT_DELIVERIES)
      .optional()
      .meta({ description: 'How the customer receives the receipt of the refund' }),
  })
  .meta({
    id: 'Refund',
    description:
      'Without `amount` and `split` the remaining amount is refunded. If a split payment was refunded in the portal, `split` ' +
      'is required: only the gateway knows whose share that was',
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
      .enum(GATEWAY_METHODS)
      .meta({ description: 'The operation whose webhook the gateway sends again' }),
    transactionId: z.string().trim().min(1).max(64).optional().meta({
      description: 'One transaction of a recurring payment, only with `purchase`. Default: the latest',
    }),
  })
  .meta({ id: 'Resend', examples: [{ operation: 'purchase' }] });
export type ResendInput = z.output<typeof resendSchema>;

/** Body of `POST …/resolve`, for a payment or an operation: its manual resolution. */
export const resolveSchema = z
  .strictObject({
    status: z.enum(FINAL_STATUSES),
    comment: comment.meta({ description: 'The reason, for the timeline' }),
  })
  .meta({ id: 'Resolve', examples: [{ status: 'failure', comment: 'The bank knows of no charge' }] });
export type ResolveInput = z.output<typeof resolveSchema>;

/** The same for an operation: `amount` where the gateway has reported two. */
export const resolveOperationSchema = resolveSchema
  .extend({
    amount: amountSchema
      .optional()
      .meta({ description: 'What it truly moved, if the gateway has reported two different amounts' }),
  })
  .meta({ id: 'ResolveOperation', examples: [{ status: 'success', comment: 'Seen in the portal' }] });
export type ResolveOperationInput = z.output<typeof resolveOperationSchema>;

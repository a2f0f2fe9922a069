import { z } from 'zod';
import { operationViewSchema, paymentViewSchema } from './merchant-api.ts';

/**
 * The messages to `MERCHANT_WEBHOOK_URL` (contract, section 4): every change of a payment or an operation, as Standard
 * Webhooks.
 */

const timestamp = z.iso.datetime().meta({ description: 'When it changed, in UTC' });

export const paymentUpdatedSchema = z
  .object({ type: z.literal('payment.updated'), timestamp, data: paymentViewSchema })
  .meta({ id: 'PaymentUpdated', description: 'A payment has changed; `data` is its full new state' });

export const operationUpdatedSchema = z
  .object({ type: z.literal('operation.updated'), timestamp, data: operationViewSchema })
  .meta({
    id: 'OperationUpdated',
    description: 'A capture, void or refund has changed, including those made in the gateway’s portal',
  });

/** Validates a message whose signature is verified. */
export const merchantMessageSchema = z.discriminatedUnion('type', [
  paymentUpdatedSchema,
  operationUpdatedSchema,
]);
/** A message to the merchant's webhook. `timestamp` is ISO 8601. */
export type MerchantMessage = z.infer<typeof merchantMessageSchema>;

/** The headers of a message (Standard Webhooks 1.0). */
export const messageHeaders = z.object({
  'webhook-id': z.string().meta({
    description:
      'The id of the message, the same for every delivery. Ignore a message with an id that you have already processed',
    examples: ['msg_5f0c8e1e'],
  }),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .meta({
      description: 'The time of this delivery, seconds since 1970. Reject old ones',
      examples: ['1781524800'],
    }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the bytes that ' +
      'MERCHANT_WEBHOOK_SECRET has in Base64 after `whsec_`. Several are separated by spaces: one valid signature is enough',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
});

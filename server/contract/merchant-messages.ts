import { z } from 'zod';
import { operationViewSchema, paymentViewSchema } from './merchant-api.ts';

/** The messages to `MERCHANT_WEBHOOK_URL`: every change of a payment or an operation, as Standard Webhooks. */

const timestamp = z.iso.datetime().meta({ description: 'Time of the change, in UTC' });

export const paymentUpdatedSchema = z
  .object({ type: z.literal('payment.updated'), timestamp, data: paymentViewSchema })
  .meta({
    id: 'PaymentUpdated',
    description: 'A payment changed; `data` is the complete payment at that time',
  });

export const operationUpdatedSchema = z
  .object({ type: z.literal('operation.updated'), timestamp, data: operationViewSchema })
  .meta({
    id: 'OperationUpdated',
    description: 'A capture, void or refund changed, including those made in the gateway’s portal',
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
      'Id of the message, the same for every delivery. Ignore a message whose id you have already processed',
    examples: ['msg_5f0c8e1e'],
  }),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .meta({
      description: 'Time of this delivery, in seconds since 1970. Refuse old messages',
      examples: ['1781524800'],
    }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the Base64-decoded ' +
      'part of MERCHANT_WEBHOOK_SECRET after `whsec_`. Several signatures are separated by spaces; one valid signature is enough',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
});

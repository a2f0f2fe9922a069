import { z } from 'zod';

/**
 * The event inside a webhook's `data` (interface document, Events), of every kind, unknown ones too. An event needs
 * an order, a kind and a status; everything else may be null or missing, and every field is kept as it came.
 */

const optionalText = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? null : String(value)));

export const webhookEventSchema = z.looseObject({
  payment_id: optionalText,
  order_id: z.string(),
  pos_id: optionalText,
  operation_id: optionalText,
  transaction_id: optionalText,
  mode: optionalText,
  method: z.string(),
  amount: z.unknown().optional(),
  currency: optionalText,
  status: z.string(),
  status_code: optionalText,
  status_description: optionalText,
  cc_mask: optionalText,
  receipt_url: optionalText,
});

export type WebhookEvent = z.infer<typeof webhookEventSchema>;

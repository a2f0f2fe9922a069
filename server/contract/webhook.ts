import { z } from 'zod';

/**
 * The event inside a webhook's `data` (interface document, Events). Only what the companion decides by is
 * read; unknown fields are kept, and what the document marks optional may be null or missing.
 */

const optionalText = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? null : String(value)));

export const webhookEventSchema = z.looseObject({
  payment_id: z.string(),
  order_id: z.string(),
  pos_id: optionalText,
  operation_id: optionalText,
  transaction_id: optionalText,
  mode: optionalText,
  method: z.string(),
  amount: z.union([z.number(), z.string()]),
  currency: optionalText,
  status: z.string(),
  status_code: optionalText,
  status_description: optionalText,
  cc_mask: optionalText,
  receipt_url: optionalText,
});

export type WebhookEvent = z.infer<typeof webhookEventSchema>;

import { z } from 'zod';
import { customerIdSchema } from './customer.ts';

/** The parameters in addresses of the merchant API: path segments and queries. Unknown parameters are refused. */

const rule = (code: string) => ({ params: { code }, abort: true });

const orderId = z
  .string()
  // Interface document, Limits: order_id in secondary operation requests.
  .refine((id) => id.length <= 32, rule('order-id-too-long'))
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/)
  .meta({ description: 'The merchant’s order id', maxLength: 32, examples: ['A-1001'] });
const transactionId = z.guid();
export const DAY_METHODS = ['purchase', 'auth', 'credit'] as const;
const receiptFormat = z.enum(['html', 'pdf', 'signed_pdf']);

export const orderParams = z.strictObject({ orderId });
export const paymentParams = z.strictObject({ paymentId: z.guid() });
export const operationParams = z.strictObject({ operationId: z.string().regex(/^[\w-]{1,64}$/) });
export const accountParams = z.strictObject({ id: z.guid().meta({ description: 'The account’s id' }) });
export const customerParams = z.strictObject({
  id: customerIdSchema.meta({ description: '`customer.id` in the order tokens, percent-encoded' }),
});
export const terminalParams = z.strictObject({ id: z.guid().meta({ description: 'The terminal’s id' }) });
export const dayParams = z.strictObject({ date: z.iso.date().meta({ examples: ['2026-06-15'] }) });

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Query of `GET /api/payments`. */
export const listQuery = z.strictObject({
  status: z.enum(['init', 'pending', 'success', 'failure', 'unknown']).optional(),
  from: moment.optional().meta({ description: 'Created at or after this time; a date means midnight UTC' }),
  to: moment.optional().meta({ description: 'Created before this time' }),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page' }),
  limit: z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text), rule('wrong-type'))
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .optional()
    .meta({
      description: 'Maximum number of items; 50 by default',
      type: 'integer',
      minimum: 1,
      maximum: 100,
    }),
});

const cursor = z
  .string()
  .regex(/^[\w.~-]{1,200}$/)
  .optional()
  .meta({ description: 'The `nextCursor` of the previous page' });

/** Query of `GET /api/review`. */
export const reviewQuery = z.strictObject({ cursor });

/** Query of `GET /api/messages`. */
export const messagesQuery = z.strictObject({ state: z.enum(['waiting', 'failed']).optional(), cursor });
export const messageParams = z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/) });

/** Query of `GET /api/orders/{orderId}/receipt`. */
export const receiptQuery = z.strictObject({
  format: receiptFormat.meta({ description: '`signed_pdf` for credit references' }),
  transactionId: transactionId.optional().meta({
    description: 'Required for credit transactions. Default: the order’s incoming transaction',
  }),
  creditReference: z
    .string()
    .refine((text) => text === 'true' || text === 'false', rule('wrong-type'))
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'A credit reference; use it with `signed_pdf`', type: 'boolean' }),
});

/** Query of `GET /api/receipts/{date}`. */
export const dayQuery = z.strictObject({
  format: receiptFormat,
  method: z
    .string()
    // Interface document, Receipts for a date: not for split purchases.
    .refine((method) => method !== 'split', rule('split-not-available'))
    .pipe(z.enum(DAY_METHODS))
    .optional()
    .meta({ description: 'Default: purchases and auths', type: 'string', enum: [...DAY_METHODS] }),
});

import { z } from 'zod';
import { holdsCardNumber } from './card-like.ts';
import { customerIdSchema } from './customer.ts';
import { orderIdSchema } from './order.ts';
import { daySchema, RECEIPT_FORMATS } from './receipts.ts';
import { DAY_METHODS, OPERATION_METHODS, PAYMENT_STATUSES } from './words.ts';

/** The parameters in addresses of the merchant API: path segments and queries. Unknown parameters are refused. */

const rule = (code: string) => ({ params: { code }, abort: true });

/** Of a request that moves money. The draft of the HTTP header writes it as a quoted string; both forms name the same key. */
export const idempotencyKeySchema = z
  .string()
  .regex(
    /^([\w.:-]{8,128}|"[\w.:-]{8,128}")$/,
    'The Idempotency-Key must be 8 to 128 letters, digits and . _ : -',
  )
  // It is stored, so it must not be a card number.
  .refine(
    (key) => !holdsCardNumber(key),
    'The Idempotency-Key contains a possible card number; a UUID never does.',
  )
  .transform((key) => key.replaceAll('"', ''))
  .meta({ examples: ['5b1f7a52-0d8f-4b0c-9a3e-6d1c2b7e8f90'] });

const orderId = orderIdSchema.meta({
  description: 'The merchant’s order id',
  maxLength: 32,
  examples: ['A-1001'],
});
const transactionId = z.guid();
const receiptFormat = z.enum(RECEIPT_FORMATS);

export const orderParams = z.strictObject({ orderId });
export const paymentParams = z.strictObject({ paymentId: z.guid() });
export const operationParams = z.strictObject({ operationId: z.string().regex(/^[\w-]{1,64}$/) });
export const accountParams = z.strictObject({ id: z.guid().meta({ description: 'The account’s id' }) });
export const customerParams = z.strictObject({
  id: customerIdSchema.meta({ description: '`customer.id` in the order tokens, percent-encoded' }),
});
export const terminalParams = z.strictObject({ id: z.guid().meta({ description: 'The terminal’s id' }) });
export const dayParams = z.strictObject({ date: daySchema.meta({ examples: ['2026-06-15'] }) });

/** A date (midnight, UTC) or an instant; as ISO 8601 in UTC with milliseconds, so that texts compare as times do. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text).toISOString());

const listFields = {
  status: z.enum(PAYMENT_STATUSES).optional(),
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
};

const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;
const BEFORE_FROM = { path: ['to'], ...rule('before-from') };

/** Query of `GET /api/payments`. */
export const listQuery = z.strictObject(listFields).refine(isInOrder, BEFORE_FROM);
export type ListQuery = z.output<typeof listQuery>;

/** Query of `GET /api/operations`. */
export const operationsQuery = z
  .strictObject({ method: z.enum(OPERATION_METHODS).optional(), ...listFields })
  .refine(isInOrder, BEFORE_FROM);
export type OperationsQuery = z.output<typeof operationsQuery>;

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
    // Split purchases have no receipts by day (interface 11.2).
    .refine((method) => method !== 'split', rule('split-not-available'))
    .pipe(z.enum(DAY_METHODS))
    .optional()
    .meta({ description: 'Default: purchases and auths', type: 'string', enum: [...DAY_METHODS] }),
});

import { z } from 'zod';
import { amountSchema, isCurrency, wireLength } from './text-schemas.ts';
import { CARD_BRANDS } from './card.ts';
import { scrubCardNumbers } from './card-like.ts';
import { isCustomerLang } from './customer-lang.ts';
import { customerSchema, usableCustomer } from './customer.ts';
import { merchantProfileSchema } from './merchant-profile.ts';
import { amountFault, parseAmount } from './money.ts';
import { splitFaults, splitSchema } from './split.ts';
import { PAYMENT_METHODS, PAYMENT_MODES, THREE_DS } from './words.ts';

/** The order in the `order` claim of the merchant's token. */

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max, { abort: true })
    .refine(...wireLength(max));
const httpUrl = z.url({ protocol: /^https?$/ }).max(2048);

/** "." and ".." are refused: the id becomes a path segment (endpoints 8 and 12), and they would be resolved away. */
export const orderIdSchema = z
  .string()
  // Capture, void and refund accept no longer one (interface 16.4).
  .refine((id) => id.length <= 32, { params: { code: 'order-id-too-long' }, abort: true })
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/)
  .meta({ maxLength: 32 });

/** A product has lists of objects (taxes) inside. Writing JSON that is nested some thousand times deeper fails. */
const DEEPEST_PRODUCT = 8;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

const product = z
  .record(z.string(), z.unknown())
  .refine((fields) => isShallow(fields, DEEPEST_PRODUCT), { params: { code: 'too-deep' } });

/** An empty array is what PHP makes of a customer without fields. */
const withoutNothing = (value: unknown): unknown =>
  value === null || (Array.isArray(value) && value.length === 0) ? {} : value;

/** The fields of an order; {@link orderSchema} also checks its sums. */
export const orderFields = z.strictObject({
  id: orderIdSchema,
  amount: amountSchema,
  currency: z.string().refine(isCurrency, { params: { code: 'unknown-currency' } }),
  // Stored and shown: possible card numbers are removed (PCI DSS 3.5.1).
  description: text(2048).overwrite(scrubCardNumbers),
  method: z.enum(PAYMENT_METHODS).default('purchase'),
  modes: z.array(z.enum(PAYMENT_MODES)).min(1).optional(),
  threeDs: z.enum(THREE_DS).default('supported'),
  brands: z.array(z.enum(CARD_BRANDS)).min(1).optional(),
  split: splitSchema.optional(),
  products: z.array(product).max(500).optional(),
  payload: z
    .string()
    .max(4000, { abort: true })
    .refine(...wireLength(4000))
    .optional(),
  mcc: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  validationUrl: httpUrl.optional(),
  orderTimeout: z.int().positive().max(31_536_000).optional(),
  lang: z
    .string()
    .refine(isCustomerLang, { params: { code: 'unknown-language' } })
    .optional(),
  customer: z.preprocess(withoutNothing, customerSchema).default({}),
  merchant: merchantProfileSchema.optional(),
  rules: z
    .strictObject({ microfinance: z.literal(true).optional(), igaming: z.literal(true).optional() })
    .default({}),
  returnUrl: httpUrl.optional(),
});

/**
 * Reads the `order` claim. `amount` stays text, and is added as `amountMinor` in integer minor units. Fields of the customer
 * that cannot be used are left out.
 */
export const orderSchema = orderFields.transform((order, context) => {
  const refuse = (path: (string | number)[], code: string) =>
    context.addIssue({ code: 'custom', path, message: code, params: { code } });
  const fault = amountFault(order.amount, order.currency);
  const amountMinor = parseAmount(order.amount, order.currency);
  if (fault || amountMinor === null) {
    refuse(['amount'], fault ?? 'not-a-decimal');
    return z.NEVER;
  }
  for (const { path, code } of order.split ? splitFaults(order.split, order.currency, amountMinor) : []) {
    refuse(['split', ...path], code);
  }
  // `method` is `purchase` (interface 2.1).
  if (order.split && order.method !== 'purchase') refuse(['split'], 'only-for-purchase');
  return { ...order, customer: usableCustomer(order.customer).customer, amountMinor };
});

/** The names of the customer's fields in the claim of an order that {@link orderSchema} leaves out. */
export function unusableFields(claim: unknown): string[] {
  const { success, data } = customerSchema.safeParse((claim as { customer?: unknown } | null)?.customer);
  return success ? usableCustomer(data).dropped : [];
}

/** An order with a valid token signature and valid fields. */
export type Order = z.infer<typeof orderSchema>;

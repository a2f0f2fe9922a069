import { z } from 'zod';

const seconds = z.number().min(0).max(31_536_000);

export const settingsSchema = z.strictObject({
  /** Refuses every request that breaks the interface document (400), also those that the live gateway accepts. */
  strict: z.boolean().default(false),
  /** Seconds for which 4000…0119 stays pending (2119) before it succeeds. */
  processingSeconds: seconds.default(2),
  /** Seconds by which the webhook of 4000…0341 is late. */
  lateWebhookSeconds: seconds.default(5),
  /** Seconds after which an abandoned 3-D Secure challenge fails (4147). */
  challengeSeconds: seconds.default(600),
  /** Whether other sites may show the 3-D Secure page in a frame. */
  challengeFramed: z.boolean().default(true),
  /** Whether the 3-D Secure page answers. */
  challengeAnswers: z.boolean().default(true),
  /** Lifetime of an unpaid hosted payment without order_timeout, in seconds; then it fails (4148). */
  checkoutSeconds: seconds.default(86_400),
  /** By how much a capture may exceed the authorization, in percent ("a percentage set in the project's settings"). */
  overCapturePercent: z.number().min(0).max(1000).default(0),
  /** How the buyer returns to `result_url`: by a plain GET, or with `order_id` and `status` in query or body. */
  returnBy: z.enum(['get', 'query', 'post']).default('get'),
  /** Attempts to deliver one webhook, the first included. */
  webhookAttempts: z.int().min(1).max(20).default(6),
  /** Seconds before the second attempt; doubled for every further one. */
  webhookBackoffSeconds: seconds.default(1),
  /** The merchant's sector, which makes more customer fields required (interface 1.7, 1.8). */
  sector: z.enum(['retail', 'microfinance', 'igaming']).default('retail'),
  /** Currencies whose terminals report no balance. */
  failedTerminals: z
    .array(z.string().regex(/^[A-Z]{3}$/))
    .readonly()
    .default([]),
  /** How an error answer states its code. `payment`: a direct payment with a used order_id fails with 4119 instead. */
  errorCodes: z.enum(['in-args', 'beside-args', 'payment']).default('in-args'),
  /** The HTTP status of P-409, the error for a used order_id. */
  takenStatus: z.literal([400, 409]).default(400),
  /** Whether the gateway's support has enabled credit references (Receipts for a date). */
  creditReferences: z.boolean().default(true),
  /**
   * Whether the webhook of a successful card purchase has `processed_amount` and `processed_currency`. Some clients
   * refuse one without them, although the document reserves them for alternative methods.
   */
  processedAmount: z.boolean().default(true),
  /** By how many seconds the times that the gateway states are ahead of the right time; negative: behind. */
  clockOffsetSeconds: z.number().min(-86_400).max(86_400).default(0),
  /** How `created_at`, `processed_at` and `processing_time` are written in answers and webhooks. */
  timeForm: z
    .enum(['plain', 'zone', 'no-seconds', 'blank', 'epoch-seconds', 'epoch-milliseconds'])
    .default('plain'),
  /**
   * What a card declined on the hosted page leaves behind. `kept`: nothing, the payment stays `init`. `told`: a failed
   * transaction with its webhook, and the page stays open; `told-anew`: the next card has a new payment_id as well.
   */
  declinedOnPage: z.enum(['kept', 'told', 'told-anew']).default('kept'),
  /** For how many seconds after its creation a payment or operation is missing from endpoint 12 and from lists. */
  readLagSeconds: seconds.default(0),
  /** Commission on top of the ordered amount, in percent; none for split payments and lookups. */
  payerFeePercent: z.number().min(0).max(100).default(0),
  /** The merchant's name on receipts. */
  merchantName: z.string().min(1).max(256).default('Sandbox merchant'),
  /** The project's sub-merchants, UUIDs; a split with any other is refused. */
  subMerchants: z
    .array(z.uuid())
    .readonly()
    .default([
      '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01',
      '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02',
      '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a03',
    ]),
});

/** Settings that a test may change while the sandbox runs (`POST /_sandbox/settings`); README.md explains them. */
export type SandboxSettings = z.output<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Readonly<SandboxSettings> = settingsSchema.parse({});

/**
 * Reads the environment variable `STRICT`.
 * @throws RangeError if it is neither `true`, `false` nor empty
 */
export function readStrict(text: string | undefined): boolean {
  if (text && text !== 'true' && text !== 'false') throw new RangeError('STRICT must be true or false');
  return text === 'true';
}

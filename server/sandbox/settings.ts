/** Settings that a test may change while the sandbox runs (`POST /_sandbox/settings`); README.md explains them. */
export interface SandboxSettings {
  /** Refuses every request that breaks the interface document (400), also those that the live gateway accepts. */
  strict: boolean;
  /** Seconds for which 4000…0119 stays pending (2119) before it succeeds. */
  processingSeconds: number;
  /** Seconds by which the webhook of 4000…0341 is late. */
  lateWebhookSeconds: number;
  /** Seconds after which an abandoned 3-D Secure challenge fails (4147). */
  challengeSeconds: number;
  /** Whether other sites may show the 3-D Secure page in a frame. */
  challengeFramed: boolean;
  /** Whether the 3-D Secure page answers. */
  challengeAnswers: boolean;
  /** Lifetime of an unpaid hosted payment without order_timeout, in seconds; then it fails (4148). */
  checkoutSeconds: number;
  /** By how much a capture may exceed the authorization, in percent ("a percentage set in the project's settings"). */
  overCapturePercent: number;
  /** How the buyer returns to `result_url`: by a plain GET, or with `order_id` and `status` in query or body. */
  returnBy: 'get' | 'query' | 'post';
  /** Attempts to deliver one webhook, the first included. */
  webhookAttempts: number;
  /** Seconds before the second attempt; doubled for every further one. */
  webhookBackoffSeconds: number;
  /** The merchant's sector, which makes more customer fields required (interface 1.7, 1.8). */
  sector: 'retail' | 'microfinance' | 'igaming';
  /** Currencies whose terminals report no balance. */
  failedTerminals: readonly string[];
  /** How an error answer states its code. `payment`: a direct payment with a used order_id fails with 4119 instead. */
  errorCodes: 'in-args' | 'beside-args' | 'payment';
  /** The HTTP status of P-409, the error for a used order_id. */
  takenStatus: 400 | 409;
  /** Whether the gateway's support has enabled credit references (Receipts for a date). */
  creditReferences: boolean;
  /**
   * Whether the webhook of a successful card purchase has `processed_amount` and `processed_currency`. Some clients
   * refuse one without them, although the document reserves them for alternative methods.
   */
  processedAmount: boolean;
  /** By how many seconds the times that the gateway states are ahead of the right time; negative: behind. */
  clockOffsetSeconds: number;
  /** How `created_at`, `processed_at` and `processing_time` are written in answers and webhooks. */
  timeForm: 'plain' | 'zone' | 'no-seconds' | 'blank' | 'epoch-seconds' | 'epoch-milliseconds';
  /**
   * What a card declined on the hosted page leaves behind. `kept`: nothing, the payment stays `init`. `told`: a failed
   * transaction with its webhook, and the page stays open; `told-anew`: the next card has a new payment_id as well.
   */
  declinedOnPage: 'kept' | 'told' | 'told-anew';
  /** For how many seconds after its creation a payment or operation is missing from endpoint 12 and from lists. */
  readLagSeconds: number;
  /** Commission on top of the ordered amount, in percent; none for split payments and lookups. */
  payerFeePercent: number;
  /** The merchant's name on receipts. */
  merchantName: string;
  /** The project's sub-merchants, UUIDs; a split with any other is refused. */
  subMerchants: readonly string[];
}

/**
 * Reads the environment variable `STRICT`.
 * @throws RangeError if it is neither `true`, `false` nor empty
 */
export function readStrict(text: string | undefined): boolean {
  if (text && text !== 'true' && text !== 'false') throw new RangeError('STRICT must be true or false');
  return text === 'true';
}

export const DEFAULT_SETTINGS: Readonly<SandboxSettings> = {
  strict: false,
  processingSeconds: 2,
  lateWebhookSeconds: 5,
  challengeSeconds: 600,
  challengeFramed: true,
  challengeAnswers: true,
  checkoutSeconds: 86_400,
  overCapturePercent: 0,
  returnBy: 'get',
  webhookAttempts: 6,
  webhookBackoffSeconds: 1,
  sector: 'retail',
  failedTerminals: [],
  errorCodes: 'in-args',
  takenStatus: 400,
  creditReferences: true,
  processedAmount: true,
  clockOffsetSeconds: 0,
  timeForm: 'plain',
  declinedOnPage: 'kept',
  readLagSeconds: 0,
  payerFeePercent: 0,
  merchantName: 'Sandbox merchant',
  subMerchants: [
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01',
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02',
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a03',
  ],
};

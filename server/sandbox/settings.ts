/** Settings that a test may change while the sandbox runs (`POST /_sandbox/settings`). */
export interface SandboxSettings {
  /**
   * Refuses every request that breaks the interface document (400), including what the live gateway evidently tolerates:
   * unknown fields, amounts as decimal text, null, fields that are not sent in a mode.
   */
  strict: boolean;
  /** Seconds for which 4000…0119 stays pending (2119) before it succeeds. */
  processingSeconds: number;
  /** Seconds by which the webhook of 4000…0341 is late. */
  lateWebhookSeconds: number;
  /** Seconds after which an abandoned 3-D Secure challenge fails (4147). */
  challengeSeconds: number;
  /** Whether other sites may show the 3-D Secure page in a frame; false imitates a bank that refuses. */
  challengeFramed: boolean;
  /** Whether the 3-D Secure page answers; false imitates a bank that is down. */
  challengeAnswers: boolean;
  /** Lifetime of an unpaid hosted payment without order_timeout, in seconds; then it fails (4148). */
  checkoutSeconds: number;
  /** By how much a capture may exceed the reserve, in percent ("a percentage set in the project's settings"). */
  overCapturePercent: number;
  /**
   * How the buyer returns to `result_url`: by a plain GET, by a GET with `order_id` and `status` in its query, or by a
   * POST with both in its body. Old plugins read them there.
   */
  returnBy: 'get' | 'query' | 'post';
  /** Attempts to deliver one webhook, the first included. */
  webhookAttempts: number;
  /** Seconds before the second attempt; doubled for every further one. */
  webhookBackoffSeconds: number;
  /** The merchant's sector, which makes more customer fields required (Create payment, rules 3 and 4). */
  sector: 'retail' | 'microfinance' | 'igaming';
  /** Currencies whose terminals report no balance. */
  failedTerminals: readonly string[];
  /** Whether the gateway's support has enabled credit references (Receipts for a date). */
  creditReferences: boolean;
  /**
   * Whether the webhook of a successful card purchase has `processed_amount` and `processed_currency`. Some clients
   * refuse one without them, although the document reserves them for alternative methods.
   */
  processedAmount: boolean;
  /** By how many seconds the times that the gateway states are ahead of the right time; negative: behind. */
  clockOffsetSeconds: number;
  /** For how many seconds after its creation a payment or operation is missing from endpoint 12 and from lists. */
  readLagSeconds: number;
  /**
   * Commission that the payer bears on top of the ordered amount, in percent: `amount` is what was charged. Payments
   * that are split, and lookups, have none.
   */
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
  creditReferences: true,
  processedAmount: true,
  clockOffsetSeconds: 0,
  readLagSeconds: 0,
  payerFeePercent: 0,
  merchantName: 'Sandbox merchant',
  subMerchants: [
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01',
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02',
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a03',
  ],
};

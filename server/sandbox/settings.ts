/** What a test may turn while the sandbox runs (`POST /_sandbox/settings`). */
export interface SandboxSettings {
  /** Seconds that 4000…0119 stays pending (2119) before it succeeds. */
  processingSeconds: number;
  /** Seconds that the webhook of 4000…0341 is late. */
  lateWebhookSeconds: number;
  /** Seconds after which a 3-D Secure challenge left alone fails (4147). */
  challengeSeconds: number;
  /** Seconds that an unpaid hosted payment lives where the request has no order_timeout (then 4148). */
  checkoutSeconds: number;
  /** How far a capture may go beyond the reserve, in percent ("a percentage set in the project's settings"). */
  overCapturePercent: number;
  /** Attempts to deliver one webhook, the first included. */
  webhookAttempts: number;
  /** Seconds before the second attempt; doubled for every further one. */
  webhookBackoffSeconds: number;
  /** The merchant's sector, which makes more customer fields required (Create payment, rules 3 and 4). */
  sector: 'retail' | 'microfinance' | 'igaming';
  /** Currencies whose terminals tell no balance. */
  failedTerminals: readonly string[];
  /** Whether the gateway's support has enabled credit references (Receipts for a date). */
  creditReferences: boolean;
  /** The merchant's name on receipts. */
  merchantName: string;
  /** The project's sub-merchants, UUIDs; a split that names another is refused. */
  subMerchants: readonly string[];
}

export const DEFAULT_SETTINGS: Readonly<SandboxSettings> = {
  processingSeconds: 2,
  lateWebhookSeconds: 5,
  challengeSeconds: 600,
  checkoutSeconds: 86_400,
  overCapturePercent: 0,
  webhookAttempts: 6,
  webhookBackoffSeconds: 1,
  sector: 'retail',
  failedTerminals: [],
  creditReferences: true,
  merchantName: 'Sandbox merchant',
  subMerchants: [
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01',
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02',
    '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a03',
  ],
};

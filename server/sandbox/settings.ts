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
  /** How far a capture may go beyond the reserve, in percent. */
  overCapturePercent: number;
  /** Attempts to deliver one webhook, the first included. */
  webhookAttempts: number;
  /** Seconds before the second attempt; doubled for every further one. */
  webhookBackoffSeconds: number;
  /** The merchant's sector, which makes more customer fields required (Create payment, rules 3 and 4). */
  sector: 'retail' | 'microfinance' | 'igaming';
}

export const DEFAULT_SETTINGS: Readonly<SandboxSettings> = {
  processingSeconds: 2,
  lateWebhookSeconds: 5,
  challengeSeconds: 600,
  checkoutSeconds: 86_400,
  overCapturePercent: 25,
  webhookAttempts: 6,
  webhookBackoffSeconds: 1,
  sector: 'retail',
};

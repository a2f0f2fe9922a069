import { fromWebhookEvent } from './gateway/normalise.ts';
import { createWebhookVerifier } from './gateway/signature.ts';
import type { ReadWebhook } from './routes/webhook.ts';

/**
 * Reads webhooks for the companion.
 * @param secrets as of {@link createWebhookVerifier}
 */
export function webhookReader(secrets: readonly string[]): ReadWebhook {
  const verifier = createWebhookVerifier({ secrets });
  return (form) => {
    const reading = verifier.readWebhook(form);
    if (reading.kind === 'bad-signature') return reading.kind;
    const { text } = reading;
    return reading.kind === 'event'
      ? { text, payment: fromWebhookEvent(reading.event) }
      : { text, unknown: reading.told };
  };
}

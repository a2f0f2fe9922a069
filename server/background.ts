import type { PaymentDeps } from './payments/ports.ts';
import { type DeliveryDeps, deliverWebhooks } from './payments/workers/deliver.ts';
import { pollUntil } from './payments/workers/poll.ts';
import { forgetCountsUntil, type PurgeDeps, purgeUntil } from './payments/workers/purge.ts';

/**
 * Starts the background work: status queries and reversals, the merchant's messages, and the deletion of expired counts and of data older than `RETENTION_DAYS`.
 * @returns a function that stops it and resolves when the work in flight has ended; deliveries are aborted
 */
export function startBackground(
  payments: PaymentDeps,
  delivery: DeliveryDeps | null,
  retention: PurgeDeps,
): () => Promise<void> {
  const ending = new AbortController();
  const work = [
    pollUntil(payments, ending.signal),
    forgetCountsUntil(payments, ending.signal),
    ...(delivery ? [deliverWebhooks(delivery, ending.signal)] : []),
    purgeUntil(retention, ending.signal),
  ];
  return async () => {
    ending.abort();
    await Promise.all(work);
  };
}

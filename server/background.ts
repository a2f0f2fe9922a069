import type { PaymentDeps } from './payments/ports/deps.ts';
import { type DeliveryDeps, deliverWebhooks } from './payments/workers/deliver-webhooks.ts';
import { forgetCountsUntil } from './payments/workers/forget-counts.ts';
import { type PurgeDeps, purgeUntil } from './payments/workers/purge.ts';
import { recheckDueTimesUntil } from './payments/workers/recheck-due-times.ts';
import { reconcileUntil } from './payments/workers/reconcile.ts';

/**
 * Starts the background work: status queries and reversals, the merchant's messages, the correction of due times after
 * the clock was set back, and the deletion of expired counts and of data older than `RETENTION_DAYS`.
 * @returns a function that stops it and resolves when the work in flight has ended; deliveries are aborted
 */
export function startBackground(
  payments: PaymentDeps,
  delivery: DeliveryDeps | null,
  retention: PurgeDeps,
): () => Promise<void> {
  const ending = new AbortController();
  const work = [
    recheckDueTimesUntil(payments, ending.signal),
    reconcileUntil(payments, ending.signal),
    forgetCountsUntil(payments, ending.signal),
    ...(delivery ? [deliverWebhooks(delivery, ending.signal)] : []),
    purgeUntil(retention, ending.signal),
  ];
  return async () => {
    ending.abort();
    await Promise.all(work);
  };
}

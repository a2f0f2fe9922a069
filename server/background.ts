import type { PaymentDeps } from './payments/ports/deps.ts';
import { type DeliveryDeps, deliverWebhooks } from './payments/workers/deliver-webhooks.ts';
import { forgetCountsUntil } from './payments/workers/forget-counts.ts';
import { type PurgeDeps, purgeUntil } from './payments/workers/purge.ts';
import { recheckDueTimesUntil } from './payments/workers/recheck-due-times.ts';
import { reconcileUntil } from './payments/workers/reconcile.ts';

/**
 * The work that no request waits for: status queries and reversals, the merchant's messages, what is due after the clock
 * was set back, and the deletion of counts that expire and of what is older than `RETENTION_DAYS`.
 * @returns a function that ends it and resolves when what is in flight is over; deliveries are aborted
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

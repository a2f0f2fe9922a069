import type { PaymentDeps } from './payments/ports/deps.ts';
import { type DeliveryDeps, deliverWebhooks } from './payments/workers/deliver-webhooks.ts';
import { forgetCountsUntil } from './payments/workers/forget-counts.ts';
import { reconcileUntil } from './payments/workers/reconcile.ts';

/**
 * The work that no request waits for: status queries and reversals, the merchant's messages, and counts that expire.
 * @returns a function that ends it and resolves when what is in flight is over; deliveries are aborted
 */
export function startBackground(payments: PaymentDeps, delivery: DeliveryDeps | null): () => Promise<void> {
  const ending = new AbortController();
  const work = [
    reconcileUntil(payments, ending.signal),
    forgetCountsUntil(payments, ending.signal),
    ...(delivery ? [deliverWebhooks(delivery, ending.signal)] : []),
  ];
  return async () => {
    ending.abort();
    await Promise.all(work);
  };
}

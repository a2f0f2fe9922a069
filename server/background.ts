import type { PaymentDeps } from './payments/ports/deps.ts';
import { type DeliveryDeps, deliverWebhooks } from './payments/workers/deliver-webhooks.ts';
import { reconcileUntil } from './payments/workers/reconcile.ts';

/**
 * The work that no request waits for: status queries and reversals, and the merchant's messages.
 * @returns a function that ends it and resolves when what is in flight is over; deliveries are aborted
 */
export function startBackground(payments: PaymentDeps, delivery: DeliveryDeps | null): () => Promise<void> {
  const ending = new AbortController();
  const work = [
    reconcileUntil(payments, ending.signal),
    ...(delivery ? [deliverWebhooks(delivery, ending.signal)] : []),
  ];
  return async () => {
    ending.abort();
    await Promise.all(work);
  };
}

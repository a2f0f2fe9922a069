import type { PaymentDeps } from './deps.ts';
import { isFinal, type Payment } from './payment.ts';
import { ask } from './reconcile.ts';

/** How often a waiting request looks for changes made by another process. */
const LOOK_EVERY_MS = 1_000;

/**
 * Waits for a payment: answers at once when it is final or changed since `since`, otherwise at its next change
 * or after `seconds`. While somebody waits, the gateway is asked as soon as the payment is due.
 * @param since the `updatedAt` that the asker has seen; the present one where not given
 */
export async function waitForChange(
  deps: PaymentDeps,
  payment: Payment,
  seconds: number,
  since = payment.updatedAt,
  signal?: AbortSignal,
): Promise<Payment> {
  const end = deps.clock.now().getTime() + seconds * 1_000;
  let current = payment;
  while (!isFinal(current.status) && current.updatedAt === since && !signal?.aborted) {
    const now = deps.clock.now();
    if (now.getTime() >= end) return current;
    if (current.askAt && current.askAt <= now.toISOString()) void askQuietly(deps, current);
    await deps.changes.next(payment.id, Math.min(LOOK_EVERY_MS, end - now.getTime()), signal);
    current = (await deps.store.findPayment(payment.id)) ?? current;
  }
  return current;
}

async function askQuietly(deps: PaymentDeps, payment: Payment): Promise<void> {
  try {
    await ask(deps, payment);
  } catch (error) {
    deps.log.error({ paymentId: payment.id, error: String(error) }, 'asking the gateway failed');
  }
}

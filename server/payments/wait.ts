import type { PaymentDeps } from './deps.ts';
import { isFinal, isUnderWay, type Payment } from './payment.ts';
import { ask } from './reconcile.ts';
import { shownStatus } from './view.ts';

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
  const over = () => deps.clock.now().getTime() >= end || deps.changes.ended || signal?.aborted === true;
  for (let current = payment; ; ) {
    if (isFinal(shownStatus(current)) || current.updatedAt !== since || over()) return current;
    if (isDue(deps, current)) void ask(deps, current);
    current = await look(deps, current, Math.min(LOOK_EVERY_MS, end - deps.clock.now().getTime()), signal);
  }
}

/** Where a create call is still under way (two equal requests at once): waits for what comes of it. */
export async function whenAnswered(deps: PaymentDeps, payment: Payment): Promise<Payment> {
  const seconds = deps.config.gatewayTimeoutMs / 1_000;
  return isUnderWay(payment) ? waitForChange(deps, payment, seconds) : payment;
}

/** The payment after its next change. Listens before it looks, so that no change falls in between. */
async function look(deps: PaymentDeps, seen: Payment, ms: number, signal?: AbortSignal): Promise<Payment> {
  const enough = new AbortController();
  const either = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  const change = deps.changes.next(seen.id, ms, either);
  const present = await deps.store.findPayment(seen.id);
  if (present && present.updatedAt !== seen.updatedAt) enough.abort();
  await change;
  return (await deps.store.findPayment(seen.id)) ?? seen;
}

function isDue(deps: PaymentDeps, payment: Payment): boolean {
  return payment.askAt !== null && payment.askAt <= deps.clock.now().toISOString();
}

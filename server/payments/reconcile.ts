import { applyNews } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { failed, isFinal, nextAsk, type Payment } from './payment.ts';
import type { Outcome, GatewayPayment } from './ports.ts';
import { conclude } from './settle.ts';

/** Asks the gateway about every payment whose time to be asked has come. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.paymentsToAsk(deps.clock.now().toISOString(), 20);
  await Promise.all(due.map((payment) => ask(deps, payment)));
}

/**
 * Asks the gateway about one payment and takes the answer through the gate. That the gateway knows no such
 * payment counts only for one of unknown outcome that is older than the grace time: then nothing was charged.
 * @returns the payment as it stands then
 */
export async function ask(deps: PaymentDeps, payment: Payment): Promise<Payment> {
  if (isFinal(payment.status)) return payment;
  await postpone(deps, payment);
  const outcome = await deps.gateway.readOperation(payment.gatewayOrderId, payment.method);
  if (outcome.kind === 'answered') await applyNews(deps, { source: 'read', payment: outcome.value });
  else if (isNotFound(outcome) && isOldEnough(deps, payment)) {
    const text = 'The payment did not reach the payment service.';
    await conclude(deps, payment, (one) => failed(one, 'not-found', text));
  }
  return (await deps.store.findPayment(payment.id)) ?? payment;
}

/** Sets the next question before this one is put: a read that hangs or says nothing new must not be repeated at once. */
async function postpone(deps: PaymentDeps, payment: Payment): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const current = await tx.findPayment(payment.id);
    if (current && !isFinal(current.status)) {
      await tx.updatePayment({ ...current, askAt: nextAsk(current, deps.clock.now()) });
    }
  });
}

function isNotFound(outcome: Outcome<GatewayPayment>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.status === 404;
}

function isOldEnough(deps: PaymentDeps, payment: Payment): boolean {
  const age = deps.clock.now().getTime() - Date.parse(payment.createdAt);
  return age > Math.max(deps.config.notFoundGraceS * 1_000, deps.config.gatewayTimeoutMs);
}

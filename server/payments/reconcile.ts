import { applyNews } from './apply-news.ts';
import { LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { failed, isFinal, isUnderWay, nextAsk, type Payment } from './payment.ts';
import { isNotFound } from './not-found.ts';
import type { GatewayPayment } from './ports.ts';
import { conclude } from './settle.ts';

/** Asks the gateway about every payment whose time to be asked has come. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.paymentsToAsk(deps.clock.now().toISOString(), 20);
  await Promise.all(due.map((payment) => ask(deps, payment)));
}

/**
 * Asks the gateway about one payment and takes the answer through the gate. Where somebody else has asked since
 * `payment` was read, that is left to them. That the gateway knows no such payment counts only for one of
 * unknown outcome that is older than the grace time: then nothing was charged.
 * @returns the payment as it stands then; never rejects, so that nobody has to wait for it
 */
export async function ask(deps: PaymentDeps, payment: Payment): Promise<Payment> {
  try {
    if (await claim(deps, payment)) await askNow(deps, payment);
    return (await deps.store.findPayment(payment.id)) ?? payment;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    deps.log.error({ paymentId: payment.id, error: name }, 'asking the gateway failed');
    return payment;
  }
}

async function askNow(deps: PaymentDeps, payment: Payment): Promise<void> {
  // Counted from the question on: the answer may be long in coming.
  const oldEnough = isOldEnough(deps, payment);
  const outcome = await deps.gateway.readOperation(payment.gatewayOrderId, payment.method);
  if (outcome.kind === 'answered') await takeRead(deps, payment, outcome.value);
  else if (isNotFound(outcome) && oldEnough) {
    const text = 'The payment did not reach the payment service.';
    await conclude(deps, payment, (one) => failed(one, 'not-found', text));
  }
}

/** Takes in what a read told; what it tells of another order was not asked for. */
export async function takeRead(deps: PaymentDeps, payment: Payment, news: GatewayPayment): Promise<void> {
  if (news.gatewayOrderId === payment.gatewayOrderId)
    await applyNews(deps, { source: 'read', payment: news });
  else deps.log.error({ paymentId: payment.id }, 'the gateway told of another order than the one asked for');
}

/**
 * Sets the next question before this one is put: a read that hangs or says nothing new must not be repeated at once.
 * @returns whether it is ours to ask
 */
async function claim(deps: PaymentDeps, payment: Payment): Promise<boolean> {
  return deps.store.transaction(async (tx) => {
    const current = await tx.findPayment(payment.id);
    if (!current || isFinal(current.status) || current.askAt !== payment.askAt) return false;
    await tx.updatePayment({ ...current, askAt: nextAsk(current, deps.clock.now()) });
    return true;
  });
}

/** A call that may still be under way can arrive until its own deadline. */
function isOldEnough(deps: PaymentDeps, payment: Payment): boolean {
  const age = deps.clock.now().getTime() - Date.parse(payment.createdAt);
  const deadline = isUnderWay(payment) ? deps.config.gatewayTimeoutMs + LONGEST_RETRY_MS : 0;
  return age > Math.max(deps.config.notFoundGraceS * 1_000, deadline);
}

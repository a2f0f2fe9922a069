import { ProblemError } from '../contract/problem.ts';
import { callOnce } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import type { Payment } from './payment.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { ask, takeRead } from './reconcile.ts';
import type { Reservation } from './reserve.ts';
import { isInDoubt } from './view.ts';

/**
 * Cancels a hosted payment that nobody paid (interface document, endpoint 8), and takes in what came of it; check
 * {@link isCancellable} first.
 */
export async function cancelHosted(
  deps: PaymentDeps,
  payment: Payment,
): Promise<Outcome<GatewayPayment[]>['kind']> {
  const outcome = await callOnce(deps, () => deps.gateway.cancelHosted(payment.gatewayOrderId));
  if (outcome.kind === 'answered') {
    for (const news of outcome.value) await takeRead(deps, payment, news);
  }
  // Refused: it is being paid, or it ended without our hearing of it.
  if (outcome.kind === 'refused') await ask(deps, payment);
  return outcome.kind;
}

/** Cancel applies to a purchase or auth that is hosted and `init` (interface document, States, rule 1). */
export function isCancellable(payment: Payment): boolean {
  const untouched = payment.mode === 'hosted' && payment.status === 'init' && payment.method !== 'lookup';
  return untouched && !isInDoubt(payment);
}

/**
 * Makes way for another try by cancelling the hosted payment that is open.
 * @throws ProblemError `too-many-attempts` where none would be left, `order-changed` or `payment-open` where the
 *   open payment is not to be cancelled
 */
export async function replaceOpen(
  deps: PaymentDeps,
  open: Extract<Reservation, { kind: 'open' }>,
): Promise<void> {
  const { payment } = open;
  if (open.last && isCancellable(payment)) throw new ProblemError('too-many-attempts');
  if (isCancellable(payment)) {
    await cancelHosted(deps, payment);
    if ((await deps.store.findPayment(payment.id))?.blocking === false) return;
  }
  throw new ProblemError(open.sameTerms ? 'payment-open' : 'order-changed');
}

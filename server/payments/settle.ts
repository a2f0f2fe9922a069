import { applyNews, save } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { SECONDARY } from './operation-news.ts';
import { DUPLICATE, failed, isDuplicate, type Payment } from './payment.ts';
import type { GatewayPayment, GatewayRefusal, Outcome } from './ports.ts';
import { namingFields } from './refused-fields.ts';

/** Brings the outcome of a create call to the payment and returns it as it stands then. */
export async function settle(
  deps: PaymentDeps,
  payment: Payment,
  outcome: Outcome<GatewayPayment>,
): Promise<Payment> {
  if (outcome.kind === 'answered') await takeAnswer(deps, payment, outcome.value);
  else if (outcome.kind === 'refused') await takeRefusal(deps, payment, outcome.refusal);
  else if (outcome.kind === 'not-sent') {
    deps.log.error({ paymentId: payment.id, reason: outcome.reason }, 'the gateway cannot be reached');
    await conclude(deps, payment, (one) => failed(one, 'not-sent', 'The payment service cannot be reached.'));
  } else await askSoon(deps, payment, outcome.reason);
  return (await deps.store.findPayment(payment.id)) ?? payment;
}

async function takeAnswer(deps: PaymentDeps, payment: Payment, answer: GatewayPayment): Promise<void> {
  if (isDuplicate(answer)) return suspectDuplicate(deps, payment);
  // The answer to this very request is about this very try: another order id or an operation in it is a lie.
  if (answer.gatewayOrderId !== payment.gatewayOrderId) return disbelieve(deps, payment, 'order-id-mismatch');
  if (SECONDARY.has(answer.method)) return disbelieve(deps, payment, 'method-mismatch');
  await applyNews(deps, { source: 'answer', payment: answer });
}

async function disbelieve(deps: PaymentDeps, payment: Payment, held: string): Promise<void> {
  deps.log.error({ paymentId: payment.id, held }, 'the answer contradicts the request: held for a person');
  await conclude(deps, payment, (one) => ({ ...one, held }));
}

/**
 * "Order id exists" may be about a payment that we no longer know of, perhaps paid: not a failure but a reason
 * to ask, and "no such payment" is no answer to that.
 */
async function suspectDuplicate(deps: PaymentDeps, payment: Payment): Promise<void> {
  deps.log.warn({ paymentId: payment.id }, 'the gateway knows the order id already: asking');
  await conclude(deps, payment, (one) => ({ ...one, held: DUPLICATE }));
}

/** Every refusal but one of the order id means that nothing was created. */
async function takeRefusal(deps: PaymentDeps, payment: Payment, refusal: GatewayRefusal): Promise<void> {
  if (refusal.code === 'P-409' || refusal.status === 409) return suspectDuplicate(deps, payment);
  const fields = {
    paymentId: payment.id,
    status: refusal.status,
    code: refusal.code,
    // What stands behind the name of a field may be the customer's, but where the rule is our own.
    fields: refusal.details.map((detail) => (refusal.status === 0 ? detail : detail.split(':')[0])),
  };
  deps.log.error(
    fields,
    refusal.status === 0 ? 'a payment breaks the rules and was not sent' : 'the gateway refused a payment',
  );
  await conclude(deps, payment, (one) =>
    failed(one, 'refused', namingFields('The payment service did not take the payment.', refusal)),
  );
}

async function askSoon(deps: PaymentDeps, payment: Payment, reason: string): Promise<void> {
  deps.log.warn({ paymentId: payment.id, reason }, 'the outcome of a payment is unknown: asking');
  await conclude(deps, payment, (one) => ({ ...one }));
}

/** Changes a payment by our own conclusion, unless better news came first; one that is handed back as it is stays. */
export async function conclude(
  deps: PaymentDeps,
  payment: Payment,
  change: (payment: Payment) => Payment,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const current = await tx.findPayment(payment.id);
    if (current?.status !== 'unknown') return;
    const next = change(current);
    if (next !== current) await save(deps, tx, next);
  });
  deps.changes.announce(payment.id);
}

import { callOnce } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { isAcknowledged } from './operation.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { changeOperation } from './save-operation.ts';
import { secondaryRequest } from './secondary-request.ts';
import { settleOperation } from './settle-operation.ts';

/**
 * Sends what `planReversal` wrote down. Each is marked as sent before the call and is sent again only where the call
 * never left, or where the gateway took no more requests; an unclear outcome is asked about.
 */
export async function sendReversals(deps: PaymentDeps): Promise<void> {
  for (const operation of await deps.store.operationsToSend(20)) await sendReversal(deps, operation);
}

async function sendReversal(deps: PaymentDeps, planned: Operation): Promise<void> {
  const payment = await deps.store.findPayment(planned.paymentId);
  if (!payment) return;
  const operation = await changeOperation(deps, planned, (one) =>
    one.sentAt === null && one.status === 'unknown'
      ? { ...one, sentAt: deps.clock.now().toISOString() }
      : null,
  );
  if (!operation) return;
  const outcome = await callOnce(deps, () => call(deps, payment, operation));
  const { kind } = outcome;
  if (kind === 'answered') return settleOperation(deps, payment, operation, outcome);
  deps.log.error(
    { operationId: operation.id, orderId: payment.orderId, outcome: kind },
    'giving back a second payment did not succeed',
  );
  // Too many requests: not done, to be sent again later (known from beyond the interface document).
  const later = kind === 'not-sent' || (kind === 'refused' && outcome.refusal.status === 429);
  if (!later) return settleOperation(deps, payment, operation, outcome);
  await changeOperation(deps, operation, (one) => (isAcknowledged(one) ? null : { ...one, sentAt: null }));
}

function call(
  deps: PaymentDeps,
  payment: Payment,
  { method, amountMinor, split, comment }: Operation,
): Promise<Outcome<GatewayPayment>> {
  const request = secondaryRequest(deps, payment, comment);
  if (method === 'void') return deps.gateway.voidAuth(request);
  return split ? deps.gateway.splitRefund({ ...request, amountMinor, split }) : deps.gateway.refund(request);
}

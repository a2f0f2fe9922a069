import { callFor } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { isAcknowledged, isOpen } from './operation.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { changeOperation } from './save-operation.ts';
import { secondaryRequest } from './secondary-request.ts';
import { settleOperation } from './settle-operation.ts';

/**
 * Refusals that say nothing of the reversal itself, so that it may go through later: keys that are being changed, a
 * wrong address or a proxy, and 429 (known from beyond the interface document).
 */
const LATER: ReadonlySet<number> = new Set([401, 404, 405, 406, 429]);

/**
 * Sends what `planReversal` wrote down and what is due. Each is marked as sent before the call and is sent again only
 * where the call never left, or where the gateway took no request at all; an unclear outcome is asked about.
 */
export async function sendReversals(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.operationsToSend(deps.clock.now().toISOString(), 20);
  for (const operation of due) await sendReversal(deps, operation);
}

async function sendReversal(deps: PaymentDeps, planned: Operation): Promise<void> {
  const payment = await deps.store.findPayment(planned.paymentId);
  if (!payment) return;
  if (await isOvertaken(deps, planned)) return putOff(deps, planned);
  const operation = await changeOperation(deps, planned, (one) =>
    one.sentAt === null && one.status === 'unknown'
      ? { ...one, sentAt: deps.clock.now().toISOString() }
      : null,
  );
  if (!operation) return;
  const outcome = await callFor(deps, operation, () => call(deps, payment, operation));
  const { kind } = outcome;
  if (kind === 'answered') return settleOperation(deps, payment, operation, outcome);
  deps.log.error(
    { operationId: operation.id, orderId: payment.orderId, outcome: kind },
    'giving back a second payment did not succeed',
  );
  const later = kind === 'not-sent' || (kind === 'refused' && LATER.has(outcome.refusal.status));
  if (!later) return settleOperation(deps, payment, operation, outcome);
  await putOff(deps, operation);
  await changeOperation(deps, operation, (one) =>
    isAcknowledged(one) || one.sentAt !== operation.sentAt ? null : { ...one, sentAt: null },
  );
}

/** Another movement of the payment is open or held for a person: it may have given it back. */
async function isOvertaken({ store }: PaymentDeps, { id, paymentId }: Operation): Promise<boolean> {
  const others = (await store.operationsOfPayment(paymentId)).filter((one) => one.id !== id);
  return others.some((one) => isOpen(one) || one.held !== null);
}

/** The next try comes after as long a time as it has waited already, which doubles: from five seconds up to an hour. */
async function putOff(deps: PaymentDeps, { id, createdAt }: Operation): Promise<void> {
  const now = deps.clock.now().getTime();
  const pause = Math.min(Math.max(now - Date.parse(createdAt), 5_000), 3_600_000);
  await deps.store.putOffSending(id, new Date(now + pause).toISOString());
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

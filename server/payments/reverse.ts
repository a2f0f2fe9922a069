import { callFor } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { isAcknowledged } from './operation.ts';
import type { Operation, Payment } from './payment.ts';
import { reviewSecond } from './plan-reversal.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { changeOperation, saveOperation } from './save-operation.ts';
import { secondaryRequest } from './secondary-request.ts';
import { settleOperation } from './settle-operation.ts';
import type { StoreTransaction } from './store-port.ts';

/**
 * Refusals that say nothing of the reversal itself, so that it may go through later: keys that are being changed, a
 * wrong address or a proxy, and 429 (known from beyond the interface document).
 */
const LATER: ReadonlySet<number> = new Set([401, 404, 405, 406, 429]);

/**
 * Sends what `reviewSecond` wrote down and what is due. Each is marked as sent before the call and is sent again only
 * where the call never left, or where the gateway took no request at all; an unclear outcome is asked about. Any other
 * refusal ends it, and another one is written down for later.
 */
export async function sendReversals(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.operationsToSend(deps.clock.now().toISOString(), 20);
  for (const operation of due) await sendReversal(deps, operation);
}

async function sendReversal(deps: PaymentDeps, waiting: Operation): Promise<void> {
  const begun = await deps.store.transaction((tx) => beginSending(deps, tx, waiting));
  if (!begun) return;
  const { payment, operation, whole } = begun;
  const outcome = await callFor(deps, operation, () => call(deps, payment, operation, whole));
  const { kind } = outcome;
  if (kind === 'answered') return settleOperation(deps, payment, operation, outcome);
  deps.log.error(
    { operationId: operation.id, orderId: payment.orderId, outcome: kind },
    'giving back a second payment did not succeed',
  );
  const later = kind === 'not-sent' || (kind === 'refused' && LATER.has(outcome.refusal.status));
  if (!later) return settleOperation(deps, payment, operation, outcome);
  await putOff(deps, deps.store, operation);
  await changeOperation(deps, operation, (one) =>
    isAcknowledged(one) || one.sentAt !== operation.sentAt ? null : { ...one, sentAt: null },
  );
}

interface Sending {
  payment: Payment;
  operation: Operation;
  whole: boolean;
}

/**
 * Marks it as sent, over what is still to be given back; null where it is not to be sent now: another movement of the
 * payment is open or held for a person and may have given it back, or a person has to say whether it is due at all.
 */
async function beginSending(
  deps: PaymentDeps,
  tx: StoreTransaction,
  { id, paymentId }: Operation,
): Promise<Sending | null> {
  const due = await reviewSecond(deps, tx, paymentId);
  if (due?.waiting.id !== id) return null;
  const { payment, waiting, left } = due;
  if (left && !left.clear) reportUnclear(deps, waiting, payment);
  if (!left?.clear) {
    await putOff(deps, tx, waiting);
    return null;
  }
  const { method, amountMinor, split, whole } = left;
  const marked = { ...waiting, method, amountMinor, split, sentAt: deps.clock.now().toISOString() };
  return { payment, whole, operation: await saveOperation(deps, tx, payment, waiting, marked) };
}

function reportUnclear({ log }: PaymentDeps, { id }: Operation, { orderId }: Payment): void {
  log.error(
    { operationId: id, orderId },
    'whose shares of a second payment are left is not known: a person has to give them back',
  );
}

/** The next try comes after as long a time as it has waited already, which doubles: from five seconds up to an hour. */
async function putOff(
  deps: PaymentDeps,
  tx: Pick<StoreTransaction, 'putOffSending'>,
  { id, createdAt }: Operation,
): Promise<void> {
  const now = deps.clock.now().getTime();
  const pause = Math.min(Math.max(now - Date.parse(createdAt), 5_000), 3_600_000);
  await tx.putOffSending(id, new Date(now + pause).toISOString());
}

/** Without an amount for the whole (interface document, Refund, refund_amount). */
function call(
  deps: PaymentDeps,
  payment: Payment,
  { method, amountMinor, split, comment }: Operation,
  whole: boolean,
): Promise<Outcome<GatewayPayment>> {
  const request = secondaryRequest(deps, payment, comment);
  if (method === 'void') return deps.gateway.voidAuth(request);
  if (split) return deps.gateway.splitRefund({ ...request, amountMinor, split });
  return deps.gateway.refund({ ...request, ...(!whole && { amountMinor }) });
}

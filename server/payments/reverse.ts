import type { PaymentDeps } from './deps.ts';
import { isFinal, type Operation, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import type { StoreTransaction } from './store-port.ts';

/**
 * An order is paid once (architecture rule 4): where a second try succeeds all the same, it is given back by
 * itself, an auth by void and a purchase by refund. Written down first, sent by {@link sendReversals}.
 */
export async function planReversal(deps: PaymentDeps, tx: StoreTransaction, payment: Payment): Promise<void> {
  if (payment.method === 'lookup') return;
  const at = deps.clock.now().toISOString();
  await tx.insertOperation({
    id: deps.newId(),
    paymentId: payment.id,
    method: payment.method === 'auth' ? 'void' : 'refund',
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    status: 'unknown',
    statusCode: null,
    comment: `Order ${payment.orderId} was paid twice`,
    sentAt: null,
    createdAt: at,
    updatedAt: at,
  });
  deps.log.error(
    { orderId: payment.orderId, paymentId: payment.id },
    'order paid twice: the later payment is given back',
  );
}

/**
 * Sends what {@link planReversal} wrote down. Each is marked as sent before the call and is sent again only
 * where the call never left; an unclear outcome waits for its webhook or a person.
 */
export async function sendReversals(deps: PaymentDeps): Promise<void> {
  for (const operation of await deps.store.operationsToSend(20)) await sendReversal(deps, operation);
}

async function sendReversal(deps: PaymentDeps, operation: Operation): Promise<void> {
  const payment = await deps.store.findPayment(operation.paymentId);
  if (!payment) return;
  const sent = { ...operation, sentAt: deps.clock.now().toISOString() };
  await deps.store.updateOperation(sent);
  const request = {
    gatewayOrderId: payment.gatewayOrderId,
    currency: operation.currency,
    comment: operation.comment,
    serverUrl: `${deps.config.publicUrl}/webhook`,
  };
  const call = operation.method === 'void' ? deps.gateway.voidAuth(request) : deps.gateway.refund(request);
  const outcome = await call;
  const fields = { operationId: operation.id, orderId: payment.orderId, outcome: outcome.kind };
  if (outcome.kind === 'not-sent') return deps.store.updateOperation(operation);
  if (outcome.kind === 'refused') {
    deps.log.error({ ...fields, code: outcome.refusal.code }, 'giving back a second payment was refused');
    return deps.store.updateOperation({ ...sent, status: 'failure', statusCode: outcome.refusal.code });
  }
  if (outcome.kind === 'unknown')
    return deps.log.error(fields, 'giving back a second payment: outcome unknown');
  return deps.store.transaction((tx) => settleReversal(deps, tx, payment, outcome.value));
}

/** Takes in news of an operation on this payment. Operations begun elsewhere are kept as news alone. */
export async function settleReversal(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: GatewayPayment,
): Promise<void> {
  const open = (await tx.operationsOfPayment(payment.id)).find(
    (one) => one.method === news.method && !isFinal(one.status),
  );
  if (!open) return;
  const updatedAt = deps.clock.now().toISOString();
  await tx.updateOperation({ ...open, status: news.status, statusCode: news.statusCode, updatedAt });
}

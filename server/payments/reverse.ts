import { callOnce, LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { announceOperation } from './notify.ts';
import { codeOf, isFinal, type Operation, type Payment } from './payment.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { isNotFound } from './not-found.ts';
import type { StoreTransaction } from './store-port.ts';

/** How long after a question about an operation the next one is put, in milliseconds. */
const ASK_AGAIN_MS = 60_000;

/**
 * An order is paid once (architecture rule 4): where a second try succeeds all the same, it is given back by
 * itself, an auth by void and a purchase by refund. Written down first, sent by {@link sendReversals}.
 */
export async function planReversal(deps: PaymentDeps, tx: StoreTransaction, payment: Payment): Promise<void> {
  if (payment.method === 'lookup') return;
  const at = deps.clock.now().toISOString();
  const operation: Operation = {
    id: deps.newId(),
    paymentId: payment.id,
    method: payment.method === 'auth' ? 'void' : 'refund',
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    split: payment.split,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'reversal',
    receiptUrl: null,
    gatewayOperationId: null,
    held: null,
    idempotencyKey: null,
    requestHash: null,
    askAt: null,
    comment: `Order ${payment.orderId} was paid twice`,
    sentAt: null,
    createdAt: at,
    updatedAt: at,
  };
  await tx.insertOperation(operation);
  await announceOperation(deps, tx, operation, payment);
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

async function sendReversal(deps: PaymentDeps, planned: Operation): Promise<void> {
  const payment = await deps.store.findPayment(planned.paymentId);
  if (!payment) return;
  const operation = await change(deps, payment, planned, (one) =>
    one.sentAt === null && !isFinal(one.status) ? { ...one, sentAt: deps.clock.now().toISOString() } : null,
  );
  if (!operation) return;
  const request = {
    gatewayOrderId: payment.gatewayOrderId,
    currency: operation.currency,
    comment: operation.comment ?? undefined,
    serverUrl: `${deps.config.publicUrl}/webhook`,
  };
  const outcome = await callOnce(deps, () =>
    operation.method === 'void' ? deps.gateway.voidAuth(request) : deps.gateway.refund(request),
  );
  await conclude(deps, payment, operation, outcome);
}

async function conclude(
  deps: PaymentDeps,
  payment: Payment,
  operation: Operation,
  outcome: Outcome<GatewayPayment>,
): Promise<void> {
  const fields = { operationId: operation.id, orderId: payment.orderId, outcome: outcome.kind };
  if (outcome.kind === 'answered') return takeOperation(deps, payment, outcome.value);
  deps.log.error(fields, 'giving back a second payment did not succeed');
  if (outcome.kind === 'unknown') return;
  await change(deps, payment, operation, (one) => {
    if (isFinal(one.status)) return null;
    // Too many requests: not done, to be sent again later (known from beyond the interface document).
    const later = outcome.kind === 'not-sent' || outcome.refusal.status === 429;
    return later ? { ...one, sentAt: null } : { ...one, status: 'failure', statusCode: outcome.refusal.code };
  });
}

async function takeOperation(deps: PaymentDeps, payment: Payment, news: GatewayPayment): Promise<void> {
  if (news.gatewayOrderId === payment.gatewayOrderId) {
    return deps.store.transaction((tx) => settleReversal(deps, tx, payment, news));
  }
  deps.log.error({ paymentId: payment.id }, 'the gateway told of another order than the one given back');
}

/**
 * Asks about what was sent and whose outcome nobody knows, be it that the answer was lost or that the process
 * died. What the gateway does not know of after the grace time never reached it and is sent again: the whole of a
 * payment cannot be given back twice.
 */
export async function askReversals(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const { gatewayTimeoutMs, notFoundGraceS } = deps.config;
  const settledBy = now - Math.max(gatewayTimeoutMs + LONGEST_RETRY_MS, notFoundGraceS * 1_000, ASK_AGAIN_MS);
  const open = await deps.store.operationsToAsk(new Date(settledBy).toISOString(), 20);
  for (const operation of open) await askReversal(deps, operation);
}

async function askReversal(deps: PaymentDeps, operation: Operation): Promise<void> {
  const payment = await deps.store.findPayment(operation.paymentId);
  if (!payment || !(await change(deps, payment, operation, (one) => (isFinal(one.status) ? null : one))))
    return;
  const outcome = await deps.gateway.readOperation(payment.gatewayOrderId, operation.method);
  if (outcome.kind === 'answered') await takeOperation(deps, payment, outcome.value);
  else if (isNotFound(outcome)) {
    await change(deps, payment, operation, (one) =>
      one.status === 'unknown' ? { ...one, sentAt: null } : null,
    );
  }
}

/**
 * Takes in news of an operation on this payment. Operations begun elsewhere are kept as news alone: what returns
 * less than the whole is not ours, and what a person returned as a whole need not be returned again.
 */
export async function settleReversal(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: GatewayPayment,
): Promise<void> {
  const open = (await tx.operationsOfPayment(payment.id)).find(
    (one) => one.method === news.method && !isFinal(one.status) && isWhole(one, news),
  );
  if (open) await update(deps, tx, payment, open, { ...open, status: news.status, statusCode: codeOf(news) });
  if (open && news.status === 'failure') {
    deps.log.error({ operationId: open.id, orderId: payment.orderId }, 'a second payment was not given back');
  }
}

function isWhole(operation: Operation, { amountMinor, currency }: GatewayPayment): boolean {
  if (amountMinor === null) return currency === null || currency === operation.currency;
  return currency === operation.currency && amountMinor >= operation.amountMinor;
}

/** Changes an operation as it stands now. @returns it, or null where `make` wants no change */
function change(
  deps: PaymentDeps,
  payment: Payment,
  { id }: Operation,
  make: (operation: Operation) => Operation | null,
): Promise<Operation | null> {
  return deps.store.transaction(async (tx) => {
    const current = (await tx.operationsOfPayment(payment.id)).find((one) => one.id === id);
    const next = current ? make(current) : null;
    return current && next ? update(deps, tx, payment, current, next) : null;
  });
}

async function update(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  before: Operation,
  operation: Operation,
): Promise<Operation> {
  const updated = { ...operation, updatedAt: deps.clock.now().toISOString() };
  await tx.updateOperation(updated);
  if (before.status !== updated.status) await announceOperation(deps, tx, updated, payment);
  return updated;
}

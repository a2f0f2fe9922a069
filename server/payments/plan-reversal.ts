import type { PaymentDeps } from './deps.ts';
import type { Operation, Payment } from './payment.ts';
import { insertOperation } from './save-operation.ts';
import type { StoreTransaction } from './store-port.ts';

const DAY_MS = 86_400_000;

/**
 * An order is paid once (architecture rule 4): where a second try succeeds all the same, it is given back by
 * itself, an auth by void and a purchase by refund. Written down here, sent by `sendReversals`.
 * However often its success is told, once.
 */
export async function planReversal(deps: PaymentDeps, tx: StoreTransaction, payment: Payment): Promise<void> {
  if (payment.method === 'lookup') return;
  const operations = await tx.operationsOfPayment(payment.id);
  if (operations.some((one) => one.origin === 'reversal')) return;
  await insertOperation(deps, tx, payment, planned(deps, payment));
  deps.log.error(
    { orderId: payment.orderId, paymentId: payment.id },
    'order paid twice: the later payment is given back',
  );
}

/** The gateway says that giving back has failed: it is tried anew after a minute, which doubles each time up to a day. */
export async function planReversalAgain(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
): Promise<void> {
  const tries = (await tx.operationsOfPayment(payment.id)).filter((one) => one.origin === 'reversal');
  if (tries.some((one) => one.status !== 'failure')) return;
  const operation = planned(deps, payment);
  await insertOperation(deps, tx, payment, operation);
  const pause = Math.min(60_000 * 2 ** Math.min(tries.length - 1, 20), DAY_MS);
  await tx.putOffSending(operation.id, new Date(deps.clock.now().getTime() + pause).toISOString());
}

function planned(deps: PaymentDeps, payment: Payment): Operation {
  const at = deps.clock.now().toISOString();
  return {
    id: deps.newId(),
    paymentId: payment.id,
    method: payment.method === 'auth' ? 'void' : 'refund',
    // Shares add up to the amount; without them the whole is given back, which is what was paid.
    amountMinor: (payment.split ? null : payment.paidMinor) ?? payment.amountMinor,
    currency: payment.currency,
    split: payment.method === 'auth' ? null : payment.split,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'reversal',
    comment: `Order ${payment.orderId} was paid twice`,
    receiptUrl: null,
    gatewayOperationId: null,
    guessed: null,
    held: null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: null,
    askAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

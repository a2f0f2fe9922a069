import type { PaymentDeps } from './deps.ts';
import type { Operation, Payment } from './payment.ts';
import { insertOperation } from './save-operation.ts';
import type { StoreTransaction } from './store-port.ts';

/**
 * An order is paid once (architecture rule 4): where a second try succeeds all the same, it is given back by
 * itself, an auth by void and a purchase by refund. Written down here, sent by `sendReversals`.
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
    split: payment.method === 'auth' ? null : payment.split,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'reversal',
    comment: `Order ${payment.orderId} was paid twice`,
    receiptUrl: null,
    gatewayOperationId: null,
    held: null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: null,
    askAt: null,
    createdAt: at,
    updatedAt: at,
  };
  await insertOperation(deps, tx, payment, operation);
  deps.log.error(
    { orderId: payment.orderId, paymentId: payment.id },
    'order paid twice: the later payment is given back',
  );
}

import { Webhook } from 'standardwebhooks';
import type { PaymentDeps } from './deps.ts';
import type { Operation, Payment } from './payment.ts';
import type { Clock, Log } from './ports.ts';
import type { OutboxMessage, Store, StoreTransaction } from './store-port.ts';
import { operationViewOf, viewOf } from './view.ts';

/** Puts the change of a payment into the outbox, in the transaction that makes the change. */
export async function announceToMerchant(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
): Promise<void> {
  if (!deps.config.notify) return;
  const data = viewOf(payment, await tx.paymentsOfOrder(payment.orderId));
  await insert(deps, tx, payment.orderId, { type: 'payment.updated', data });
}

/** The same for an operation on a payment. */
export async function announceOperation(
  deps: PaymentDeps,
  tx: StoreTransaction,
  operation: Operation,
  payment: Payment,
): Promise<void> {
  if (!deps.config.notify) return;
  const data = operationViewOf(operation, payment);
  await insert(deps, tx, payment.orderId, { type: 'operation.updated', data });
}

async function insert(
  deps: PaymentDeps,
  tx: StoreTransaction,
  orderId: string,
  news: { type: 'payment.updated' | 'operation.updated'; data: object },
): Promise<void> {
  const at = deps.clock.now().toISOString();
  await tx.insertMessage({
    id: `msg_${deps.newId()}`,
    orderId,
    body: JSON.stringify({ type: news.type, timestamp: at, data: news.data }),
    attempts: 0,
    dueAt: at,
    createdAt: at,
  });
}

export interface DeliveryDeps {
  store: Store;
  clock: Clock;
  log: Log;
  fetch: typeof fetch;
  /** in [0, 1) */
  random: () => number;
  merchant: { url: string; secret: string };
}

/** Pause before the next delivery after so many failed ones, in milliseconds: 1 s doubling up to an hour, ±20 %. */
export function deliveryPause(attempts: number, random: number): number {
  return Math.min(1_000 * 2 ** Math.min(attempts, 12), 3_600_000) * (0.8 + random * 0.4);
}

/**
 * Posts what is due to the merchant, signed as Standard Webhooks: at least once, again until answered 2xx,
 * and in order within an order id, since the store offers only the oldest message of each.
 */
export async function deliverMessages(deps: DeliveryDeps): Promise<void> {
  const due = await deps.store.messagesToSend(deps.clock.now().toISOString(), 20);
  await Promise.all(due.map((message) => deliver(deps, message)));
}

async function deliver(deps: DeliveryDeps, message: OutboxMessage): Promise<void> {
  if (await post(deps, message)) return deps.store.messageDelivered(message.id);
  const pause = deliveryPause(message.attempts, deps.random());
  deps.log.warn(
    { messageId: message.id, attempts: message.attempts + 1 },
    'the merchant did not take a message',
  );
  await deps.store.messageFailed(message.id, new Date(deps.clock.now().getTime() + pause).toISOString());
}

async function post(deps: DeliveryDeps, message: OutboxMessage): Promise<boolean> {
  const now = deps.clock.now();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(deps.merchant.secret).sign(message.id, now, message.body),
  };
  try {
    const answer = await deps.fetch(deps.merchant.url, {
      method: 'POST',
      headers,
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

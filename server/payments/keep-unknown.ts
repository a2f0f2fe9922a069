import type { Verdict } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { sha256 } from './hash-text.ts';
import { codeOf, type Payment, transactionOf, wordOf } from './payment.ts';
import type { UnknownEvent } from './ports.ts';
import type { NewsRecord } from './store-port.ts';

/**
 * Keeps a signed event that is no payment as we know it, beside the payment that it names where that is known here.
 * It moves nothing. Exact copies are dropped; one of an unknown order is kept again, for the order may be known then.
 * @param text the event as it was signed: should it be understood one day, its news is no copy of this
 */
export async function keepUnknown(deps: PaymentDeps, event: UnknownEvent, text: string): Promise<Verdict> {
  const hash = await sha256(text);
  const { gatewayOrderId } = event;
  const { payment, fresh } = await deps.store.transaction(async (tx) => {
    const found = gatewayOrderId === null ? null : await tx.findPaymentByGatewayOrderId(gatewayOrderId);
    const id = deps.newId();
    const record = { id, hash: found || gatewayOrderId === null ? hash : id };
    return { payment: found, fresh: await tx.insertNews(recordOf(deps, event, found, record)) };
  });
  const verdict = !fresh ? 'copy' : payment ? 'kept' : 'unknown-payment';
  const about = { verdict, orderId: payment?.gatewayOrderId ?? null, paymentId: payment?.id ?? null };
  const said = { method: wordOf(event.method), status: wordOf(event.status) };
  deps.log.warn({ ...about, ...said }, 'a signed webhook of unknown form: kept');
  return verdict;
}

function recordOf(
  deps: PaymentDeps,
  event: UnknownEvent,
  payment: Payment | null,
  { id, hash }: Pick<NewsRecord, 'id' | 'hash'>,
): NewsRecord {
  return {
    id,
    hash,
    paymentId: payment?.id ?? null,
    operationId: null,
    source: 'webhook',
    verdict: payment ? 'kept' : 'unknown-payment',
    method: wordOf(event.method),
    status: wordOf(event.status),
    statusCode: codeOf(event),
    transactionId: transactionOf(event),
    amountMinor: event.currency === payment?.currency ? event.amountMinor : null,
    body: JSON.stringify(event.raw),
    at: deps.clock.now().toISOString(),
  };
}

import type { PaymentView } from '../contract/checkout-api.ts';
import type { SettleInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import { take } from './apply-news.ts';
import { LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { isUnderWay, type Payment } from './payment.ts';
import { notAllowed } from './refusals.ts';
import type { StoreTransaction } from './store-port.ts';
import { isContradicted, shownStatus, viewOf } from './view.ts';

/**
 * Ends a payment that is in doubt, or whose success was contradicted, by the word of a person who has looked at the
 * gateway's portal. It frees or takes the order as the gateway's word would; should the gateway contradict it later,
 * the payment is held again.
 * @throws ProblemError `payment-not-found`; `operation-not-allowed`: `not-unknown`, `under-way`
 */
export async function settleByPerson(
  deps: PaymentDeps,
  paymentId: string,
  input: SettleInput,
): Promise<PaymentView> {
  const { settled, view } = await deps.store.transaction(async (tx) => {
    const payment = await doubtful(deps, tx, paymentId);
    await tx.insertNews(record(deps, payment, input));
    const saved = await take(deps, tx, ended(payment, input.status));
    return { settled: saved, view: viewOf(saved, await tx.paymentsOfOrder(saved.orderId)) };
  });
  const { orderId, status } = settled;
  deps.log.warn({ paymentId, orderId, status }, 'a payment in doubt was ended by a person');
  deps.changes.announce(paymentId);
  return view;
}

async function doubtful(deps: PaymentDeps, tx: StoreTransaction, paymentId: string): Promise<Payment> {
  const payment = await tx.findPayment(paymentId);
  if (!payment) throw new ProblemError('payment-not-found');
  if (shownStatus(payment) !== 'unknown' && !isContradicted(payment))
    throw notAllowed('not-unknown', undefined, 'paymentId');
  const age = deps.clock.now().getTime() - Date.parse(payment.createdAt);
  if (isUnderWay(payment) && age < deps.config.gatewayTimeoutMs + LONGEST_RETRY_MS) {
    throw notAllowed('under-way', undefined, 'paymentId');
  }
  return payment;
}

function ended(payment: Payment, status: SettleInput['status']): Payment {
  return {
    ...payment,
    status,
    statusCode: null,
    statusDescription: null,
    settledBy: 'person',
    blocking: status === 'success',
    held: null,
    actionUrl: null,
  };
}

function record(deps: PaymentDeps, payment: Payment, { status, comment }: SettleInput) {
  const id = deps.newId();
  return {
    id,
    paymentId: payment.id,
    operationId: null,
    source: 'person' as const,
    hash: id,
    verdict: 'applied',
    method: payment.method,
    status,
    statusCode: null,
    transactionId: null,
    amountMinor: null,
    body: JSON.stringify({ comment }),
    at: deps.clock.now().toISOString(),
  };
}

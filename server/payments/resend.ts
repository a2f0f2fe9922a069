import type { PaymentView } from '../contract/checkout-api.ts';
import type { OperationView, ResendInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import { takeNews, type Verdict } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { readFromGateway } from './gateway-read.ts';
import type { Operation, Payment } from './payment.ts';
import { invalid, notAllowed } from './refusals.ts';
import { currentPayment, operationViewOf, viewOf } from './view.ts';

export interface Resent {
  /** what the gate made of it */
  verdict: Verdict;
  payment: PaymentView;
  /** the operation that it was about, or null */
  operation: OperationView | null;
}

/**
 * Has the webhook of an operation of an order sent again (interface document, endpoint 12), and takes in at once what
 * the gateway answers.
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `no-payment`; `invalid-input`, `not-found`,
 *   `gateway-refused`, `gateway-unreachable`, `gateway-busy`
 */
export async function resendNews(deps: PaymentDeps, orderId: string, input: ResendInput): Promise<Resent> {
  const { operation, transactionId } = input;
  if (transactionId !== undefined && operation !== 'purchase') {
    throw invalid('transactionId', 'only-with-purchase');
  }
  const payment = currentPayment(await deps.store.paymentsOfOrder(orderId));
  if (!payment) {
    const known = await deps.store.findOrder(orderId);
    throw known
      ? notAllowed('no-payment', 'Nobody has tried to pay this order yet.')
      : new ProblemError('order-not-found');
  }
  const told = await readFromGateway(
    deps,
    () => deps.gateway.readOperation(payment.gatewayOrderId, operation, transactionId),
    `The payment service knows of no ${operation} of this order${transactionId === undefined ? '' : ' with this transaction'}.`,
  );
  if (told.gatewayOrderId !== payment.gatewayOrderId) {
    deps.log.error({ paymentId: payment.id }, 'the gateway told of another order than the one asked for');
    throw new ProblemError('gateway-refused', 'The payment service told of another order.');
  }
  const taken = await takeNews(deps, { source: 'read', payment: told });
  return resent(deps, taken.verdict, payment, taken.operation);
}

async function resent(
  deps: PaymentDeps,
  verdict: Verdict,
  payment: Payment,
  about: Operation | null,
): Promise<Resent> {
  const payments = await deps.store.paymentsOfOrder(payment.orderId);
  const current = payments.find((one) => one.id === payment.id) ?? payment;
  const operation = about && ((await deps.store.findOperation(about.id)) ?? about);
  return {
    verdict,
    payment: viewOf(current, payments),
    operation: operation && operationViewOf(operation, current),
  };
}

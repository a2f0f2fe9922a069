import type { PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { ResendInput } from '../../contract/merchant-requests.ts';
import { invalid, notAllowed, ProblemError } from '../../contract/problem.ts';
import { requireProject } from '../call.ts';
import { currentPayment } from '../order/paying.ts';
import { operationView, paymentView, shownOperations } from '../order/views.ts';
import { readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { readFromGateway } from '../queries/gateway-read.ts';
import { handleReport, type ReportResult } from '../reports.ts';

export interface Resent {
  /** the effect of the report */
  result: ReportResult;
  payment: PaymentView;
  /** the operation that it is about, or null */
  operation: OperationView | null;
}

/**
 * Has the gateway send the webhook of an order's operation again (interface 12.1), and processes the gateway's answer
 * immediately.
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `no-payment`, `other-project`; `invalid-input`,
 *   `not-found`, `gateway-refused`, `gateway-unreachable`, `gateway-busy`
 */
export async function resendWebhook(deps: PaymentDeps, orderId: string, input: ResendInput): Promise<Resent> {
  const { operation, transactionId } = input;
  if (transactionId !== undefined && operation !== 'purchase') {
    throw invalid('transactionId', 'only-with-purchase');
  }
  const order = await readOrder(deps, orderId);
  const payment = currentPayment(order.state) ?? order.state.payments.at(-1);
  if (!payment) throw order.state.orderTerms ? notAllowed('no-payment') : new ProblemError('order-not-found');
  requireProject(deps, payment);
  const { gatewayOrderId } = payment;
  const reported = await readFromGateway(
    deps,
    () => deps.gateway.readOperation(gatewayOrderId, operation, transactionId),
    `The payment service knows of no ${operation} of this order${transactionId === undefined ? '' : ' with this transaction'}.`,
  );
  if (reported.gatewayOrderId !== gatewayOrderId) {
    deps.log('gateway.mismatched', { orderId, call: 'resend' });
    throw new ProblemError('gateway-refused', 'The payment service answered with another order.');
  }
  const { result, order: after } = await handleReport(deps, order, reported, 'query');
  const current = after.state.payments.find((one) => one.id === payment.id) ?? payment;
  const its = shownOperations(after.state).find(
    (one) => one.paymentId === payment.id && one.operationId === reported.operationId,
  );
  const shown = reported.operationId === null ? undefined : its;
  return {
    result,
    payment: paymentView(after, current),
    operation: shown ? operationView(after, shown) : null,
  };
}

import type { PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { ResendInput } from '../../contract/merchant-requests.ts';
import { ProblemError } from '../../contract/problem.ts';
import { readOrder } from '../desk.ts';
import { currentAttempt } from '../order/admission.ts';
import { operationOf } from '../order/ledger.ts';
import type { Snapshot } from '../order/order.ts';
import { canRetry, operationView, paymentView, shownOperations } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { requireProject } from '../project.ts';
import { readFromGateway } from '../queries/gateway-read.ts';
import { invalid, notAllowed } from '../refusals.ts';
import { type ReportResult, handleStatusRead } from '../handle-report.ts';

export interface Resent {
  /** the effect of the report */
  result: ReportResult;
  payment: PaymentView;
  /** the operation that it is about, or null */
  operation: OperationView | null;
}

/**
 * Has the gateway send the webhook of an order's operation again (interface document, endpoint 12), and processes the
 * gateway's answer immediately.
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `no-payment`, `other-project`; `invalid-input`,
 *   `not-found`, `gateway-refused`, `gateway-unreachable`, `gateway-busy`
 */
export async function resendWebhook(deps: PaymentDeps, orderId: string, input: ResendInput): Promise<Resent> {
  const { operation, transactionId } = input;
  if (transactionId !== undefined && operation !== 'purchase') {
    throw invalid('transactionId', 'only-with-purchase');
  }
  const order = await readOrder(deps, orderId);
  const attempt = currentAttempt(order.state) ?? order.state.attempts.at(-1);
  if (!attempt) {
    throw order.state.parameters ? notAllowed('no-payment') : new ProblemError('order-not-found');
  }
  requireProject(deps, attempt);
  const { gatewayOrderId } = attempt;
  const reported = await readFromGateway(
    deps,
    () => deps.gateway.readOperation(gatewayOrderId, operation, transactionId),
    `The payment service knows of no ${operation} of this order${transactionId === undefined ? '' : ' with this transaction'}.`,
  );
  if (reported.gatewayOrderId !== gatewayOrderId) {
    deps.log('gateway.mismatched', { orderId, call: 'resend' });
    throw new ProblemError('gateway-refused', 'The payment service answered with another order.');
  }
  const { result } = await handleStatusRead(deps, order, reported);
  const after = await readOrder(deps, orderId);
  const current = after.state.attempts.find((one) => one.id === attempt.id) ?? attempt;
  const payment = paymentView(orderId, current, canRetry(after.state));
  return { result, payment, operation: operationBehind(after, attempt.id, reported.operationId) };
}

function operationBehind(
  { orderId, state }: Snapshot,
  attemptId: string,
  operationId: string | null,
): OperationView | null {
  if (operationId === null) return null;
  const shown = shownOperations(state).find((one) => {
    const operation = one.kind === 'request' ? operationOf(state, one.request) : one.operation;
    return one.attempt.id === attemptId && operation?.operationId === operationId;
  });
  return shown ? operationView(state, orderId, shown) : null;
}

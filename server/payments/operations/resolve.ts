import type { PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { ResolveInput, ResolveOperationInput } from '../../contract/merchant-requests.ts';
import { amountFault, parseAmount } from '../../contract/money.ts';
import { invalid, notAllowed, ProblemError } from '../../contract/problem.ts';
import type { Fact, Sent } from '../order/journal.ts';
import type { Operation } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import { isFinal, type TransactionState, type Payment } from '../order/payment.ts';
import { isCallLost } from '../order/schedule.ts';
import { operationView, paymentView, reviewOfOperation, reviewOfPayment } from '../order/views.ts';
import { change, findOrder } from '../orders.ts';
import type { Name, PaymentDeps } from '../ports.ts';

/**
 * Manual resolution: a person who has checked the gateway's portal says what is true of a payment or operation that
 * waits for a person, or whose outcome is unknown. If the gateway contradicts it later, it is in review again.
 */

/**
 * Resolves a payment.
 * @throws ProblemError `payment-not-found`; `operation-not-allowed`: `not-unknown`, `in-flight`
 */
export async function resolvePayment(
  deps: PaymentDeps,
  paymentId: string,
  { status, comment }: ResolveInput,
): Promise<PaymentView> {
  const missing = new ProblemError('payment-not-found');
  const order = await resolve(deps, { kind: 'payment', id: paymentId }, missing, (current) => {
    const payment = paymentOf(current, paymentId);
    const review = payment && reviewOfPayment(current.state, payment, deps.clock.now().getTime());
    if (!payment) throw missing;
    if (payment.status !== 'unknown' && !review) throw notAllowed('not-unknown', undefined, 'paymentId');
    requireEndedCall(deps, payment, 'paymentId');
    return { kind: 'resolved', about: paymentId, status, amountMinor: null, comment };
  });
  deps.log('payment.resolved', { orderId: order.orderId, id: paymentId });
  const payment = paymentOf(order, paymentId);
  if (!payment) throw missing;
  return paymentView(order, payment);
}

const paymentOf = ({ state }: Snapshot, id: string): Payment | undefined =>
  state.payments.find((one) => one.id === id);

/**
 * Resolves a capture, void or refund.
 * @throws ProblemError `not-found`; `operation-not-allowed`: `not-open`, `in-flight`; `invalid-input` for `amount`
 */
export async function resolveOperation(
  deps: PaymentDeps,
  operationId: string,
  { status, comment, amount }: ResolveOperationInput,
): Promise<OperationView> {
  const missing = new ProblemError('not-found', 'Operation not found');
  const order = await resolve(deps, { kind: 'operation', id: operationId }, missing, (current) => {
    const operation = operationOf(current, operationId);
    if (!operation) throw missing;
    const isDoubted = reviewOfOperation(operation, deps.clock.now().getTime()) !== null;
    if (isFinal(operation) && !isDoubted) throw notAllowed('not-open', undefined, 'operationId');
    requireEndedCall(deps, operation, 'operationId');
    const amountMinor = amount === undefined ? null : amountOf(current, operation, amount);
    return { kind: 'resolved', about: operationId, status, amountMinor, comment };
  });
  deps.log('operation.resolved', { orderId: order.orderId, id: operationId });
  const operation = operationOf(order, operationId);
  if (!operation) throw missing;
  return operationView(order, operation);
}

const operationOf = ({ state }: Snapshot, id: string): Operation | undefined =>
  state.operations.find((one) => one.id === id);

/** Only amounts that contradict each other are in doubt. */
function amountOf(order: Snapshot, { paymentId, review }: Operation, amount: string): number {
  if (review?.reason !== 'contradicted') throw invalid('amount', 'not-in-doubt');
  const currency = paymentOf(order, paymentId)?.terms.currency ?? '';
  const fault = amountFault(amount, currency);
  if (fault) throw invalid('amount', fault);
  return parseAmount(amount, currency) ?? 0;
}

/** @throws ProblemError `operation-not-allowed`: `in-flight` while our call may not have ended */
function requireEndedCall(
  { clock, ownCalls }: PaymentDeps,
  one: Sent & TransactionState,
  path: string,
): void {
  const mayCall = one.inFlight && !isCallLost(one, clock.now().getTime());
  if (ownCalls.has(one.id) || mayCall) throw notAllowed('in-flight', undefined, path);
}

async function resolve(
  deps: PaymentDeps,
  name: Name,
  missing: ProblemError,
  decide: (order: Snapshot) => Fact,
): Promise<Snapshot> {
  const found = await findOrder(deps, name);
  if (!found) throw missing;
  return (await change(deps, found, (current) => ({ facts: [decide(current)], result: null }))).order;
}

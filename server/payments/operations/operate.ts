import { hash } from 'node:crypto';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { CaptureInput, RefundInput, VoidInput } from '../../contract/merchant-requests.ts';
import { notAllowed, ProblemError } from '../../contract/problem.ts';
import type { OperationMethod } from '../../contract/words.ts';
import type { ReceiptDelivery } from '../../contract/receipts.ts';
import { call, isOfProject, longestCallMs, requireProject } from '../call.ts';
import {
  type GatewayPayment,
  type GatewayRefusal,
  type CallResult,
  UnsendableError,
} from '../gateway-port.ts';
import type { OperationRequest } from '../order/journal.ts';
import type { Operation } from '../order/operations.ts';
import type { OrderState, Snapshot } from '../order/order.ts';
import { chargedPayment, currentPayment } from '../order/paying.ts';
import type { Payment } from '../order/payment.ts';
import { operationView, reviewOfPayment } from '../order/views.ts';
import { change, type Decision, findOrder } from '../orders.ts';
import { type Plan, planCapture, planRefund, planVoid } from './plan-operation.ts';
import { ConflictError, type PaymentDeps } from '../ports.ts';
import { whenAnswered } from '../queries/wait.ts';
import { reportOf } from '../reports.ts';

/**
 * The merchant's captures, voids and refunds (interface 3.1, 4.1, 5.1, 6.1, 7.1): checked, recorded, sent once, and
 * their outcome recorded. The same request under the same key is answered with the same operation. All throw
 * ProblemError: `order-not-found`, `operation-open`, `invalid-input`, `idempotency-key-reused`,
 * `operation-not-allowed` (plan-operation.ts has the rules; in every state `other-project`, `in-review`).
 */

/**
 * Captures an order's auth: in full, in part (which releases the rest), or beyond it as far as the setting allows. A
 * capture may be split among sub-merchants although the auth was not.
 */
export const captureOrder = (
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: CaptureInput,
): Promise<OperationView> =>
  operate(deps, { method: 'capture', orderId, key, input }, (state, payment) =>
    planCapture(state, payment, input, deps.config),
  );

/** Releases the full amount of an order's auth. */
export const voidOrder = (
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: VoidInput,
): Promise<OperationView> => operate(deps, { method: 'void', orderId, key, input }, planVoid);

/**
 * Refunds an order's purchase or captured auth, in full or in part; if it was split among sub-merchants, in their
 * shares. Without an amount it refunds everything that is left.
 */
export const refundOrder = (
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: RefundInput,
): Promise<OperationView> =>
  operate(deps, { method: 'refund', orderId, key, input }, (state, payment) =>
    planRefund(state, payment, input),
  );

/** What the merchant asks for. */
interface Asked {
  method: OperationMethod;
  orderId: string;
  /** the merchant's idempotency key */
  key: string;
  input: { comment?: string | undefined; paymentId?: string | undefined };
}

/** @throws ProblemError if the rules forbid it */
type Planning = (state: OrderState, payment: Payment) => Plan;

async function operate(deps: PaymentDeps, asked: Asked, plan: Planning): Promise<OperationView> {
  const begun = await begin(deps, asked, plan);
  const { result, order } = begun;
  const after = result.plan
    ? await sendOperation(deps, order, result.id, result.plan)
    : await whenAnswered(deps, order, result.id);
  return operationView(after, operationOf(after, result.id));
}

interface Begun {
  id: string;
  /** null if the same request came before */
  plan: Plan | null;
}

async function begin(
  deps: PaymentDeps,
  asked: Asked,
  plan: Planning,
): Promise<{ result: Begun; order: Snapshot }> {
  const known = await findOrder(deps, { kind: 'idempotency-key', id: asked.key });
  if (known && known.orderId !== asked.orderId) throw new ProblemError('idempotency-key-reused');
  try {
    return await change(deps, known ?? asked.orderId, (order) => decide(deps, order, asked, plan));
  } catch (error) {
    // An operation of another order has taken the key meanwhile.
    const isTaken = error instanceof ConflictError && error.on === 'idempotency-key';
    throw isTaken ? new ProblemError('idempotency-key-reused') : error;
  }
}

function decide(deps: PaymentDeps, { state }: Snapshot, asked: Asked, planning: Planning): Decision<Begun> {
  const requestHash = hashOf(asked);
  const same = state.operations.find((one) => one.idempotencyKey === asked.key);
  if (same && same.requestHash !== requestHash) throw new ProblemError('idempotency-key-reused');
  if (same) return { facts: [], result: { id: same.id, plan: null } };
  const payment = requirePayment(state, asked.input.paymentId);
  const path = asked.input.paymentId === undefined ? 'orderId' : 'paymentId';
  requireProject(deps, payment, path);
  requireCertain(deps, state, payment, path);
  const plan = planning(state, payment);
  const operation: OperationRequest = {
    id: deps.newId(),
    paymentId: payment.id,
    method: asked.method,
    amountMinor: plan.amountMinor,
    split: plan.split,
    comment: asked.input.comment ?? null,
    origin: 'merchant',
    sentAt: deps.clock.now().getTime(),
    callMs: longestCallMs(deps),
    idempotencyKey: asked.key,
    requestHash,
  };
  return { facts: [{ kind: 'operation-started', operation }], result: { id: operation.id, plan } };
}

function hashOf({ method, orderId, input }: Asked): string {
  const entries = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([method, orderId, entries]));
}

/** The payment that is meant: the named one, otherwise the one whose money can be moved. */
function requirePayment(state: OrderState, paymentId: string | undefined): Payment {
  if (paymentId !== undefined) {
    const named = state.payments.find((one) => one.id === paymentId);
    if (!named) throw notAllowed('other-order', undefined, 'paymentId');
    return named;
  }
  if (!state.orderTerms && state.payments.length === 0) throw new ProblemError('order-not-found');
  const payment = chargedPayment(state) ?? currentPayment(state);
  if (!payment) throw notAllowed('not-successful');
  return payment;
}

/** What waits for a person takes no operation, but for a success over other terms and a duplicate. */
function requireCertain({ clock }: PaymentDeps, state: OrderState, payment: Payment, path: string): void {
  const reason = reviewOfPayment(state, payment, clock.now().getTime())?.reason ?? 'other-terms';
  if (reason !== 'other-terms' && reason !== 'duplicate') throw notAllowed('in-review', undefined, path);
}

function operationOf({ state }: Snapshot, id: string): Operation {
  const operation = state.operations.find((one) => one.id === id);
  if (!operation) throw new ProblemError('internal-error');
  return operation;
}

/**
 * Sends an operation that has just been written into the journal, once, and records how its call ended.
 * @param order as it stood when the operation was written
 * @returns the order after the call
 */
export function sendOperation(
  deps: PaymentDeps,
  order: Snapshot,
  id: string,
  how: Pick<Plan, 'isFull' | 'receiptDelivery'>,
): Promise<Snapshot> {
  const operation = operationOf(order, id);
  const payment = order.state.payments.find((one) => one.id === operation.paymentId);
  if (!payment) throw new ProblemError('internal-error');
  return call(deps, order, {
    about: id,
    send: () => sendToEndpoint(deps, payment, operation, how),
    answer: (told) => ({ how: 'answered', report: reportOf(told) }),
    refused: explain,
  });
}

function explain({ status, means }: GatewayRefusal): string {
  if (means === 'busy')
    return 'The payment service accepts no more requests at the moment. Nothing was done; try again later.';
  if (status === 0) return 'The operation breaks the rules of the payment service and was not sent.';
  return 'The payment service refused the operation.';
}

/** @throws UnsendableError for a payment of another project */
async function sendToEndpoint(
  { gateway, config }: Pick<PaymentDeps, 'gateway' | 'config'>,
  payment: Payment,
  { method, amountMinor, split, comment }: Operation,
  { isFull, receiptDelivery }: { isFull: boolean; receiptDelivery?: ReceiptDelivery | undefined },
): Promise<CallResult<GatewayPayment>> {
  if (!isOfProject({ config }, payment)) {
    const broken = { field: 'pos_id', rule: 'the payment was made under another project' };
    throw new UnsendableError('Not sent', [broken]);
  }
  const { gatewayOrderId, terms } = payment;
  const { currency } = terms;
  const serverUrl = `${config.publicUrl}/webhook`;
  const request = { gatewayOrderId, currency, serverUrl, ...(comment !== null && { comment }) };
  // For the full amount none is sent (interface 3.1, 6.1).
  const amount = isFull ? {} : { amountMinor };
  switch (method) {
    case 'void':
      return gateway.voidAuth(request);
    case 'capture':
      if (split) return gateway.splitCapture({ ...request, amountMinor, split });
      return gateway.capture({ ...request, ...amount });
    case 'refund':
      if (split) return gateway.splitRefund({ ...request, amountMinor, split });
      return gateway.refund({
        ...request,
        ...amount,
        ...(receiptDelivery !== undefined && { receiptDelivery }),
      });
  }
}

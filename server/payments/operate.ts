import type { OperationView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import { callFor } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { keyedHash } from './hash-text.ts';
import { firstAsk } from './operation.ts';
import type { Operation, OperationMethod, Payment } from './payment.ts';
import type { Gateway, GatewayPayment, Outcome, SecondaryRequest, Share } from './ports.ts';
import { notAllowed } from './refusals.ts';
import { insertOperation } from './save-operation.ts';
import { isSecond } from './second-payment.ts';
import { secondaryRequest } from './secondary-request.ts';
import { settleOperation } from './settle-operation.ts';
import { ConflictError, type StoreTransaction } from './store-port.ts';
import { currentPayment, isContradicted, operationViewOf } from './view.ts';
import { whenOperationAnswered } from './wait-operation.ts';

/** The gateway takes no longer order ids in secondary operations (interface document, Limits). */
const LONGEST_ORDER_ID = 32;

/** What the rules make of a request. */
export interface Plan {
  /** minor units */
  amountMinor: number;
  split: readonly Share[] | null;
  call: (gateway: Gateway, request: SecondaryRequest) => Promise<Outcome<GatewayPayment>>;
}

/** An operation that the merchant asks for. */
export interface Asked {
  method: OperationMethod;
  orderId: string;
  /** his idempotency key */
  key: string;
  /** as the route has read it */
  input: { comment?: string | undefined };
  /** @throws ProblemError where the rules do not allow it; `operations` are those of the payment, none in doubt */
  plan: (payment: Payment, operations: readonly Operation[]) => Plan;
}

/**
 * Carries an operation out: checked and written down in one transaction, sent once, settled through the one gate. The
 * same request under the same key is answered by the same operation.
 * @throws ProblemError `order-not-found`, `operation-not-allowed`, `operation-open`, `invalid-input`,
 *   `idempotency-key-reused`
 */
export async function operate(deps: PaymentDeps, asked: Asked): Promise<OperationView> {
  if (asked.orderId.length > LONGEST_ORDER_ID) throw notAllowed('order-id-too-long');
  const begun = await begin(deps, asked);
  if (begun.kind === 'repeated') {
    const operation = await whenOperationAnswered(deps, begun.operation);
    return operationViewOf(operation, begun.payment);
  }
  const { payment, operation, plan } = begun;
  const request = secondaryRequest(deps, payment, operation.comment);
  const outcome = await callFor(deps, operation, () => plan.call(deps.gateway, request));
  await settleOperation(deps, payment, operation, outcome);
  return operationViewOf((await deps.store.findOperation(operation.id)) ?? operation, payment);
}

type Begun =
  | { kind: 'begun'; payment: Payment; operation: Operation; plan: Plan }
  | { kind: 'repeated'; payment: Payment; operation: Operation };

async function begin(deps: PaymentDeps, asked: Asked): Promise<Begun> {
  const { method, orderId, input } = asked;
  const entries = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([method, orderId, entries]);
  const requestHash = await keyedHash(deps.config.requestHashKey, text);
  const once = () => deps.store.transaction((tx) => beginInside(deps, tx, asked, requestHash));
  try {
    return await once();
  } catch (error) {
    // Somebody was faster under the same key: look again.
    if (!(error instanceof ConflictError)) throw error;
    return once();
  }
}

async function beginInside(
  deps: PaymentDeps,
  tx: StoreTransaction,
  asked: Asked,
  requestHash: string,
): Promise<Begun> {
  const same = await tx.findOperationByKey(asked.key);
  if (same) return repeat(tx, same, requestHash);
  const payment = await payingPayment(tx, asked.orderId);
  const plan = asked.plan(payment, await tx.operationsOfPayment(payment.id));
  const operation = written(deps, asked, payment, plan, requestHash);
  await insertOperation(deps, tx, payment, operation);
  return { kind: 'begun', payment, operation, plan };
}

async function repeat(tx: StoreTransaction, operation: Operation, requestHash: string): Promise<Begun> {
  if (operation.requestHash !== requestHash) throw new ProblemError('idempotency-key-reused');
  const payment = await tx.findPayment(operation.paymentId);
  if (!payment) throw new ProblemError('internal-error');
  return { kind: 'repeated', payment, operation };
}

/** The payment that paid the order, or the one that tells why it is not paid. */
async function payingPayment(tx: StoreTransaction, orderId: string): Promise<Payment> {
  const payments = await tx.paymentsOfOrder(orderId);
  const payment = currentPayment(payments);
  if (payment && isContradicted(payment)) throw notAllowed('held');
  if (payment && !isSecond(payment) && payment.gatewayOrderId.length <= LONGEST_ORDER_ID) return payment;
  if (payment) throw notAllowed(isSecond(payment) ? 'not-successful' : 'order-id-too-long');
  throw (await tx.findOrder(orderId)) ? notAllowed('not-successful') : new ProblemError('order-not-found');
}

/** Sent from now on: should this process die, nobody knows what became of it, and the gateway is asked. */
function written(
  deps: PaymentDeps,
  asked: Asked,
  payment: Payment,
  plan: Plan,
  requestHash: string,
): Operation {
  const now = deps.clock.now();
  const at = now.toISOString();
  return {
    id: deps.newId(),
    paymentId: payment.id,
    method: asked.method,
    amountMinor: plan.amountMinor,
    currency: payment.currency,
    split: plan.split,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'merchant',
    comment: asked.input.comment ?? null,
    receiptUrl: null,
    gatewayOperationId: null,
    guessed: null,
    held: null,
    idempotencyKey: asked.key,
    requestHash,
    sentAt: at,
    askAt: firstAsk(now, deps.config.gatewayTimeoutMs),
    createdAt: at,
    updatedAt: at,
  };
}

import type { OperationView } from '../../contract/merchant-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { call, longestCallMs } from '../call.ts';
import { change, type Decision, findOrder } from '../desk.ts';
import { sha256 } from '../hash.ts';
import { chargedAttempt, currentAttempt, isContradicted } from '../order/admission.ts';
import type { Attempt } from '../order/attempt.ts';
import type { AttemptRequest, OperationMethod, OperationRequest } from '../order/journal.ts';
import { hasOpenOperation } from '../order/ledger.ts';
import type { Snapshot } from '../order/order.ts';
import { reportOf } from '../order/report.ts';
import type { Share } from '../order/shares.ts';
import type { OrderState } from '../order/state.ts';
import { unreachable } from '../order/unreachable.ts';
import { operationView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { GatewayPayment, GatewayRefusal, Outcome, ReceiptDelivery } from '../ports/gateway.ts';
import { ConflictError } from '../ports/store.ts';
import { requireProject, requireSendable } from '../project.ts';
import { notAllowed } from '../refusals.ts';
import { whenAnswered } from '../wait.ts';

/** The operation to send, as the rules allow it. */
export interface Plan {
  /** integer minor units */
  amountMinor: number;
  split: readonly Share[] | null;
  /** for the full amount, which is then not sent (interface document, Capture and Refund) */
  full: boolean;
  receiptDelivery?: ReceiptDelivery | undefined;
}

/** An operation that the merchant asks for. */
export interface OperationInput {
  method: OperationMethod;
  orderId: string;
  /** the merchant's idempotency key */
  key: string;
  /** as the route has read it */
  input: { comment?: string | undefined; paymentId?: string | undefined };
  /** @throws ProblemError if the rules forbid it, also if another operation is open */
  plan: (state: OrderState, attempt: Attempt) => Plan;
}

/**
 * Performs an operation: checks and records it, sends it once, and records its outcome. The same request under the same
 * key is answered with the same operation.
 * @throws ProblemError `order-not-found`, `operation-not-allowed` (in every state: `other-project`), `operation-open`,
 *   `invalid-input`, `idempotency-key-reused`
 */
export async function operate(deps: PaymentDeps, wanted: OperationInput): Promise<OperationView> {
  const begun = await begin(deps, wanted);
  const { id, attempt, plan } = begun.result;
  const request = begun.order.state.requests.find((one) => one.id === id);
  const { order } = begun;
  const after =
    plan && request
      ? await sendRequest(deps, order, attempt, request, plan)
      : await whenAnswered(deps, order, id);
  return viewOf(after, attempt, id);
}

interface OperationStart {
  id: string;
  attempt: Attempt;
  /** null if the same request came before */
  plan: Plan | null;
}

async function begin(
  deps: PaymentDeps,
  wanted: OperationInput,
): Promise<{ result: OperationStart; order: Snapshot }> {
  const hash = hashOf(wanted);
  const known = await findOrder(deps, { kind: 'idempotency-key', id: wanted.key });
  if (known && known.orderId !== wanted.orderId) throw new ProblemError('idempotency-key-reused');
  try {
    return await change(deps, known ?? wanted.orderId, (order) => decide(deps, order, wanted, hash));
  } catch (error) {
    // An operation of another order has taken the key meanwhile.
    const isTaken = error instanceof ConflictError && error.on === 'idempotency-key';
    throw isTaken ? new ProblemError('idempotency-key-reused') : error;
  }
}

function hashOf({ method, orderId, input }: OperationInput): string {
  const entries = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return sha256(JSON.stringify([method, orderId, entries]));
}

function decide(
  deps: PaymentDeps,
  { state }: Snapshot,
  wanted: OperationInput,
  hash: string,
): Decision<OperationStart> {
  const same = state.requests.find((one) => one.idempotencyKey === wanted.key);
  if (same) return repeat(state, same, hash);
  const attempt = requireCharged(state, wanted.input.paymentId);
  requireProject(deps, attempt, wanted.input.paymentId === undefined ? 'orderId' : 'paymentId');
  const plan = wanted.plan(state, attempt);
  const request = requestOf(deps, wanted, attempt, plan, hash);
  const facts = [{ kind: 'operation-requested' as const, request }];
  return { facts, result: { id: request.id, attempt, plan } };
}

function repeat(
  state: OrderState,
  { id, attemptId, requestHash }: OperationRequest,
  hash: string,
): Decision<OperationStart> {
  if (requestHash !== hash) throw new ProblemError('idempotency-key-reused');
  const attempt = state.attempts.find((one) => one.id === attemptId);
  if (!attempt) throw new ProblemError('internal-error');
  return { facts: [], result: { id, attempt, plan: null } };
}

/** The payment whose money can be moved, or why there is none. */
function requireCharged(state: OrderState, paymentId: string | undefined): Attempt {
  if (paymentId !== undefined) return requireNamed(state, paymentId);
  const current = currentAttempt(state);
  if (current && isContradicted(current)) throw notAllowed('disputed');
  const attempt = chargedAttempt(state);
  if (!attempt && !state.parameters && state.attempts.length === 0) throw new ProblemError('order-not-found');
  const target = attempt ?? current;
  if (!target) throw notAllowed('not-successful');
  return target;
}

/** A payment that the merchant names; it need not be the one that pays the order. */
function requireNamed(state: OrderState, paymentId: string): Attempt {
  const attempt = state.attempts.find((one) => one.id === paymentId);
  if (!attempt) throw notAllowed('other-order', undefined, 'paymentId');
  if (isContradicted(attempt)) throw notAllowed('disputed', undefined, 'paymentId');
  return attempt;
}

/** @throws ProblemError `operation-open` if another operation on the payment has not ended */
export function requireNothingOpen(state: OrderState, { id }: Attempt): void {
  if (hasOpenOperation(state, id)) throw new ProblemError('operation-open');
}

function requestOf(
  deps: PaymentDeps,
  { method, key, input }: OperationInput,
  { id: attemptId }: Attempt,
  { amountMinor, split }: Plan,
  requestHash: string,
): OperationRequest {
  return {
    id: deps.newId(),
    attemptId,
    method,
    amountMinor,
    split,
    comment: input.comment ?? null,
    origin: 'merchant',
    idempotencyKey: key,
    requestHash,
    sentAt: deps.clock.now().getTime(),
    callMs: longestCallMs(deps),
  };
}

function viewOf({ orderId, state }: Snapshot, attempt: Attempt, id: string): OperationView {
  const request = state.requests.find((one) => one.id === id);
  if (!request) throw new ProblemError('internal-error');
  return operationView(state, orderId, { kind: 'request', attempt, request });
}

/** The parameters of a capture, void or refund. */
type OperationTerms = Pick<OperationRequest, 'method' | 'amountMinor' | 'split' | 'comment'> &
  Pick<Plan, 'full' | 'receiptDelivery'>;

/**
 * Sends a request that has just been written into the journal, once, and records how its call ended.
 * @param order as it stood when the request was written
 * @returns the order after the call
 */
export function sendRequest(
  deps: PaymentDeps,
  order: Snapshot,
  attempt: AttemptRequest,
  { id, method, amountMinor, split, comment }: OperationRequest,
  how: Pick<Plan, 'full' | 'receiptDelivery'>,
): Promise<Snapshot> {
  return call(deps, order, {
    about: id,
    send: () => sendOperation(deps, attempt, { method, amountMinor, split, comment, ...how }),
    answer: (payment) => ({ kind: 'answered', id: deps.newId(), about: id, report: reportOf(payment) }),
    refused: explain,
  });
}

function explain({ status, means }: GatewayRefusal): string {
  if (means === 'busy')
    return 'The payment service accepts no more requests at the moment. Nothing was done; try again later.';
  if (status === 0) return 'The operation breaks the rules of the payment service and was not sent.';
  return 'The payment service refused the operation.';
}

/**
 * Sends a capture, void or refund to its endpoint (interface document, endpoints 3 to 7).
 * @throws UnsendableError for a payment of another project
 */
function sendOperation(
  { gateway, config }: Pick<PaymentDeps, 'gateway' | 'config'>,
  attempt: AttemptRequest,
  { method, amountMinor, split, comment, full, receiptDelivery }: OperationTerms,
): Promise<Outcome<GatewayPayment>> {
  requireSendable({ config }, attempt);
  const { gatewayOrderId, currency } = attempt;
  const serverUrl = `${config.publicUrl}/webhook`;
  const request = { gatewayOrderId, currency, serverUrl, ...(comment !== null && { comment }) };
  const amount = full ? {} : { amountMinor };
  switch (method) {
    case 'void':
      return gateway.voidAuth(request);
    case 'capture':
      return split
        ? gateway.splitCapture({ ...request, amountMinor, split })
        : gateway.capture({ ...request, ...amount });
    case 'refund':
      return split
        ? gateway.splitRefund({ ...request, amountMinor, split })
        : gateway.refund({
            ...request,
            ...amount,
            ...(receiptDelivery !== undefined && { receiptDelivery }),
          });
    default:
      return unreachable(method);
  }
}

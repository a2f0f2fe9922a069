import type { PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { ResolveInput } from '../../contract/merchant-requests.ts';
import { ProblemError } from '../../contract/problem.ts';
import { change, findOrder } from '../desk.ts';
import { isContradicted } from '../order/admission.ts';
import type { Attempt } from '../order/attempt.ts';
import type { Fact } from '../order/journal.ts';
import { requestState } from '../order/ledger.ts';
import { resolvedOperation } from '../order/link.ts';
import { isAmountUnknown } from '../order/operation.ts';
import type { Snapshot } from '../order/order.ts';
import { isOverdue, unconfirmedDuplicates } from '../order/review.ts';
import { isFinal } from '../order/transaction.ts';
import {
  canRetry,
  idOf,
  operationView,
  paymentView,
  type ShownOperation,
  shownOperations,
  shownStatus,
} from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { Name } from '../ports/store.ts';
import { notAllowed } from '../refusals.ts';

/**
 * Manual resolution: an operator who has checked the gateway's portal sets an outcome that neither a webhook nor a
 * query reported.
 */

/**
 * Resolves a payment that is in doubt, whose success was contradicted, that has been open for more than a day, or that
 * was only manually resolved as successful beside another success. If the gateway contradicts it later, it is disputed
 * again.
 * @throws ProblemError `payment-not-found`; `operation-not-allowed`: `not-unknown`, `in-flight`
 */
export async function resolvePayment(
  deps: PaymentDeps,
  paymentId: string,
  input: ResolveInput,
): Promise<PaymentView> {
  const missing = new ProblemError('payment-not-found');
  const of = (order: Snapshot) => order.state.attempts.find((one) => one.id === paymentId);
  const after = await resolve(deps, { kind: 'payment', id: paymentId }, missing, (order) => {
    const attempt = of(order);
    if (!attempt) throw missing;
    requireResolvable(deps, order, attempt);
    return [fact(paymentId, input)];
  });
  const attempt = of(after);
  if (!attempt) throw new ProblemError('internal-error');
  return paymentView(after.orderId, attempt, canRetry(after.state));
}

function requireResolvable(deps: PaymentDeps, { state }: Snapshot, attempt: Attempt): void {
  const now = deps.clock.now().getTime();
  if (shownStatus(attempt) !== 'unknown' && !isContradicted(attempt)) {
    const isForgotten = !isFinal(attempt.status) && isOverdue(attempt.sentAt, now);
    if (!isForgotten && !unconfirmedDuplicates(state).includes(attempt))
      throw notAllowed('not-unknown', undefined, 'paymentId');
  }
  if (isCalling(deps, attempt, attempt.sentAt)) throw notAllowed('in-flight', undefined, 'paymentId');
}

/**
 * Resolves a capture, void or refund that is open or disputed, or whose amount is unknown: it then counts as the full
 * payment, or not at all. If the gateway contradicts it later, it is disputed again.
 * @throws ProblemError `not-found`; `operation-not-allowed`: `not-open`, `in-flight`
 */
export async function resolveOperation(
  deps: PaymentDeps,
  operationId: string,
  input: ResolveInput,
): Promise<OperationView> {
  const missing = new ProblemError('not-found', 'Operation not found');
  const of = ({ state }: Snapshot) => shownOperations(state).find((one) => idOf(one) === operationId);
  const after = await resolve(deps, { kind: 'operation', id: operationId }, missing, (order) => {
    const shown = of(order);
    if (!shown) throw missing;
    requireOpen(deps, order, shown);
    return [fact(operationId, input), ...(input.status === 'success' ? links(order, shown) : [])];
  });
  const shown = of(after);
  if (!shown) throw new ProblemError('internal-error');
  return operationView(after.state, after.orderId, shown);
}

/** The request's own operation may already be shown as external, because the gateway dates it otherwise. */
function links({ state }: Snapshot, shown: ShownOperation): Fact[] {
  if (shown.kind === 'external') return [];
  const { request, attempt } = shown;
  const operation = resolvedOperation(state, request, attempt);
  if (!operation) return [];
  return [{ kind: 'linked', requestId: request.id, operationId: operation.operationId }];
}

function requireOpen(deps: PaymentDeps, { state }: Snapshot, shown: ShownOperation): void {
  const one = shown.kind === 'request' ? requestState(state, shown.request) : shown.operation;
  const isUnclear = shown.kind === 'external' && isAmountUnknown(shown.operation);
  if (isFinal(one.status) && one.dispute === null && !isUnclear) {
    throw notAllowed('not-open', undefined, 'operationId');
  }
  const isOurs = shown.kind === 'request' && isCalling(deps, shown.request, shown.request.sentAt);
  if (isOurs) throw notAllowed('in-flight', undefined, 'operationId');
}

/** Whether our call may not have ended yet. */
function isCalling(
  { clock, inFlight }: PaymentDeps,
  one: { id: string; inFlight: boolean; callMs: number },
  sentAt: number,
): boolean {
  return inFlight.has(one.id) || (one.inFlight && clock.now().getTime() - sentAt < one.callMs);
}

const fact = (about: string, { status, comment }: ResolveInput): Fact => ({
  kind: 'resolved',
  about,
  status,
  comment,
});

async function resolve(
  deps: PaymentDeps,
  name: Name,
  missing: ProblemError,
  decide: (order: Snapshot) => Fact[],
): Promise<Snapshot> {
  const found = await findOrder(deps, name);
  if (!found) throw missing;
  const { order } = await change(deps, found, (current) => ({ facts: decide(current), result: null }));
  const event = name.kind === 'operation' ? 'operation.resolved' : 'payment.resolved';
  deps.log(event, { orderId: order.orderId, id: name.id });
  return order;
}

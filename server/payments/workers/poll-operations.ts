import { change, readOrder } from '../desk.ts';
import { inTurn } from '../in-turn.ts';
import type { Attempt } from '../order/attempt.ts';
import { awaitedMethods } from '../order/hint.ts';
import { requestState } from '../order/ledger.ts';
import { possible } from '../order/link.ts';
import { isOperationMethod, type Request } from '../order/operation.ts';
import type { Snapshot } from '../order/order.ts';
import { HINT_MS, openRequests } from '../order/schedule.ts';
import type { OrderState } from '../order/state.ts';
import { hasFailed } from '../order/transaction.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { GatewayPayment, Outcome } from '../ports/gateway.ts';
import { isOfProject } from '../project.ts';
import { handleStatusRead } from '../handle-report.ts';
import { logQuery } from '../log-query.ts';
import { isNotFound, isPastGrace } from './poll-attempt.ts';

/**
 * Polls the open operations of an order: endpoint 12 first, which returns one of each kind, then the list of all
 * transactions (known from beyond the interface document). A request ends as not found only after the grace time, and
 * only if none of the gateway's operations can be the requested one. Payments of another project are not polled, and
 * nothing is concluded about them.
 */
export async function pollOperations(deps: PaymentDeps, orderId: string): Promise<void> {
  const { state } = await readOrder(deps, orderId);
  const requests = openRequests(state).filter((one) => !deps.inFlight.has(one.id));
  await inTurn([
    ...requests.map(
      ({ id }) =>
        () =>
          pollRequest(deps, orderId, id),
    ),
    () => pollExternal(deps, orderId, new Set(requests.map((one) => one.attemptId))),
  ]);
}

interface Polled {
  order: Snapshot;
  attempt: Attempt;
  request: Request;
}

async function open(deps: PaymentDeps, orderId: string, id: string): Promise<Polled | null> {
  const order = await readOrder(deps, orderId);
  const request = openRequests(order.state).find((one) => one.id === id);
  const attempt = order.state.attempts.find((one) => one.id === request?.attemptId);
  return request && attempt && isOfProject(deps, attempt) ? { order, attempt, request } : null;
}

async function pollRequest(deps: PaymentDeps, orderId: string, id: string): Promise<void> {
  const polled = await open(deps, orderId, id);
  if (!polled) return;
  const { order, attempt, request } = polled;
  // Decided at the time of the query: the answer may take long.
  const mayConclude = isPastGrace(deps, request);
  const read = await pollMethod(deps, order, attempt, request.method);
  if (read === 'unknown') return;
  const still = await open(deps, orderId, id);
  if (!still) return;
  const listed = await pollList(deps, still);
  const isConclusive = listed === 'complete' || (listed === 'none' && read === 'none' && knowsNone(still));
  if (isConclusive && read !== 'unclear' && mayConclude) await concludeNotFound(deps, orderId, id);
}

/**
 * Processes the gateway's answer about the operation of one method. @returns whether there is one, or none, or one that
 * cannot be attributed
 */
async function pollMethod(
  deps: PaymentDeps,
  order: Snapshot,
  { gatewayOrderId }: Attempt,
  method: string,
): Promise<'attributed' | 'unclear' | 'none' | 'unknown'> {
  const outcome = await deps.gateway.readOperation(gatewayOrderId, method);
  logQuery(deps, outcome, order.orderId);
  if (isNotFound(outcome)) return 'none';
  if (outcome.kind !== 'answered') return 'unknown';
  const reported = outcome.value;
  if (reported.gatewayOrderId === gatewayOrderId && reported.method === method)
    return (await isAttributed(deps, order, reported)) ? 'attributed' : 'unclear';
  deps.log('gateway.mismatched', { orderId: order.orderId, call: 'status' });
  return 'unclear';
}

/** Whether the report could be attributed to an operation, or moved no money. */
async function isAttributed(deps: PaymentDeps, order: Snapshot, reported: GatewayPayment): Promise<boolean> {
  const { result } = await handleStatusRead(deps, order, reported);
  return result !== 'ignored' || reported.status === 'failure';
}

/** Statuses with which the gateway says that it has no such list. */
const NO_LIST: ReadonlySet<number> = new Set([400, 404, 405, 406]);

/** Whether the gateway has no such list. A 404 may also mean wrong credentials, which says nothing about the list. */
export const hasNoList = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' &&
  NO_LIST.has(outcome.refusal.status) &&
  outcome.refusal.means !== 'credentials';

/** Processes the list of all transactions. @returns whether it can be trusted to be complete, or that there is none */
async function pollList(
  deps: PaymentDeps,
  { order, attempt }: Pick<Polled, 'order' | 'attempt'>,
): Promise<'complete' | 'partial' | 'none' | 'unknown'> {
  const outcome = await deps.gateway.readOrder(attempt.gatewayOrderId);
  if (hasNoList(outcome)) return 'none';
  logQuery(deps, outcome, order.orderId);
  if (outcome.kind !== 'answered') return 'unknown';
  let isComplete = isCompleteList(outcome.value, (await readOrder(deps, order.orderId)).state, attempt);
  for (const reported of outcome.value) {
    const isNamed = isOperationMethod(reported.method) && reported.operationId !== null;
    if (isNamed && reported.gatewayOrderId === attempt.gatewayOrderId) {
      isComplete = (await isAttributed(deps, await readOrder(deps, order.orderId), reported)) && isComplete;
    }
  }
  return isComplete ? 'complete' : 'partial';
}

/** A list without the payment itself, or without an operation that was reported before, is incomplete. */
function isCompleteList(
  list: readonly GatewayPayment[],
  { operations }: OrderState,
  attempt: Attempt,
): boolean {
  const ids = new Set(list.map((one) => one.operationId));
  const known = operations.filter((one) => one.attemptId === attempt.id);
  return (
    list.every((one) => one.gatewayOrderId === attempt.gatewayOrderId) &&
    list.every((one) => !isOperationMethod(one.method) || one.operationId !== null) &&
    list.some((one) => one.method === attempt.method && one.status === 'success') &&
    known.every((one) => ids.has(one.operationId))
  );
}

/** Whether the gateway has never reported an operation of the request's kind. */
function knowsNone({ order, request }: Polled): boolean {
  return !order.state.operations.some(
    (one) => one.attemptId === request.attemptId && one.method === request.method,
  );
}

async function concludeNotFound(deps: PaymentDeps, orderId: string, id: string): Promise<void> {
  await change(deps, orderId, ({ state }) => ({
    facts: !deps.inFlight.has(id) && isNowhere(state, id) ? [{ kind: 'not-found', about: id }] : [],
    result: null,
  }));
}

/** No operation that was or is being performed can be this request. */
function isNowhere(state: OrderState, id: string): boolean {
  const request = state.requests.find((one) => one.id === id);
  if (!request || request.operationId !== null || request.answeredMinor !== null) return false;
  if (requestState(state, request).status !== 'unknown') return false;
  return possible(state, request).every(hasFailed);
}

/**
 * Polls operations that were made elsewhere and are not final yet, and payments of which an operation may be unknown
 * here.
 * @param polled payments that have just been polled
 */
async function pollExternal(deps: PaymentDeps, orderId: string, polled: ReadonlySet<string>): Promise<void> {
  const { state } = await readOrder(deps, orderId);
  const awaited = state.attempts.filter((one) => !polled.has(one.id) && awaitedMethods(state, one).size > 0);
  for (const attempt of awaited) if (isOfProject(deps, attempt)) await pollMissing(deps, orderId, attempt);
}

async function pollMissing(deps: PaymentDeps, orderId: string, attempt: Attempt): Promise<void> {
  const { id: about, hintedAt } = attempt;
  // Decided at the time of the query: the answer may take long.
  const isLate = hintedAt !== null && deps.clock.now().getTime() - hintedAt >= HINT_MS;
  if (!(await readAll(deps, orderId, attempt)) || !isLate) return;
  await change(deps, orderId, ({ state }) => {
    const isSame = state.attempts.some((one) => one.id === about && one.hintedAt === hintedAt);
    return { facts: isSame ? [{ kind: 'operations-read', about }] : [], result: null };
  });
}

/**
 * The list is not documented: without a complete one, endpoint 12 is asked for each method.
 * @returns whether every query was answered
 */
async function readAll(deps: PaymentDeps, orderId: string, attempt: Attempt): Promise<boolean> {
  const listed = await pollList(deps, { order: await readOrder(deps, orderId), attempt });
  if (listed === 'complete' || listed === 'unknown') return listed === 'complete';
  const { state } = await readOrder(deps, orderId);
  let isComplete = true;
  for (const method of awaitedMethods(state, attempt)) {
    const read = await pollMethod(deps, await readOrder(deps, orderId), attempt, method);
    isComplete = read !== 'unknown' && isComplete;
  }
  return isComplete;
}

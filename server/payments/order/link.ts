import { contradictsAttempt } from './agreement.ts';
import type { Attempt } from './attempt.ts';
import { operationOf, type Operations, unlinked } from './ledger.ts';
import { isSameOperation, mayHaveArrived, type Operation, type Request } from './operation.ts';
import type { Report } from './report.ts';
import type { OrderState } from './state.ts';
import { hasFailed, isBehind, isOpen } from './transaction.ts';

/** Which of the gateway's operations one of our requests began. */

/** How far the gateway's clock may differ from ours, milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

type State = Pick<OrderState, 'attempts' | 'requests' | 'operations'>;

interface Link {
  requestId: string;
  operationId: string;
}

/**
 * Links that can be made now, for requests whose call is over and whose operation is still unknown, in the order in
 * which they are to be written. Requests that were given up come last: an operation that another request began is not
 * theirs. A link that was inferred gives way where its request can have another operation instead, so that as many
 * requests as possible have one.
 */
export function newLinks(of: State): Link[] {
  const links: Link[] = [];
  let now = of;
  const inTurn = of.requests.toSorted((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)));
  for (const request of inTurn) {
    const made = linksFor(now, request, new Set()) ?? [];
    links.push(...made);
    now = made.reduce(withLink, now);
  }
  return links;
}

/**
 * Links that give the request its operation, or null. Those of requests that change theirs come first.
 *
 * @param tried - ids of the requests for which that was tried already
 */
function linksFor(of: State, request: Request, tried: Set<string>): Link[] | null {
  tried.add(request.id);
  const attempt = of.attempts.find((one) => one.id === request.attemptId);
  if (!attempt || !awaitsOperation(request)) return null;
  const free = operationFor(of, request, attempt);
  if (free) return [{ requestId: request.id, operationId: free.operationId }];
  // What was given up takes only what nobody else can have.
  if (hasFailed(request)) return null;
  for (const { other, operation } of inferredLinks(of, request)) {
    const { operationId } = operation;
    const released = withLink(of, { requestId: other.id, operationId: null });
    if (tried.has(other.id) || operationFor(released, request, attempt) !== operation) continue;
    const link = { requestId: request.id, operationId };
    const links = linksFor(withLink(released, link), { ...other, operationId: null }, tried);
    if (links && !isSetBack(of, operation, links[links.length - 1])) return [...links, link];
  }
  return null;
}

/** Links of other requests of the same method on the same payment that may prove wrong. */
function inferredLinks(of: Operations, { attemptId, method }: Request) {
  return of.requests.flatMap((other) => {
    const isAlike = other.attemptId === attemptId && other.method === method;
    const operation = operationOf(of, other);
    const isStated = other.certain || other.endedBy === 'person' || operation?.endedBy === 'person';
    return operation && isAlike && !isStated ? [{ other, operation }] : [];
  });
}

/** Whether a request that exchanges `before` for the linked operation would be shown as less far, or as disputed. */
function isSetBack({ operations }: Operations, before: Operation, link: Link | undefined): boolean {
  const after = operations.find((one) =>
    isSameOperation(one, { ...before, operationId: link?.operationId ?? null }),
  );
  return after !== undefined && isBehind(after, before);
}

const withLink = (
  of: State,
  { requestId, operationId }: Pick<Link, 'requestId'> & Pick<Request, 'operationId'>,
): State => ({
  ...of,
  requests: of.requests.map((one) => (one.id === requestId ? { ...one, operationId } : one)),
});

/**
 * The oldest unlinked operation that has the request's method, amount and time and did not fail. Equal candidates are
 * interchangeable: each of them counts in the ledger, whoever made it. If a matching operation has failed, the request
 * may have begun that one, so nothing is linked, unless the request is known to have succeeded.
 */
function operationFor(of: Operations, request: Request, attempt: Attempt): Operation | null {
  if (!awaitsOperation(request) || request.inFlight || hasRival(of, request)) return null;
  const fitting = candidates(of, request, attempt).filter(
    (one) => request.status !== 'success' || !hasFailed(one),
  );
  if (fitting.some((one) => mayHaveFailed(one))) return null;
  return fitting[0] ?? null;
}

/** An operation was performed if only its amount is disputed. */
const mayHaveFailed = ({ status, dispute }: Operation): boolean =>
  status === 'failure' || (dispute !== null && dispute !== 'amount-mismatch');

/** A request that was given up yields to one whose call is in flight, to which the operation most likely belongs. */
function hasRival({ requests }: Operations, { attemptId, method, status }: Request): boolean {
  const rivals = requests.filter((one) => one.attemptId === attemptId && one.method === method);
  return status === 'failure' && rivals.some((one) => one.inFlight);
}

/**
 * Whether an answer can belong to a request: it has the request's payment and method, and names no operation that
 * another request began or that was reported before this request.
 */
export function isAnswerTo(of: Operations, attempt: Attempt, request: Request, report: Report): boolean {
  if (report.method !== request.method || contradictsAttempt(attempt, report)) return false;
  const named = { attemptId: attempt.id, operationId: report.operationId };
  const known = of.operations.find((one) => isSameOperation(one, named));
  const isEarlier = known !== undefined && known.learnedAt < request.requestedAt;
  const isAnothers = of.requests.some(
    (one) => one.id !== request.id && one.certain && isSameOperation(one, named),
  );
  return !isEarlier && !isAnothers && (known?.method ?? request.method) === request.method;
}

/** Whether the request may have begun an operation that it is not linked to. */
function awaitsOperation(request: Request): boolean {
  return request.operationId === null && mayHaveArrived(request);
}

/**
 * Operations without a request that a request may have begun: of its method on its payment, and first reported after it
 * was written. Their amounts and times exclude nothing: the gateway may move another amount, and its clock may be off.
 */
export function possible(of: Operations, { attemptId, method, requestedAt }: Request): Operation[] {
  return unlinked(of).filter(
    (one) => one.attemptId === attemptId && one.method === method && one.learnedAt >= requestedAt,
  );
}

/** Those that also have the request's amount. */
function ofAmount(of: Operations, request: Request, { amountMinor }: Attempt): Operation[] {
  return possible(of, request).filter((one) => fits(request, one, amountMinor));
}

/** Those that also have its time. */
function candidates(of: Operations, request: Request, attempt: Attempt): Operation[] {
  return ofAmount(of, request, attempt).filter((one) => isInTime(request, one));
}

/** The operation of a request that is resolved manually as successful: its time no longer matters. */
export function resolvedOperation(of: Operations, request: Request, attempt: Attempt): Operation | null {
  if (!awaitsOperation(request)) return null;
  return ofAmount(of, request, attempt).find((one) => !mayHaveFailed(one)) ?? null;
}

/** A void is always over everything. A reported full amount may be larger by the payer's commission. */
function fits(request: Request, { amountMinor }: Operation, fullMinor: number): boolean {
  if (request.method === 'void' || amountMinor === null) return true;
  if (amountMinor === (request.answeredMinor ?? request.amountMinor)) return true;
  return request.amountMinor >= fullMinor && amountMinor > request.amountMinor;
}

/** Whether the operation's time suggests that this request began it. */
function isInTime({ sentAt, callMs, answeredCreatedAt }: Request, { createdAt }: Operation): boolean {
  if (createdAt === null) return true;
  // Both by the gateway's clock, however far that is off.
  if (answeredCreatedAt !== null) return Math.abs(createdAt - answeredCreatedAt) <= CLOCK_TOLERANCE_MS;
  return createdAt >= sentAt - CLOCK_TOLERANCE_MS && createdAt <= sentAt + callMs + CLOCK_TOLERANCE_MS;
}

/**
 * Operations that are shown as made elsewhere: they match no open request of ours. The others are not shown yet. This is
 * a label for readers only: {@link possible} says what one of our requests may have begun.
 */
export function externalOperations(of: State): Operation[] {
  if (of.operations.length === 0) return [];
  const waiting = of.requests.filter((one) => awaitsOperation(one) && isOpen(one));
  const maybeOurs = waiting.flatMap((request) => {
    const attempt = of.attempts.find((one) => one.id === request.attemptId);
    if (!attempt) return [];
    // While our call is in flight, no clock rules out that the operation is ours.
    return request.inFlight ? ofAmount(of, request, attempt) : candidates(of, request, attempt);
  });
  return unlinked(of).filter((one) => !maybeOurs.includes(one));
}

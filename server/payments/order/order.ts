import { contradictsAttempt } from './agreement.ts';
import { alike } from './alike.ts';
import { answerAttempt, type Attempt, newAttempt, reportAttempt, stepAttempt } from './attempt.ts';
import { hintedByLink, hintedByReport } from './hint.ts';
import type { Conclusion, Entry, OrderParameters } from './journal.ts';
import { isAnswerTo } from './link.ts';
import {
  answerRequest,
  isOperationMethod,
  isSameOperation,
  newRequest,
  type Operation,
  reportOperation,
  type Request,
  stepRequest,
  withRefutedFailures,
} from './operation.ts';
import type { Report } from './report.ts';
import type { OrderState } from './state.ts';
import { paysFor } from './terms.ts';
import { type Effect, resolved } from './transaction.ts';
import { unreachable } from './unreachable.ts';
import { stamp } from './views.ts';

interface Draft extends OrderState {
  attempts: Attempt[];
  requests: Request[];
  operations: Operation[];
  allParameters: OrderParameters[];
  effects: Effect[];
  hashes: Set<string>;
}

/** An order as it was read: its journal, and the state that follows from it. */
export interface Snapshot {
  orderId: string;
  entries: readonly Entry[];
  state: OrderState;
}

const EMPTY: OrderState = {
  parameters: null,
  termsAt: -1,
  allParameters: [],
  createdAt: null,
  linkId: null,
  token: null,
  attempts: [],
  requests: [],
  operations: [],
  effects: [],
  hashes: new Set(),
  updatedAt: 0,
};

/** The state of an order: a pure fold over its journal, total for any entries in any order. */
export function fold(entries: readonly Entry[]): OrderState {
  return extend(EMPTY, entries);
}

export function snapshot(orderId: string, entries: readonly Entry[]): Snapshot {
  return { orderId, entries, state: fold(entries) };
}

/** The state after more entries: `extend(fold(some), others)` is `fold([...some, ...others])`. */
export function extend(state: OrderState, entries: readonly Entry[]): OrderState {
  const draft: Draft = {
    ...state,
    createdAt: state.createdAt ?? entries[0]?.at ?? null,
    attempts: [...state.attempts],
    requests: [...state.requests],
    operations: [...state.operations],
    allParameters: [...state.allParameters],
    effects: [...state.effects],
    hashes: new Set(state.hashes),
  };
  for (const entry of entries) foldEntry(draft, entry);
  return draft;
}

function foldEntry(draft: Draft, entry: Entry): void {
  const { attempts, requests, operations } = draft;
  const before = { ...draft, attempts: [...attempts], requests: [...requests], operations: [...operations] };
  draft.updatedAt = entry.at;
  const effect = apply(draft, entry);
  const refuted = withRefutedFailures(before, draft);
  draft.effects.push(refuted === draft.attempts ? effect : 'disputed');
  draft.attempts = [...refuted];
  Object.assign(draft, stamp(before, draft, entry.at));
}

function apply(draft: Draft, entry: Entry): Effect {
  switch (entry.kind) {
    case 'order-updated':
      return updateParameters(draft, entry);
    case 'attempt-begun':
      draft.attempts.push(newAttempt(entry.attempt, entry.at));
      return 'applied';
    case 'operation-requested':
      draft.requests.push(newRequest(entry.request, entry.at));
      return 'applied';
    case 'answered':
      return answered(draft, entry);
    case 'reported':
      if (entry.hash !== null) draft.hashes.add(entry.hash);
      return reported(draft, entry);
    case 'noted':
      draft.hashes.add(entry.hash);
      return 'ignored';
    case 'page-opened':
    case 'refused':
    case 'not-sent':
    case 'unanswered':
    case 'not-found':
    case 'operations-read':
      return conclude(draft, entry.about, entry);
    case 'linked':
      return link(draft, entry);
    case 'resolved':
      return resolve(draft, entry);
    case 'clock-set-back':
      return setBack(draft, entry.now);
    default:
      return unreachable(entry);
  }
}

function updateParameters(
  draft: Draft,
  { parameters, secret, at }: Entry & { kind: 'order-updated' },
): Effect {
  const token = secret?.token ?? null;
  draft.allParameters.push(parameters);
  if (!draft.parameters || !paysFor(draft.parameters, parameters)) draft.termsAt = at;
  draft.parameters = parameters;
  draft.linkId = parameters.linkId ?? draft.linkId;
  draft.token = parameters.by === 'api' ? token : draft.token;
  return 'applied';
}

function answered(draft: Draft, { id, about, report, at }: Entry & { kind: 'answered' }): Effect {
  const attempt = draft.attempts.find((one) => one.id === about);
  if (attempt) {
    const { after, effect } = answerAttempt(attempt, report, draft.effects.length);
    replace(draft.attempts, attempt, after);
    return effect;
  }
  const request = draft.requests.find((one) => one.id === about);
  if (!request) return 'ignored';
  const { attemptId } = request;
  const payment = draft.attempts.find((one) => one.id === attemptId);
  // An answer about something else leaves the outcome unknown.
  if (!payment || !isAnswerTo(draft, payment, request, report)) {
    replace(draft.requests, request, { ...request, inFlight: false });
    return 'ignored';
  }
  if (report.operationId !== null) {
    learnOperation(draft, report, { id, attemptId, at });
    changePlaces(draft, request, report.operationId);
  } else if (report.status !== 'failure') {
    replace(draft.attempts, payment, hintedByReport(payment, report, at));
  }
  replace(draft.requests, request, answerRequest(request, report));
  return 'applied';
}

/**
 * The operation that an answer names was inferred to be another request's. That request gets the operation that was
 * inferred for this one in exchange, or waits for its own again.
 */
function changePlaces(draft: Draft, { id, attemptId, operationId }: Request, named: string): void {
  const other = draft.requests.find(
    (one) => one.id !== id && !one.certain && isSameOperation(one, { attemptId, operationId: named }),
  );
  if (other) replace(draft.requests, other, { ...other, operationId });
}

function reported(draft: Draft, { id, attemptId, report, at }: Entry & { kind: 'reported' }): Effect {
  const attempt = draft.attempts.find((one) => one.id === attemptId);
  if (!attempt) return 'ignored';
  if (!isOperationMethod(report.method)) {
    const { after, effect } = reportAttempt(attempt, report, draft.effects.length);
    replace(draft.attempts, attempt, after);
    return effect;
  }
  if (contradictsAttempt(attempt, report)) return 'ignored';
  if (report.operationId !== null) return learnOperation(draft, report, { id, attemptId, at });
  replace(draft.attempts, attempt, hintedByReport(attempt, report, at));
  return 'ignored';
}

function link(draft: Draft, entry: Entry & { kind: 'linked' }): Effect {
  const request = draft.requests.find((one) => one.id === entry.requestId);
  const attempt = draft.attempts.find((one) => one.id === request?.attemptId);
  if (attempt) replace(draft.attempts, attempt, hintedByLink(attempt, entry.at));
  return conclude(draft, entry.requestId, entry);
}

function learnOperation(
  draft: Draft,
  report: Report,
  about: { id: string; attemptId: string; at: number },
): Effect {
  const named = { attemptId: about.attemptId, operationId: report.operationId };
  const known = draft.operations.find((one) => isSameOperation(one, named));
  if (known && known.method !== report.method) return 'ignored';
  const { after, effect } = reportOperation(known, report, about);
  if (known) replace(draft.operations, known, after);
  else draft.operations.push(after);
  return effect;
}

/** An entry that changes the attempt or request with the given id. */
function conclude(draft: Draft, about: string, entry: Conclusion): Effect {
  const attempt = draft.attempts.find((one) => one.id === about);
  if (attempt) return replace(draft.attempts, attempt, stepAttempt(attempt, entry, draft.effects.length));
  const request = draft.requests.find((one) => one.id === about);
  return request ? replace(draft.requests, request, stepRequest(request, entry)) : 'ignored';
}

/** Manual resolution of a payment, of a request, or of the operation that it began. */
function resolve(draft: Draft, entry: Entry & { kind: 'resolved' }): Effect {
  const request = draft.requests.find((one) => one.id === entry.about);
  const operation = draft.operations.find(
    (one) => one.id === entry.about || (request !== undefined && isSameOperation(one, request)),
  );
  if (operation) replace(draft.operations, operation, resolved(operation, entry.status));
  if (operation && !request) return 'applied';
  return conclude(draft, entry.about, entry);
}

/** Ages are counted from these times: none may lie ahead of our clock. */
function setBack(draft: Draft, now: number): Effect {
  const before = [...draft.attempts, ...draft.requests, ...draft.operations];
  draft.attempts = draft.attempts.map((one) => {
    const hintedAt = one.hintedAt === null ? null : Math.min(one.hintedAt, now);
    const isRight = one.sentAt <= now && one.hintedAt === hintedAt;
    return isRight ? one : { ...one, sentAt: Math.min(one.sentAt, now), hintedAt };
  });
  draft.requests = draft.requests.map((one) => (one.sentAt <= now ? one : { ...one, sentAt: now }));
  draft.operations = draft.operations.map((one) =>
    one.reportedAt <= now ? one : { ...one, reportedAt: now },
  );
  const after = [...draft.attempts, ...draft.requests, ...draft.operations];
  return alike(before, after) ? 'unchanged' : 'applied';
}

function replace<T>(all: T[], before: T, after: T): Effect {
  all[all.indexOf(before)] = after;
  return after === before ? 'unchanged' : 'applied';
}

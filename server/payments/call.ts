import { isStoreError } from './log-events.ts';
import { notAllowed } from '../contract/problem.ts';
import { sameUuid } from '../contract/uuid.ts';
import { learnClock } from './gateway-clock.ts';
import { type GatewayRefusal, type CallResult, UnsendableError } from './gateway-port.ts';
import type { CallEnd, PaymentRequest, GatewayDecline, Report } from './order/journal.ts';
import { isOperationMethod } from './order/operations.ts';
import type { Snapshot } from './order/order.ts';
import { isIdTaken } from './order/payment-entries.ts';
import { change, readOrder } from './orders.ts';
import type { PaymentDeps } from './ports.ts';
import { logChange } from './reports.ts';

/**
 * The only code that sends requests that move money, payments and operations alike: the request is in the journal, it
 * is sent once, and its outcome goes into the journal.
 */

/** No call starts later than this after its entry was written, in milliseconds: the commit may wait for a lock. */
const LONGEST_WAIT_MS = 7_000;
/** A request is retried for so long, milliseconds. */
const LONGEST_RETRY_MS = 5_000;
/** This soon after its commit no other process can have concluded that the call was lost. */
const FRESH_MS = 1_000;
/** Between two attempts to record how a call ended, milliseconds. */
const RECORD_PAUSE_MS = 500;

const TOO_LATE: CallResult<never> = { kind: 'not-sent', reason: 'too late' };

/** How long a call can take, retries included, milliseconds. */
export const longestCallMs = ({ config }: Pick<PaymentDeps, 'config'>): number =>
  config.gatewayTimeoutMs + LONGEST_WAIT_MS;

export interface Call<T> {
  /** the id of the payment or operation that is sent */
  about: string;
  send: () => Promise<CallResult<T>>;
  /** the end of the call from the gateway's answer */
  answer: (value: T) => CallEnd;
  /** the description of a refusal */
  refused: (refusal: GatewayRefusal) => string;
}

/**
 * Sends a request whose entry has just been committed, and records how the call ended. Money is sent once: only a
 * request that never left this machine is retried (ARCHITECTURE.md, decision 1).
 * @param order as it stood when the request was written
 * @returns the order after the call
 */
export async function call<T>(deps: PaymentDeps, order: Snapshot, what: Call<T>): Promise<Snapshot> {
  const { about } = what;
  // Its age counts from before the commit: the store's reply may come late.
  const writtenAt = order.writtenAt ?? deps.clock.monotonic();
  deps.ownCalls.add(about);
  logRequest(deps, order, about);
  try {
    const sentAt = deps.clock.now().getTime();
    const outcome = await callOnce(deps, () => sendFresh(deps, order, writtenAt, what));
    const end = endOf(outcome, what);
    if (end.how === 'answered' && isOwnCreation(end.report)) learnClock(deps, end.report.createdAt, sentAt);
    logEnd(deps, order, about, outcome, end);
    return await record(deps, order, about, end, writtenAt + longestCallMs(deps));
  } finally {
    deps.ownCalls.delete(about);
  }
}

/** The stamp of a capture, void or refund may be that of its payment. */
const isOwnCreation = (report: Report): boolean => !isOperationMethod(report.method) && !isIdTaken(report);

/**
 * Records how a call ended. Only this process knows it, so if the store fails (its database is restarted), this is
 * repeated until other processes take the call for lost, or the store is closed.
 */
async function record(
  deps: PaymentDeps,
  order: Snapshot,
  about: string,
  end: CallEnd,
  lostAt: number,
): Promise<Snapshot> {
  for (;;) {
    try {
      const { order: after } = await change(deps, order, ({ entries }) => {
        // A commit whose answer was lost may have recorded it.
        const isThere = entries.some(
          (one) => one.kind === 'call-ended' && one.about === about && one.end.how === end.how,
        );
        return { facts: isThere ? [] : [{ kind: 'call-ended', about, end }], result: null };
      });
      if (end.how === 'answered') logChange(deps, order, after, end.report, 'answer');
      return after;
    } catch (error) {
      const isLate = deps.clock.monotonic() + RECORD_PAUSE_MS > lostAt;
      if (!isStoreError(error) || isLate || deps.closed.aborted) throw error;
      await deps.clock.sleep(RECORD_PAUSE_MS, deps.closed);
    }
  }
}

/** A process that was delayed no longer sends: meanwhile the request may have been given up, and another one begun. */
async function sendFresh<T>(
  deps: PaymentDeps,
  { orderId }: Snapshot,
  writtenAt: number,
  { about, send }: Call<T>,
): Promise<CallResult<T>> {
  const age = () => deps.clock.monotonic() - writtenAt;
  const stands = age() <= FRESH_MS || (await isInFlight(deps, orderId, about));
  return stands && age() <= LONGEST_WAIT_MS ? send() : TOO_LATE;
}

async function isInFlight(deps: PaymentDeps, orderId: string, id: string): Promise<boolean> {
  const { state } = await readOrder(deps, orderId);
  return [...state.payments, ...state.operations].some((one) => one.id === id && one.inFlight);
}

/**
 * Calls the gateway. A request that never left this machine may be retried: at most twice, and not after {@link
 * LONGEST_RETRY_MS}, so that it is known until when a call can arrive. Never throws.
 */
export async function callOnce<T>(
  { clock }: Pick<PaymentDeps, 'clock'>,
  send: () => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  const start = clock.monotonic();
  for (let round = 1; ; round += 1) {
    const outcome = await send().catch(unsent);
    const isLate = clock.monotonic() - start + 100 * round > LONGEST_RETRY_MS;
    if (outcome.kind !== 'not-sent' || outcome === TOO_LATE || round === 3 || isLate) return outcome;
    await clock.sleep(100 * round);
  }
}

/**
 * A request that breaks the gateway's rules never leaves this machine. Any other error leaves the outcome unknown; its
 * message may quote the request, so it is dropped.
 */
function unsent(error: unknown): CallResult<never> {
  if (!(error instanceof UnsendableError)) {
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'thrown' };
  }
  const details = error.violations.map(({ field, rule }) => `${field}: ${rule}`);
  const { message } = error;
  return {
    kind: 'refused',
    refusal: { status: 0, means: 'other', documented: false, code: null, message, details },
  };
}

function endOf<T>(outcome: CallResult<T>, { answer, refused }: Call<T>): CallEnd {
  switch (outcome.kind) {
    case 'answered':
      return answer(outcome.value);
    case 'refused':
      return { how: 'refused', refusal: declineOf(outcome.refusal, refused(outcome.refusal)) };
    case 'not-sent':
      return { how: 'not-sent' };
    case 'unknown':
      return { how: 'unknown' };
  }
}

/** Codes as `P-409` or digits; anything else is not kept. */
function declineOf({ status, means, code, details }: GatewayRefusal, sentence: string): GatewayDecline {
  const kept = code !== null && /^[A-Za-z0-9-]{1,16}$/.test(code) ? code : null;
  const names = new Set(details.flatMap((detail) => NAMED.exec(detail)?.[1] ?? []));
  // The fields that a refusal names, as "(split.0.amount)"; never their values, which may be the customer's.
  const fields = names.size === 0 ? '' : ` (${[...names].slice(0, MOST_NAMES).join(', ')})`;
  return { means: status === 0 ? 'unsendable' : means, code: kept, description: `${sentence}${fields}` };
}

const NAMED = /^([a-z][a-z_.0-9]{0,63}): /;
const MOST_NAMES = 10;

function logRequest({ log }: PaymentDeps, { orderId, state }: Snapshot, about: string): void {
  const payment = state.payments.find((one) => one.id === about);
  const operation = state.operations.find((one) => one.id === about);
  if (payment) {
    const { gatewayOrderId, mode, terms } = payment;
    const { method, amountMinor, currency } = terms;
    log('payment.requested', { orderId, id: about, gatewayOrderId, method, mode, amountMinor, currency });
  }
  if (operation) {
    const { paymentId, method, amountMinor, origin } = operation;
    log('operation.requested', { orderId, id: about, paymentId, method, amountMinor, origin });
  }
}

function logEnd(
  { log }: PaymentDeps,
  { orderId }: Snapshot,
  id: string,
  outcome: CallResult<unknown>,
  end: CallEnd,
): void {
  if (outcome.kind === 'refused' && end.how === 'refused') {
    const { status, details } = outcome.refusal;
    // The rules that our own request breaks contain no customer data.
    const isTaken = end.refusal.means === 'order-id-exists';
    log(isTaken ? 'gateway.id-taken' : 'gateway.refused', {
      orderId,
      id,
      status,
      ...end.refusal,
      ...(status === 0 && { broken: details }),
    });
  }
  if (end.how === 'answered' && isIdTaken(end.report)) log('gateway.id-taken', { orderId, id });
  if (outcome.kind === 'not-sent') log('gateway.unreachable', { orderId, id, reason: outcome.reason });
  if (outcome.kind === 'unknown') log('gateway.unanswered', { orderId, id, reason: outcome.reason });
}

// --- Queries ---

/**
 * Queries the gateway, and logs a query that it did not answer or refused. "No such payment" is an answer. A refusal's
 * text may quote the request, so only its code is logged.
 * @param orderId of a query about one order
 */
export async function query<T>(
  deps: Pick<PaymentDeps, 'clock' | 'log'>,
  read: () => Promise<CallResult<T>>,
  orderId?: string,
): Promise<CallResult<T>> {
  const outcome = await callOnce(deps, read);
  const about = orderId === undefined ? {} : { orderId };
  if (outcome.kind === 'not-sent' || outcome.kind === 'unknown') {
    deps.log('gateway.query-failed', { ...about, reason: outcome.reason });
  }
  if (outcome.kind === 'refused' && outcome.refusal.means !== 'not-found') {
    const { status, code } = outcome.refusal;
    deps.log('gateway.query-refused', { ...about, status, code });
  }
  return outcome;
}

/** Whether the gateway said that it has no such payment or operation. */
export const isNotFound = (outcome: CallResult<unknown>): boolean =>
  outcome.kind === 'refused' && outcome.refusal.means === 'not-found';

// --- Projects of the gateway ---

/**
 * Whether a payment was made under the project of the settings. Nothing about any other payment is sent to the gateway:
 * under the current project its order id may belong to no payment, or to another one.
 */
export const isOfProject = (
  { config }: Pick<PaymentDeps, 'config'>,
  { posId }: Pick<PaymentRequest, 'posId'>,
): boolean => sameUuid(posId, config.posId);

/** @throws ProblemError `operation-not-allowed`: `other-project` */
export function requireProject(
  deps: Pick<PaymentDeps, 'config'>,
  payment: Pick<PaymentRequest, 'posId'>,
  path = 'orderId',
): void {
  if (isOfProject(deps, payment)) return;
  throw notAllowed('other-project', 'The payment was made under another project of the gateway.', path);
}

import { change, readOrder } from './desk.ts';
import { isStoreError } from './error-facts.ts';
import type { Fact, Refusal } from './order/journal.ts';
import type { Snapshot } from './order/order.ts';
import { unreachable } from './order/unreachable.ts';
import type { PaymentDeps } from './ports/deps.ts';
import { type GatewayRefusal, type Outcome, UnsendableError } from './ports/gateway.ts';
import { logReport } from './handle-report.ts';

/**
 * The only code that sends requests that move money, payments and operations alike: the request is in the journal, it
 * is sent once, and its outcome goes into the journal.
 */

/** No call starts later than this after its entry was written, in milliseconds. */
const LONGEST_RETRY_MS = 5_000;

/** This soon after its entry no other process can have concluded that the call was lost. */
const FRESH_MS = 1_000;

const TOO_LATE: Outcome<never> = { kind: 'not-sent', reason: 'too late' };

/** Between two attempts to record how a call ended, milliseconds. */
const RECORD_PAUSE_MS = 500;

/** How long a call can take, retries included, milliseconds. */
export const longestCallMs = ({ config }: Pick<PaymentDeps, 'config'>): number =>
  config.gatewayTimeoutMs + LONGEST_RETRY_MS;

export interface Call<T> {
  /** the id of the attempt or request that is sent */
  about: string;
  send: () => Promise<Outcome<T>>;
  /** the gateway's answer as an entry */
  answer: (value: T) => End;
  /** the description of a refusal */
  refused: (refusal: GatewayRefusal) => string;
}

/**
 * Sends a request that has just been written into the journal, and records how the call ended. Money is sent once: only
 * a request that never left this machine is retried (architecture rule 1).
 * @param order as it stood when the request was written
 * @returns the order after the call
 */
export async function call<T>(deps: PaymentDeps, order: Snapshot, what: Call<T>): Promise<Snapshot> {
  const { about } = what;
  const writtenAt = order.state.updatedAt;
  const lostAt = deps.clock.monotonic() + longestCallMs(deps);
  deps.inFlight.add(about);
  logRequest(deps, order, about);
  try {
    const outcome = await callOnce(deps, () => sendFresh(deps, order, writtenAt, what));
    const fact = factOf(outcome, what);
    logOutcome(deps, order, outcome, fact);
    const after = await record(deps, order, fact, lostAt);
    if (outcome.kind === 'answered' && fact.kind === 'answered') logAnswer(deps, after, fact);
    return after;
  } finally {
    deps.inFlight.delete(about);
  }
}

/** How a call ended. */
type End = Extract<Fact, { kind: 'answered' | 'page-opened' | 'refused' | 'not-sent' | 'unanswered' }>;

/**
 * Records how a call ended. Only this process knows it, so if the store fails (its database is restarted), this is
 * repeated until other processes take the call for lost, or the store is closed.
 */
async function record(deps: PaymentDeps, order: Snapshot, end: End, lostAt: number): Promise<Snapshot> {
  for (;;) {
    try {
      const recorded = await change(deps, order, ({ entries }) => {
        // A commit whose answer was lost may have recorded it.
        const isThere = entries.some((one) => one.kind === end.kind && one.about === end.about);
        return { facts: isThere ? [] : [end], result: null };
      });
      return recorded.order;
    } catch (error) {
      const isLate = deps.clock.monotonic() + RECORD_PAUSE_MS > lostAt;
      if (!isStoreError(error) || isLate || deps.closed.aborted) throw error;
      await deps.clock.sleep(RECORD_PAUSE_MS, deps.closed);
    }
  }
}

/**
 * A process that was delayed no longer sends: meanwhile the request may have been given up and another one begun in its
 * place.
 */
async function sendFresh<T>(
  deps: PaymentDeps,
  { orderId }: Snapshot,
  writtenAt: number,
  { about, send }: Call<T>,
): Promise<Outcome<T>> {
  const age = () => deps.clock.now().getTime() - writtenAt;
  // If the clock was set back, the age is meaningless.
  const isFresh = Math.abs(age()) <= FRESH_MS;
  const stands = isFresh || (await isInFlight(deps, orderId, about));
  return stands && age() <= LONGEST_RETRY_MS ? send() : TOO_LATE;
}

async function isInFlight(deps: PaymentDeps, orderId: string, id: string): Promise<boolean> {
  const { state } = await readOrder(deps, orderId);
  return [...state.attempts, ...state.requests].some((one) => one.id === id && one.inFlight);
}

/**
 * Calls the gateway. A request that never left this machine may be retried: at most twice, and not after {@link
 * LONGEST_RETRY_MS}, so that it is known until when a call can arrive. Never throws.
 */
export async function callOnce<T>(
  { clock }: Pick<PaymentDeps, 'clock'>,
  send: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const start = clock.monotonic();
  for (let round = 1; ; round += 1) {
    const outcome = await send().catch(unsent);
    const late = clock.monotonic() - start + 100 * round > LONGEST_RETRY_MS;
    if (outcome.kind !== 'not-sent' || outcome === TOO_LATE || round === 3 || late) return outcome;
    await clock.sleep(100 * round);
  }
}

/**
 * A request that breaks the gateway's rules never leaves this machine. Any other error leaves the outcome unknown; its
 * message may quote the request, so it is dropped.
 */
function unsent(error: unknown): Outcome<never> {
  if (!(error instanceof UnsendableError)) {
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'thrown' };
  }
  const details = error.violations.map(({ field, rule }) => `${field}: ${rule}`);
  const refusal = {
    status: 0,
    means: 'other',
    documented: false,
    code: null,
    message: error.message,
    details,
  } as const;
  return { kind: 'refused', refusal };
}

function factOf<T>(outcome: Outcome<T>, { about, answer, refused }: Call<T>): End {
  switch (outcome.kind) {
    case 'answered':
      return answer(outcome.value);
    case 'refused':
      return { kind: 'refused', about, refusal: refusalOf(outcome.refusal, refused(outcome.refusal)) };
    case 'not-sent':
      return { kind: 'not-sent', about, reason: outcome.reason };
    case 'unknown':
      return { kind: 'unanswered', about, reason: outcome.reason };
    default:
      return unreachable(outcome);
  }
}

/** Codes as `P-409` or digits; anything else is not kept. */
function refusalOf({ status, means, code, details }: GatewayRefusal, sentence: string): Refusal {
  const kept = code !== null && /^[A-Za-z0-9-]{1,16}$/.test(code) ? code : null;
  return {
    means: status === 0 ? 'unsendable' : means,
    code: kept,
    description: namingFields(sentence, details),
  };
}

const NAMED = /^([a-z][a-z_.0-9]{0,63}): /;
const MAX_NAMES = 10;

/** Adds the fields that a refusal names, as "(split.0.amount)"; never their values, which may be the customer's. */
function namingFields(sentence: string, details: readonly string[]): string {
  const names = new Set(details.flatMap((detail) => NAMED.exec(detail)?.[1] ?? []));
  return names.size === 0 ? sentence : `${sentence} (${[...names].slice(0, MAX_NAMES).join(', ')})`;
}

function logRequest({ log }: PaymentDeps, { orderId, state }: Snapshot, about: string): void {
  const attempt = state.attempts.find((one) => one.id === about);
  const request = state.requests.find((one) => one.id === about);
  if (attempt) {
    const { gatewayOrderId, method, mode, amountMinor, currency } = attempt;
    log('payment.requested', { orderId, id: about, gatewayOrderId, method, mode, amountMinor, currency });
  }
  if (request) {
    const { attemptId, method, amountMinor, origin } = request;
    log('operation.requested', { orderId, id: about, paymentId: attemptId, method, amountMinor, origin });
  }
}

function logAnswer(
  deps: PaymentDeps,
  after: Snapshot,
  { id, about, report: reported }: Fact & { kind: 'answered' },
): void {
  const { attempts, requests, effects } = after.state;
  const index = after.entries.findIndex((one) => one.kind === 'answered' && one.id === id);
  const attemptId = requests.find((one) => one.id === about)?.attemptId ?? about;
  // The id that was sent: the answer may name another.
  const gatewayOrderId = attempts.find((one) => one.id === attemptId)?.gatewayOrderId ?? null;
  logReport(deps, after, reported, { source: 'answer', result: effects[index] ?? 'ignored', gatewayOrderId });
}

function logOutcome(
  { log }: PaymentDeps,
  { orderId }: Snapshot,
  outcome: Outcome<unknown>,
  fact: Fact,
): void {
  if (fact.kind === 'refused' && outcome.kind === 'refused') {
    const { about: id, refusal } = fact;
    const { status, details } = outcome.refusal;
    // The rules that our own request breaks contain no customer data.
    const broken = status === 0 ? { broken: details } : {};
    log('gateway.refused', { orderId, id, status, ...refusal, ...broken });
  }
  if (fact.kind === 'not-sent') {
    log('gateway.unreachable', { orderId, id: fact.about, reason: fact.reason });
  }
  if (fact.kind === 'unanswered') {
    log('gateway.unanswered', { orderId, id: fact.about, reason: fact.reason });
  }
}

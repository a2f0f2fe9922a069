import type { GatewayRefusal, Outcome } from '../payments/ports/gateway.ts';
import { isErrorForm, readRefusal } from './refusal.ts';
import type { Scrub } from './scrub.ts';

/** An HTTP answer that came whole. */
export interface Answer {
  status: number;
  /** the Location header */
  location: string | null;
  text: string;
  /** the Retry-After header in milliseconds, where it names seconds */
  retryAfterMs: number | null;
}

/** What one call brought (architecture, rule 1). */
export type Exchange = { kind: 'answer'; answer: Answer } | Failure;

/** A call that failed on the way. */
export type Failure = { kind: 'not-sent'; reason: string } | { kind: 'unknown'; reason: string };

/** What an answer says, or why it is rejected. */
export type Reading<T> = { value: T } | { rejection: string };

/** With these the gateway says that it did nothing. Any other failure may have left something behind. */
const REFUSALS = new Set([400, 401, 404, 405, 406, 409, 429]);

/** Whether another try of a read may bring more: after a failure on the way, a 429 or the gateway's own trouble. */
export function mayChange(found: Exchange | { kind: 'file' }): boolean {
  if (found.kind === 'answer') return found.answer.status === 429 || found.answer.status >= 500;
  return found.kind === 'not-sent' || (found.kind === 'unknown' && !FINAL_REASONS.has(found.reason));
}

/** Reason where an answer is larger than any the gateway gives. */
export const TOO_LARGE = 'answer-too-large';
/** Reason where no answer came in time. */
export const DEADLINE = 'deadline';
const FINAL_REASONS = new Set([TOO_LARGE, DEADLINE]);

/** Turns what a call brought into what is known: a refusal, a valid answer, or `unknown`. */
export function outcomeOf<T>(
  found: Exchange,
  read: (answer: Answer) => Reading<T>,
  scrub: Scrub,
): Outcome<T> {
  if (found.kind !== 'answer') return found;
  const { answer } = found;
  const refusal = isAnError(answer) ? readRefusal(answer, scrub) : null;
  if (refusal && isRefused(refusal)) return { kind: 'refused', refusal };
  const reading = read(answer);
  if ('value' in reading) return { kind: 'answered', value: reading.value };
  return { kind: 'unknown', reason: `HTTP ${answer.status}: ${reading.rejection}` };
}

/**
 * As {@link outcomeOf}, of a request that may have moved money. Only the gateway can say that it did nothing: a proxy
 * may have passed the request on before it answered in a form of its own. "Too many requests" is safe in any form,
 * because a limit stands before the work.
 */
export function outcomeOfCharge<T>(
  found: Exchange,
  read: (answer: Answer) => Reading<T>,
  scrub: Scrub,
): Outcome<T> {
  const outcome = outcomeOf(found, read, scrub);
  if (outcome.kind !== 'refused' || found.kind !== 'answer') return outcome;
  if (outcome.refusal.means === 'busy' || isErrorForm(found.answer.text)) return outcome;
  return { kind: 'unknown', reason: `HTTP ${found.answer.status}: undocumented-refusal` };
}

const isAnError = ({ status }: Answer): boolean => status >= 400 && status < 500;

/** A 403 may be of something in between, unless the gateway itself says by it that it knows no such credentials. */
function isRefused({ status, documented, means }: GatewayRefusal): boolean {
  return REFUSALS.has(status) || (status === 403 && documented && means === 'credentials');
}

/** Failures to connect: no byte of the request has left. A certificate is checked before anything is written. */
const NEVER_LEFT = new Set(
  [
    'ECONNREFUSED ENOTFOUND EAI_AGAIN CONNECT_TIMEOUT UND_ERR_CONNECT_TIMEOUT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE',
    'CERT_CHAIN_TOO_LONG DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CRL_SIGNATURE CRL_HAS_EXPIRED',
    'CRL_NOT_YET_VALID CRL_SIGNATURE_FAILURE ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD',
    'ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED',
  ].flatMap((line) => line.split(' ')),
);

/** Whatever fails in these has failed before a connection stood. A timeout has the same code before and after. */
const MAKING_A_CONNECTION: readonly unknown[] = ['getaddrinfo', 'connect'];

/** Classifies an error that came before any answer, of our own sender or of fetch: `not-sent` only where that is certain. */
export function failedBeforeAnswer(error: unknown): Failure {
  return { kind: neverLeft(error) ? 'not-sent' : 'unknown', reason: errorCode(error) };
}

/** Where several addresses were tried, every one of them must have failed to connect. */
function neverLeft(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((one) => neverLeft(one, depth + 1));
  }
  const code = ownCode(error);
  if (code === null) return neverLeft(error.cause, depth + 1);
  return NEVER_LEFT.has(code) || ('syscall' in error && MAKING_A_CONNECTION.includes(error.syscall));
}

/** The code of an error or of its cause, as "ECONNRESET"; never a message, which might carry what was sent. */
export function errorCode(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return 'no-code';
  return ownCode(error) ?? errorCode(error.cause, depth + 1);
}

function ownCode(error: Error): string | null {
  const code: unknown = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : null;
}

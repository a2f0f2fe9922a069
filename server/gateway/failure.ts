/** What is known of a call that brought no answer. */
export type Failure = { kind: 'not-sent'; reason: string } | { kind: 'unknown'; reason: string };

/** The request failed before any byte of it was written. `cause` is the failure. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

/** An error with a code, as Node's own have it. */
export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Failures to connect: no byte of the request has left. A certificate is checked before anything is written. */
const NEVER_LEFT = new Set(
  [
    'ECONNREFUSED ENOTFOUND EAI_AGAIN UND_ERR_CONNECT_TIMEOUT ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ].flatMap((line) => line.split(' ')),
);

/** System calls that fail before a connection exists. A timeout has the same code before and after. */
const MAKING_A_CONNECTION: readonly unknown[] = ['getaddrinfo', 'connect'];

/**
 * Classifies an error that came before any answer: `not-sent` only if that is certain. Our own sender knows it; an error
 * of fetch says so for some failures to connect.
 */
export function failedBeforeAnswer(error: unknown): Failure {
  return { kind: neverLeft(error) ? 'not-sent' : 'unknown', reason: errorCode(error) };
}

function neverLeft(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (error instanceof NotSentError) return true;
  const code = ownCode(error);
  if (code === null) return neverLeft(error.cause, depth + 1);
  return NEVER_LEFT.has(code) || ('syscall' in error && MAKING_A_CONNECTION.includes(error.syscall));
}

/** The code of an error or of its cause, as "ECONNRESET"; never a message, which might quote the request. */
export function errorCode(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return 'no-code';
  return ownCode(error) ?? errorCode(error.cause, depth + 1);
}

function ownCode(error: Error): string | null {
  const code: unknown = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : null;
}

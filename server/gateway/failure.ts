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
    'ECONNREFUSED ENOTFOUND EAI_AGAIN CONNECT_TIMEOUT UND_ERR_CONNECT_TIMEOUT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE',
    'CERT_CHAIN_TOO_LONG DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED',
  ].flatMap((line) => line.split(' ')),
);

/** System calls that fail before a connection exists. A timeout has the same code before and after. */
const MAKING_A_CONNECTION: readonly unknown[] = ['getaddrinfo', 'connect'];

/** Classifies an error that came before any answer, of our sender or of fetch: `not-sent` only if that is certain. */
export function failedBeforeAnswer(error: unknown): Failure {
  return { kind: neverLeft(error) ? 'not-sent' : 'unknown', reason: errorCode(error) };
}

/** If several addresses were tried, every one of them must have failed to connect. */
function neverLeft(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (error instanceof NotSentError) return true;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((one) => neverLeft(one, depth + 1));
  }
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

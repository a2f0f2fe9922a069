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

/** The code of an error or of its cause, as "ECONNRESET"; never a message, which might quote the request. */
export function errorCode(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return 'no-code';
  return ownCode(error) ?? errorCode(error.cause, depth + 1);
}

function ownCode(error: Error): string | null {
  const code: unknown = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : null;
}

/** The request failed before any byte of it was written. `cause` is the failure. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

/** The command line is invalid; nothing was sent. The message is for a person and quotes no value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

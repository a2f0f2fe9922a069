/** The command line is invalid; nothing was sent. The message is shown to the user and quotes no value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The process's exit codes. Scripts may rely on them. */
export const EXIT = {
  /** done, or nothing found to report */
  done: 0,
  /** not done: refused, failed or not reached */
  failed: 1,
  /** the command line or its environment is invalid; nothing was sent */
  misused: 2,
  /** started, and the outcome is still unknown: never to be treated as a failure */
  open: 3,
} as const;

/** The command line is invalid; nothing was sent. The message is shown to the user and quotes no value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the process says at its end. Scripts may rely on it. */
export const EXIT = {
  /** done, or nothing to complain about */
  done: 0,
  /** not done: refused, failed or not reached */
  failed: 1,
  /** the command line or its environment is invalid; nothing was sent */
  misused: 2,
  /** begun, and its outcome is not known yet: never to be treated as a failure */
  open: 3,
} as const;

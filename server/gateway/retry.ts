/** Trying reads again. When is a matter of numbers; the world comes in from outside. */

/** How often a read is tried at most. */
export const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

/** The world as far as trying again needs it. */
export interface RetryDeps {
  /** milliseconds that only grow */
  now: () => number;
  /** from 0 to 1, 1 excluded */
  random: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** What one try brought, and whether another may help. */
export interface Try<T> {
  result: T;
  again: boolean;
  /** the gateway's `Retry-After`, milliseconds, or null */
  retryAfterMs: number | null;
}

/**
 * Tries until a result stands, at most three times, everything within one deadline. For reads only.
 * @param attempt receives the milliseconds that are left, at least 1
 */
export async function readPatiently<T>(
  { now, random, sleep }: RetryDeps,
  timeoutMs: number,
  attempt: (remainingMs: number) => Promise<Try<T>>,
): Promise<T> {
  const end = now() + timeoutMs;
  for (let failures = 1; ; failures += 1) {
    const { result, again, retryAfterMs } = await attempt(Math.max(1, Math.ceil(end - now())));
    const pause = again ? nextPause(failures, random(), end - now(), retryAfterMs) : null;
    if (pause === null) return result;
    await sleep(pause);
  }
}

/**
 * The pause before the next try, or null where there is none: all are used up, or the pause would reach the deadline.
 * @param failures tries that have failed, from 1 on
 * @param random from 0 to 1, 1 excluded
 * @param remainingMs what is left until the deadline
 * @param retryAfterMs the gateway's `Retry-After`, or null
 * @returns milliseconds
 */
export function nextPause(
  failures: number,
  random: number,
  remainingMs: number,
  retryAfterMs: number | null = null,
): number | null {
  if (failures >= MAX_TRIES) return null;
  const pause = Math.max(pauseMs(failures, random), retryAfterMs ?? 0);
  return pause < remainingMs ? pause : null;
}

/** Full jitter: anything from nothing to a ceiling that grows fourfold, in milliseconds. */
export function pauseMs(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (failures - 1));
  return Math.floor(random * ceiling);
}

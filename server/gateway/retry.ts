/** Retrying reads. The timing is pure; clock, randomness and sleep are passed in. */

/** The maximum number of tries of a read. */
export const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

/** The dependencies of retrying. */
export interface RetryDeps {
  /** milliseconds, never decreasing */
  now: () => number;
  /** from 0 to 1, 1 excluded */
  random: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** The result of one try, and whether to retry. */
export interface Try<T> {
  result: T;
  again: boolean;
  /** the gateway's `Retry-After`, milliseconds, or null */
  retryAfterMs: number | null;
}

/**
 * Tries until a result is final, at most three times, all within one deadline. For reads only.
 * @param attempt receives the remaining milliseconds, at least 1
 */
export async function readWithRetries<T>(
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
 * The pause before the next try, or null if there is none: all tries are used up, or the pause would reach the
 * deadline.
 * @param failures failed tries, from 1
 * @param random from 0 to 1, 1 excluded
 * @param remainingMs the time until the deadline
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

/** Full jitter: a random pause from zero to a ceiling that grows fourfold, in milliseconds. */
export function pauseMs(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (failures - 1));
  return Math.floor(random * ceiling);
}

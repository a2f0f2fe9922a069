/** Retrying reads within one deadline. Clock, randomness and sleep are passed in. */

const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;

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
 * Tries until a result is final, at most three times, all within one deadline. For reads only. The pauses have full
 * jitter: a random time from zero to a ceiling that grows fourfold, but at least the gateway's `Retry-After`. None is
 * begun that would reach the deadline.
 * @param attempt receives the remaining milliseconds, at least 1
 */
export async function readWithRetries<T>(
  { now, random, sleep }: RetryDeps,
  timeoutMs: number,
  attempt: (remainingMs: number) => Promise<Try<T>>,
): Promise<T> {
  const end = now() + timeoutMs;
  for (let tries = 1; ; tries += 1) {
    const { result, again, retryAfterMs } = await attempt(Math.max(1, Math.ceil(end - now())));
    const jitter = Math.floor(random() * FIRST_PAUSE_MS * 4 ** (tries - 1));
    const pause = Math.max(jitter, retryAfterMs ?? 0);
    if (!again || tries >= MAX_TRIES || pause >= end - now()) return result;
    await sleep(pause);
  }
}

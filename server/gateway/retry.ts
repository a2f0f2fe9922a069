import { nextPause } from './backoff.ts';

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
  /** how long the gateway asked to wait, milliseconds */
  askedMs: number | null;
}

/**
 * Tries until a result stands, at most three times, everything within one deadline. For reads only.
 * @param attempt is told the milliseconds that are left, at least 1
 */
export async function readPatiently<T>(
  { now, random, sleep }: RetryDeps,
  timeoutMs: number,
  attempt: (remainingMs: number) => Promise<Try<T>>,
): Promise<T> {
  const end = now() + timeoutMs;
  for (let failures = 1; ; failures += 1) {
    const { result, again, askedMs } = await attempt(Math.max(1, Math.ceil(end - now())));
    const pause = again ? nextPause(failures, random(), end - now(), askedMs) : null;
    if (pause === null) return result;
    await sleep(pause);
  }
}

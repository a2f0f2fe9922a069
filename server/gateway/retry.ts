import type { FileExchange } from './files.ts';
import { DEADLINE, ENCODED, type Exchange, TOO_LARGE } from './http.ts';

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

/**
 * Tries until a result is final, at most three times, all within one deadline. For reads only. The pauses have full
 * jitter: a random time from zero to a ceiling that grows fourfold, but at least the gateway's `Retry-After`. None is
 * begun that would reach the deadline.
 * @param attempt receives the remaining milliseconds, at least 1
 */
export async function readWithRetries<T extends Exchange | FileExchange>(
  { now, random, sleep }: RetryDeps,
  timeoutMs: number,
  attempt: (remainingMs: number) => Promise<T>,
): Promise<T> {
  const end = now() + timeoutMs;
  for (let tries = 1; ; tries += 1) {
    const found = await attempt(Math.max(1, Math.ceil(end - now())));
    const retryAfterMs = found.kind === 'answer' ? (found.answer.retryAfterMs ?? 0) : 0;
    const pause = Math.max(Math.floor(random() * FIRST_PAUSE_MS * 4 ** (tries - 1)), retryAfterMs);
    if (!mayChange(found) || tries >= MAX_TRIES || pause >= end - now()) return found;
    await sleep(pause);
  }
}

/** Whether a read is worth retrying: after an incomplete answer, a 429 or a 5xx. */
function mayChange(found: Exchange | FileExchange): boolean {
  if (found.kind === 'answer') return found.answer.status === 429 || found.answer.status >= 500;
  return found.kind === 'not-sent' || (found.kind === 'unknown' && !FINAL_REASONS.has(found.reason));
}

const FINAL_REASONS = new Set([TOO_LARGE, DEADLINE, ENCODED]);

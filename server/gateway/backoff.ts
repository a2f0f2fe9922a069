/** When a read is tried again. Pure, so that it is tested by numbers. */

/** How often a read is tried at most. */
export const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

/**
 * The pause before a try, with full jitter: anything from nothing to a ceiling that grows fourfold.
 * @param failures tries that have failed, from 1 on
 * @param random from 0 to 1, 1 excluded
 * @returns milliseconds
 */
export function pauseMs(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (failures - 1));
  return Math.floor(random * ceiling);
}

/**
 * The pause before the next try, or null where there is none: all are used up, or the pause would reach the deadline.
 * @param remainingMs what is left until the deadline
 * @param askedMs what the gateway asked for (`Retry-After`), or null
 */
export function nextPause(
  failures: number,
  random: number,
  remainingMs: number,
  askedMs: number | null = null,
): number | null {
  if (failures >= MAX_TRIES) return null;
  const pause = Math.max(pauseMs(failures, random), askedMs ?? 0);
  return pause < remainingMs ? pause : null;
}

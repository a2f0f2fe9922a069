import { describe, expect, it } from 'vitest';
import { MAX_TRIES, nextPause, pauseMs } from './backoff.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

describe('the pause before another try', () => {
  it.each([
    [1, 0, 0],
    [1, 0.5, 125],
    [1, ALMOST_ONE, 249],
    [2, 0, 0],
    [2, 0.5, 500],
    [2, ALMOST_ONE, 999],
    [3, ALMOST_ONE, 3999],
    [4, ALMOST_ONE, 3999],
    [50, ALMOST_ONE, 3999],
  ])('after %i failures, with the random number %d, is %i ms', (failures, random, pause) => {
    expect(pauseMs(failures, random)).toBe(pause);
  });

  it('is none after the last try', () => {
    expect(MAX_TRIES).toBe(3);
    expect([1, 2, 3, 4].map((failures) => nextPause(failures, 0.5, 60_000))).toEqual([125, 500, null, null]);
  });

  it('is none where it would reach the deadline', () => {
    expect(nextPause(1, 0.5, 126)).toBe(125);
    expect(nextPause(1, 0.5, 125)).toBeNull();
    expect(nextPause(1, 0, 0)).toBeNull();
    expect(nextPause(1, 0, -5)).toBeNull();
  });

  it('is at least what the gateway asks for, unless that is too long', () => {
    expect(nextPause(1, 0.5, 10_000, 3000)).toBe(3000);
    expect(nextPause(1, 0.5, 10_000, 100)).toBe(125);
    expect(nextPause(1, 0.5, 3000, 3000)).toBeNull();
    expect(nextPause(1, 0.5, 10_000, null)).toBe(125);
  });
});

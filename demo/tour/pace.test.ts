import { describe, expect, it } from 'vitest';
import { Pace, TourStopped } from './pace.ts';

/** A pace whose time passes at once, and what is done while it does. */
function paceWith(during: (pace: Pace, passed: number) => void = () => {}) {
  let passed = 0;
  const pace: Pace = new Pace(async (ms) => {
    passed += ms;
    during(pace, passed);
  });
  return { pace, passed: () => passed };
}

describe('the pace of the tour', () => {
  it('waits as long as it is told', async () => {
    const { pace, passed } = paceWith();
    await pace.wait(250);

    expect(passed()).toBe(250);
  });

  it('stands still while it is paused', async () => {
    const { pace, passed } = paceWith((one, at) => {
      one.isPaused = at < 1000;
    });
    await pace.wait(200);

    expect(passed()).toBeGreaterThan(1000);
  });

  it('waits no longer than for what ends the wait, even while it is paused', async () => {
    const { pace, passed } = paceWith();
    pace.isPaused = true;
    await pace.wait(5000, () => passed() >= 300);

    expect(passed()).toBe(300);
  });

  it('hurries through the rest of a step, a paused one too, and takes its time in the next', async () => {
    const { pace, passed } = paceWith((one) => one.hurry());
    pace.isPaused = true;
    await pace.wait(5000);
    await pace.wait(5000);
    expect(passed()).toBe(100);

    pace.beginStep();
    await pace.wait(50);
    expect(passed()).toBe(150);
  });

  it('ends where a person takes over, in a wait as in waiting for the page', async () => {
    const stop = () => paceWith((one) => one.stop()).pace;

    await expect(stop().wait(5000)).rejects.toThrow(TourStopped);
    await expect(stop().until(() => false, 5000)).rejects.toThrow(TourStopped);
  });

  it('gives up on a page that does not go on', async () => {
    const { pace, passed } = paceWith();

    await expect(pace.until(() => false, 500)).rejects.toThrow('the page has not gone on');
    expect(passed()).toBe(500);
    await pace.until(() => true, 500);
  });
});

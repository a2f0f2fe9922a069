import { expect, test } from 'vitest';
import { SandboxClock } from './clock.ts';

function standingClock() {
  const armed: { wait: number; run: () => void }[] = [];
  let now = 1000;
  const clock = new SandboxClock({
    now: () => now,
    after: (wait, run) => {
      const timer = { wait, run };
      armed.push(timer);
      return () => void armed.splice(armed.indexOf(timer), 1);
    },
  });
  return { clock, armed, wait: (milliseconds: number) => (now += milliseconds) };
}

test('moving the clock runs what falls due in order, each at its own time, and later things not yet', () => {
  const { clock } = standingClock();
  const ran: [string, number][] = [];
  clock.after(300, () => ran.push(['second', clock.now()]));
  clock.after(100, () => {
    ran.push(['first', clock.now()]);
    clock.after(50, () => ran.push(['between', clock.now()]));
  });
  clock.after(501, () => ran.push(['too late', clock.now()]));
  expect(clock.advance(500)).toBe(3);
  expect(ran).toEqual([
    ['first', 1100],
    ['between', 1150],
    ['second', 1300],
  ]);
  expect(clock.now()).toBe(1500);
});

test('a timer that was taken back does not run, and a stopped clock takes none', () => {
  const { clock, armed } = standingClock();
  let ran = 0;
  clock.after(10, () => (ran += 1))();
  clock.stop();
  clock.after(10, () => (ran += 1));
  expect(armed).toEqual([]);
  expect(ran).toBe(0);
});

import { expect, test } from 'vitest';
import { SandboxClock, timestamp } from './clock.ts';

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

test('only the earliest timer waits on the machine, and is armed anew after the clock was moved', () => {
  const { clock, armed } = standingClock();
  clock.after(1000, () => {});
  clock.after(400, () => {});
  expect(armed.map(({ wait }) => wait)).toEqual([400]);
  clock.advance(450);
  expect(armed.map(({ wait }) => wait)).toEqual([550]);
});

test('a timer runs when the machine says so', () => {
  const { clock, armed, wait } = standingClock();
  let ran = 0;
  clock.after(400, () => (ran += 1));
  wait(400);
  armed[0]?.run();
  expect(ran).toBe(1);
  expect(armed).toEqual([]);
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

test('a timestamp is UTC with milliseconds and shows no zone', () => {
  expect(timestamp(Date.UTC(2023, 8, 13, 20, 53, 17, 736))).toBe('2023-09-13T20:53:17.736');
});

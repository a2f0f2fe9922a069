import { expect, it } from 'vitest';
import { gate } from '../testing/test-deps.ts';
import { SingleFlight } from './single-flight.ts';

function open() {
  const clock = { time: 0, wake: [] as (() => void)[] };
  const asked: string[] = [];
  const answers = new Map<string, ReturnType<typeof gate<void>>>();
  const singleFlight = new SingleFlight({
    monotonic: () => clock.time,
    sleep: (ms) => new Promise((resolve) => clock.wake.push(() => ((clock.time += ms), resolve()))),
  });
  const poll = (id = 'a') =>
    singleFlight.run(id, () => {
      asked.push(id);
      const answer = gate<void>();
      answers.set(id, answer);
      return answer.promise;
    });
  return { clock, asked, poll, answer: (id = 'a') => answers.get(id)?.open() };
}

it('all who come while a query runs get its answer', async () => {
  const { asked, poll, answer } = open();
  const all = [poll(), poll(), poll('b'), poll()];
  expect(asked).toEqual(['a', 'b']);
  answer();
  answer('b');
  await Promise.all(all);
});

it('those who come after the answer wait for one that is newer, together and two seconds after the last', async () => {
  const { clock, asked, poll, answer } = open();
  const first = poll();
  clock.time = 500;
  answer();
  await first;
  const later = [poll(), poll()];
  expect(asked).toEqual(['a']);
  clock.wake.forEach((wake) => wake());
  await expect.poll(() => asked).toEqual(['a', 'a']);
  expect(clock.time).toBe(2_000);
  answer();
  await Promise.all(later);
});

it('after two seconds the next query is made at once, also after one that failed', async () => {
  const { clock, asked } = open();
  const singleFlight = new SingleFlight({ monotonic: () => clock.time, sleep: async () => {} });
  await expect(singleFlight.run('a', () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
  clock.time = 2_000;
  await singleFlight.run('a', async () => void asked.push('again'));
  expect(asked).toEqual(['again']);
});

it('the pause is the same where the clock is set back meanwhile', async () => {
  const time = { now: 7_200_000, monotonic: 0 };
  const slept: number[] = [];
  const clock = {
    now: () => new Date(time.now),
    monotonic: () => time.monotonic,
    sleep: async (ms: number) => void slept.push(ms),
  };
  const singleFlight = new SingleFlight(clock);
  const ask = () => singleFlight.run('a', async () => {});
  await ask();
  time.now = 1_000;
  time.monotonic = 1_000;
  await ask();
  expect(slept).toEqual([1_000]);
});

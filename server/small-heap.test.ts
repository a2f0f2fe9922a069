import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the megabytes of the young generation, and how many timers hold it. */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepHeapSmall } from './server/small-heap.ts';
  let timers = 0;
  globalThis.setInterval = () => ({ unref: () => (timers += 1) });
  keepHeapSmall();
  const { space_size } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  console.log(JSON.stringify([space_size / 1024 / 1024, timers]));
`;

async function youngAndTimers(...options: string[]): Promise<[number, number]> {
  const run = [...options, '--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, run);
  return JSON.parse(stdout) as [number, number];
}

it('gives objects that die young at least three megabytes, and holds that size', async () => {
  const [megabytes, timers] = await youngAndTimers();
  expect(megabytes).toBeGreaterThanOrEqual(3);
  expect(timers).toBe(1);
});

it('leaves a young generation alone that cannot have this size', async () => {
  const [megabytes, timers] = await youngAndTimers('--max-semi-space-size=1');
  expect(megabytes).toBeLessThanOrEqual(2);
  expect(timers).toBe(0);
});

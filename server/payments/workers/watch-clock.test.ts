import { expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { createWorld, STORE_SECRETS } from '../test-world.ts';
import { createClockWatch } from './watch-clock.ts';

async function watch(time: () => Promise<number | null>) {
  const world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  const check = createClockWatch({ ...world, store: { ...world.store, time } });
  return { world, check };
}

it('clocks that differ by more than ten seconds are logged once, and again after they agreed', async () => {
  let aheadMs = 0;
  const { world, check } = await watch(async () => world.clock.time - aheadMs);
  for (const ahead of [9_000, 300_000, 301_000, -9_000, -60_000]) {
    aheadMs = ahead;
    await check();
  }
  expect(world.lines).toEqual([
    { event: 'clock.off', level: 'error', fields: { aheadMs: 300_000 } },
    { event: 'clock.off', level: 'error', fields: { aheadMs: -60_000 } },
  ]);
});

it('a slow answer of the database is no difference', async () => {
  const { world, check } = await watch(async () => {
    const theirs = world.clock.time;
    world.clock.pass(20);
    return theirs;
  });
  await check();
  expect(world.lines).toEqual([]);
});

it('a database on this machine has the same clock, and one that fails says nothing', async () => {
  for (const time of [async () => null, () => Promise.reject(new Error('away'))]) {
    const { world, check } = await watch(time);
    await check();
    expect(world.lines).toEqual([]);
  }
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { forgetCountsUntil } from './purge.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

it('counts are deleted repeatedly until it is stopped, despite an error', async () => {
  const ending = new AbortController();
  const times: number[] = [];
  const start = world.clock.time;
  const limits = {
    ...world.store.limits,
    async forget(now: number) {
      times.push(now - start);
      if (times.length === 1) throw new Error('locked');
      if (times.length === 3) ending.abort();
    },
  };
  await forgetCountsUntil({ ...world, store: { ...world.store, limits } }, ending.signal);
  expect(times).toEqual([0, 10_000, 20_000]);
  expect(world.lines).toMatchObject([{ level: 'error', event: 'worker.failed' }]);
});

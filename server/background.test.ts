import { expect, it } from 'vitest';
import { startBackground } from './background.ts';
import { payDirect } from './payments/paying/pay.ts';
import { answered, gatewayPayment, unknown } from './payments/testing/gateway.ts';
import {
  CLIENT,
  createWorld,
  gate,
  input,
  signed,
  STORE_SECRETS,
  type World,
} from './payments/testing/world.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { systemClock } from './node/system-clock.ts';

async function openPayment() {
  const world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.gateway.script.createDirect = async () => unknown;
  await payDirect(world, signed(), 'key-00001', input(), CLIENT);
  world.clock.pass(2);
  return world;
}

/** Its pauses are real: the test's clock would skip an hour immediately. */
const retentionOf = (world: World) => ({ ...world, clock: systemClock, retentionDays: 36_500 });

it('polls by itself, and ends when the round in flight is over', async () => {
  const world = await openPayment();
  const answer = gate<ReturnType<typeof gatewayPayment>>();
  world.gateway.script.readOperation = async () => answered(await answer.promise);
  const end = startBackground(world, null, retentionOf(world));
  await expect.poll(() => world.gateway.of('readOperation')).toHaveLength(1);
  let ended = false;
  const ending = end().finally(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  answer.open(gatewayPayment());
  await ending;
  expect(await world.payment()).toMatchObject({ status: 'success' });
  await world.store.close();
});

it('goes on after a round that failed, and says so without the message', async () => {
  const world = await openPayment();
  const { store } = world;
  let rounds = 0;
  const delivery = {
    ...world,
    fetch,
    random: Math.random,
    merchant: { url: 'https://shop.example', secret: 'whsec_AAAA' },
    outbox: {
      ...store.outbox,
      claim: () => {
        rounds += 1;
        return rounds === 1 ? Promise.reject(new RangeError('about 4242424242424242')) : Promise.resolve([]);
      },
    },
  };
  const end = startBackground(world, delivery, retentionOf(world));
  await expect.poll(() => rounds).toBeGreaterThanOrEqual(2);
  await end();
  expect(world.lines).toContainEqual({
    level: 'error',
    fields: { work: 'messages', error: 'RangeError' },
    event: 'worker.failed',
  });
  await store.close();
});

import { expect, it } from 'vitest';
import { startBackground } from '../companion.ts';
import { payDirect } from '../payments/paying/pay.ts';
import { answered, gatewayPayment, unknown } from '../payments/testing/gateway.ts';
import {
  CLIENT,
  createTestDeps,
  gate,
  input,
  signed,
  STORE_SECRETS,
  type TestDeps,
} from '../payments/testing/test-deps.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { systemClock } from '../node/clock.ts';

async function openPayment() {
  const deps = createTestDeps(await openSqliteStore(':memory:', STORE_SECRETS));
  deps.gateway.script.createDirect = async () => unknown;
  await payDirect(deps, signed(), 'key-00001', input(), CLIENT);
  deps.clock.pass(2);
  return deps;
}

/** Its pauses are real: the test's clock would skip an hour immediately. */
const retentionOf = (deps: TestDeps) => ({ ...deps, clock: systemClock, retentionDays: 36_500 });

it('polls by itself, and ends when the round in flight is over', async () => {
  const deps = await openPayment();
  const answer = gate<ReturnType<typeof gatewayPayment>>();
  deps.gateway.script.readOperation = async () => answered(await answer.promise);
  const end = startBackground(deps, null, retentionOf(deps));
  await expect.poll(() => deps.gateway.of('readOperation')).toHaveLength(1);
  let ended = false;
  const ending = end().finally(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  answer.open(gatewayPayment());
  await ending;
  expect(await deps.payment()).toMatchObject({ status: 'success' });
  await deps.store.close();
});

it('goes on after a round that failed, and says so without the message', async () => {
  const deps = await openPayment();
  const { store } = deps;
  let rounds = 0;
  const delivery = {
    ...deps,
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
  const end = startBackground(deps, delivery, retentionOf(deps));
  await expect.poll(() => rounds).toBeGreaterThanOrEqual(2);
  await end();
  expect(deps.lines).toContainEqual({
    level: 'error',
    fields: { work: 'messages', error: 'RangeError' },
    event: 'worker.failed',
  });
  await store.close();
});

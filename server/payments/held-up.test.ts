import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import { reconcile } from './reconcile.ts';
import { key } from './test-operations.ts';
import { CLIENT, createWorld, gate, input, order, STORE_SECRETS, type World } from './test-world.ts';

/** A process that is held up between writing a try down and calling the gateway. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const pay = (of: World) => createDirectPayment(of, order(), key(), input(), CLIENT);

it.each([
  ['charges', pay, 'createDirect'],
  ['opens a page', (of: World) => createHostedPayment(of, order(), {}), 'createHosted'],
] as const)('a process that was held up no more %s once the try was given up', async (_what, begin, call) => {
  const { store } = world;
  const asleep = gate<null>();
  const held: World['store'] = {
    ...store,
    async transaction(run) {
      const done = await store.transaction(run);
      await asleep.promise;
      return done;
    },
  };
  const first = Promise.allSettled([begin({ ...world, store: held })]);
  while (!(await store.findPaymentByGatewayOrderId('order-1')))
    await new Promise((resolve) => setTimeout(resolve, 1));
  world.clock.pass(100);
  await reconcile(world);
  const second = await pay(world);
  expect(second).toMatchObject({ status: 'success' });
  asleep.open(null);
  await first;
  expect([...world.gateway.of('createDirect'), ...world.gateway.of('createHosted')]).toEqual([
    second.gatewayOrderId,
  ]);
  expect(world.gateway.of(call)).not.toContain('order-1');
  expect(await world.payment()).toMatchObject({ status: 'failure', settledBy: 'not-found' });
});

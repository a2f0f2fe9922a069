import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureOrder } from './capture.ts';
import { createHostedPayment } from './create-hosted.ts';
import { mintOrder } from './mint-order.ts';
import { openSession } from './session.ts';
import { ANNA, BORYS, key, operations, pay, refusal, reserve, SPLIT } from './test-operations.ts';
import { createWorld, order, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.config.subMerchants = [ANNA];
});
afterEach(() => world.store.close());

const STRANGER = 'split.1.subMerchantId: unknown-sub-merchant';
const mint = () =>
  mintOrder(
    world,
    newOrderSchema.parse({ id: 'A-1', amount: '10.10', currency: 'UAH', description: 'Mug', split: SPLIT }),
  );

describe('a sub-merchant that the settings do not name', () => {
  it('has no part in an order that is stated', async () => {
    expect(await refusal(mint())).toEqual(['invalid-input', STRANGER]);
    expect(await world.store.findOrder('A-1')).toBeNull();
  });

  it('has no part in the order of a token, by card or on the gateway’s page', async () => {
    const divided = order({ split: SPLIT });
    const refused = ['order-unsupported', STRANGER];
    expect(await refusal(openSession(world, divided))).toEqual(refused);
    expect(await refusal(pay(world, { split: SPLIT }))).toEqual(refused);
    expect(await refusal(createHostedPayment(world, divided, {}))).toEqual(refused);
    expect(await world.store.paymentsOfOrder('order-1')).toEqual([]);
    expect(world.gateway.calls).toEqual([]);
  });

  it('has no part in a capture', async () => {
    await reserve(world);
    expect(await refusal(captureOrder(world, 'order-1', key(), { split: SPLIT }))).toEqual([
      'invalid-input',
      STRANGER,
    ]);
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.of('splitCapture')).toEqual([]);
  });
});

it.each([
  ['are named, in either case', [ANNA.toUpperCase(), BORYS]],
  ['are known to the gateway alone', null],
])('sub-merchants that %s have their parts', async (_what, subMerchants) => {
  world.config.subMerchants = subMerchants;
  await mint();
  expect(await pay(world, { split: SPLIT })).toMatchObject({ status: 'success' });
});

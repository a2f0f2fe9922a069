import { beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema } from '../contract/merchant-requests.ts';
import { captureOrder } from './operate.ts';
import { ANNA, BORYS, key, operations, pay, refusal, signed, SPLIT } from './test-world.ts';
import { createOrder } from './create-order.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { withWorld, world } from './test-running-world.ts';

withWorld();
beforeEach(() => {
  world.config.subMerchants = [ANNA];
});

const UNKNOWN = 'split.1.subMerchantId: unknown-sub-merchant';
const create = (id = 'A-1') =>
  createOrder(
    world,
    newOrderSchema.parse({ id, amount: '10.10', currency: 'UAH', description: 'Mug', split: SPLIT }),
  );

describe('a sub-merchant that the settings do not name', () => {
  it('has no part in an order that is created', async () => {
    expect(await refusal(create())).toEqual(['invalid-input', UNKNOWN]);
    expect(await world.store.read('A-1')).toEqual([]);
  });

  it('has no part in the order of a token, by card or on the gateway’s page', async () => {
    const divided = signed({ split: SPLIT });
    const refused = ['order-unsupported', UNKNOWN];
    expect(await refusal(openSession(world, divided))).toEqual(refused);
    expect(await refusal(pay(world, { split: SPLIT }))).toEqual(refused);
    expect(await refusal(payHosted(world, divided, {}))).toEqual(refused);
    expect((await world.order()).entries).toEqual([]);
    expect(world.gateway.calls).toEqual([]);
  });

  it('has no part in a capture', async () => {
    await pay(world, { method: 'auth' });
    const refused = refusal(captureOrder(world, 'order-1', key(), { split: SPLIT }));
    expect(await refused).toEqual(['invalid-input', UNKNOWN]);
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.of('splitCapture')).toEqual([]);
  });
});

it.each([
  ['are named, in either case', [ANNA.toUpperCase(), BORYS]],
  ['are known only to the gateway', null],
])('sub-merchants that %s have their parts', async (_what, subMerchants) => {
  world.config.subMerchants = subMerchants;
  await create();
  expect(await pay(world, { split: SPLIT })).toMatchObject({ status: 'success' });
});

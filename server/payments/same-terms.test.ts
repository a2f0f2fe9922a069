import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { createHostedPayment } from './create-hosted.ts';
import { mintOrder } from './mint-order.ts';
import { openSession } from './session.ts';
import { ANNA, BORYS, pay, refusal, SPLIT } from './test-operations.ts';
import { answered, createWorld, order, STORE_SECRETS, toldOf, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const least = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
const state = (over: object = {}) => mintOrder(world, newOrderSchema.parse({ ...least, ...over }));
const record = () => world.store.findOrder('order-1');

describe('a token of terms that the merchant API has stated otherwise since', () => {
  it.each<object>([{ amount: '5.00' }, { currency: 'EUR' }, { method: 'auth' }, { split: SPLIT }])(
    'as %j pays nothing, and the order stays as it was stated',
    async (over) => {
      await state(over);
      const before = await record();
      expect(await refusal(openSession(world, order()))).toEqual(['order-changed']);
      expect(await refusal(pay(world))).toEqual(['order-changed']);
      expect(await refusal(createHostedPayment(world, order(), {}))).toEqual(['order-changed']);
      expect(await record()).toEqual(before);
      expect(world.gateway.calls).toEqual([]);
    },
  );

  it('neither leads to the page that it opened nor closes the page of the new one', async () => {
    await state();
    await createHostedPayment(world, order(), {});
    await state({ amount: '5.00' });
    expect(await refusal(openSession(world, order()))).toEqual(['order-changed']);
    expect(await refusal(createHostedPayment(world, order(), {}))).toEqual(['order-changed']);
    await createHostedPayment(world, order({ amount: '5.00' }), {});
    expect(await refusal(pay(world))).toEqual(['order-changed']);
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
  });

  it('still shows what it has paid or is paying', async () => {
    await state();
    world.gateway.script.createDirect = async (request) => answered(toldOf(request, { status: 'pending' }));
    await pay(world);
    await state({ amount: '5.00' });
    expect(await openSession(world, order())).toMatchObject({ payment: { status: 'pending' } });
  });
});

describe('a token', () => {
  it('of the last terms pays, whatever else was stated anew', async () => {
    await state({ amount: '5.00' });
    await state({ description: 'Three books', split: SPLIT });
    const turned = [
      { subMerchantId: BORYS.toUpperCase(), amount: '3.1' },
      { subMerchantId: ANNA, amount: '7' },
    ];
    expect(await openSession(world, order({ split: turned }))).toMatchObject({ payment: null });
    expect(await pay(world, { split: turned })).toMatchObject({ status: 'success' });
  });

  it('of the merchant’s own may state an order differently, where the merchant API has said nothing', async () => {
    await createHostedPayment(world, order(), {});
    expect(await pay(world, { amount: '5.00' })).toMatchObject({ status: 'success', amountMinor: 500 });
  });
});

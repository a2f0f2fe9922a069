import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import { CLIENT, createWorld, input, order, STORE_SECRETS, type World } from './test-world.ts';

const FIRST = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const SECOND = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const divided = (...shares: [subMerchantId: string, amount: string][]) =>
  order({ split: shares.map(([subMerchantId, amount]) => ({ subMerchantId, amount })) });
const USUAL = divided([FIRST, '7'], [SECOND, '3.10']);
const SHARES = [
  { subMerchantId: FIRST, amountMinor: 700 },
  { subMerchantId: SECOND, amountMinor: 310 },
];

const pay = (key: string, stated = USUAL) => createDirectPayment(world, stated, key, input(), CLIENT);
const open = (stated = USUAL) => createHostedPayment(world, stated, {});

describe('a split purchase', () => {
  it('by card goes to the gateway with its shares, which are kept', async () => {
    const payment = await pay('key-00001');
    expect(payment).toMatchObject({ status: 'success', mode: 'direct', split: SHARES });
    expect(world.gateway.calls).toMatchObject([
      { method: 'createSplitDirect', request: { method: 'purchase', amountMinor: 1010, split: SHARES } },
    ]);
  });

  it('by card token goes the same way', async () => {
    await createDirectPayment(world, USUAL, 'key-00001', input({ card: undefined, cardToken: 't' }), CLIENT);
    expect(world.gateway.calls).toMatchObject([{ method: 'createSplitDirect', request: { cardToken: 't' } }]);
  });

  it('on the hosted page goes to the gateway with its shares, which are kept', async () => {
    const { payment, location } = await open();
    expect(payment).toMatchObject({ status: 'init', mode: 'hosted', split: SHARES, actionUrl: location });
    expect(world.gateway.calls).toMatchObject([
      { method: 'createSplitHosted', request: { method: 'purchase', amountMinor: 1010, split: SHARES } },
    ]);
  });

  it('of an open page is the same in another order of its shares, and another with other shares', async () => {
    const first = await open();
    expect(await open(divided([SECOND, '3.10'], [FIRST.toUpperCase(), '7.00']))).toEqual(first);
    expect(world.gateway.of('cancelHosted')).toEqual([]);
    await open(divided([FIRST, '7.10'], [SECOND, '3']));
    await open(order());
    await open(divided([FIRST, '10.10']));
    expect(world.gateway.of('cancelHosted')).toHaveLength(3);
  });

  it('is not repeated with other shares under the same key', async () => {
    await pay('key-00001');
    await expect(pay('key-00001', divided([FIRST, '10.10']))).rejects.toMatchObject({
      code: 'order-changed',
    });
    expect(await pay('key-00001')).toMatchObject({ status: 'success' });
    expect(world.gateway.calls).toHaveLength(1);
  });
});

it('what is not divided goes to the other endpoint and keeps no shares', async () => {
  expect(await pay('key-00001', order())).toMatchObject({ split: null });
  expect(world.gateway.calls.map(({ method }) => method)).toEqual(['createDirect']);
});

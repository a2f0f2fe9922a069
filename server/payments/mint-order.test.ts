import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema, type NewOrderInput } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { mintOrder, orderPage } from './mint-order.ts';
import { sendReversals } from './reverse.ts';
import { openSession } from './session.ts';
import { settleByPerson } from './settle-by-person.ts';
import { ANNA, hear, pay, refusal } from './test-operations.ts';
import { payTwice } from './test-second.ts';
import { createWorld, order, STORE_SECRETS, unknown, type World } from './test-world.ts';

let world: World;
let minted: [order: object, expiresIn: number][];
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  minted = [];
  world.mintToken = async (claim, expiresInS) => {
    minted.push([claim, expiresInS]);
    return `token-${minted.length}`;
  };
});
afterEach(() => world.store.close());

const stated = (over: object = {}): NewOrderInput =>
  newOrderSchema.parse({ id: 'A-1', amount: '24.50', currency: 'EUR', description: 'Clay mug', ...over });
const mint = (over: object = {}) => mintOrder(world, stated(over));
const linkOf = (url: string) => url.replace('https://pay.shop.example/pay/order/', '');

describe('a new order', () => {
  it('gets a token of what was stated, and a page whose address cannot be guessed', async () => {
    const { token, url } = await mint({ expiresIn: 60 });
    expect(minted).toEqual([
      [expect.objectContaining({ id: 'A-1', amount: '24.50', method: 'purchase' }), 60],
    ]);
    expect(minted[0]?.[0]).not.toHaveProperty('expiresIn');
    expect(linkOf(url)).toMatch(/^[\w-]{22}$/);
    expect(await orderPage(world, linkOf(url))).toMatchObject({
      token,
      order: { id: 'A-1', amountMinor: 2450 },
    });
    expect(linkOf((await mint({ id: 'A-2' })).url)).not.toBe(linkOf(url));
  });

  it('stated again keeps its page, which leads to the new token', async () => {
    const first = await mint();
    world.clock.pass(60);
    const second = await mint({ amount: '30.00', split: [{ subMerchantId: ANNA, amount: '30.00' }] });
    expect(second.url).toBe(first.url);
    expect(await orderPage(world, linkOf(first.url))).toMatchObject({
      token: 'token-2',
      order: {
        amountMinor: 3000,
        split: [{ subMerchantId: ANNA, amountMinor: 3000 }],
        createdAt: '2026-06-15T12:00:00.000Z',
        updatedAt: '2026-06-15T12:01:00.000Z',
      },
    });
  });

  it('keeps its page while it is being paid', async () => {
    const { url, token } = await mint({ id: 'order-1', amount: '10.10', currency: 'UAH' });
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    expect(await orderPage(world, linkOf(url))).toMatchObject({ token, order: { description: 'Two books' } });
  });

  it.each<[object, ...string[]]>([
    [{ amount: '1.50', currency: 'JPY' }, 'amount: too-many-decimals'],
    [{ amount: '10000000000000.00' }, 'amount: too-big'],
    [{ split: [{ subMerchantId: ANNA, amount: '1.00' }] }, 'split: does-not-add-up'],
    [{ method: 'auth', split: [{ subMerchantId: ANNA, amount: '24.50' }] }, 'split: only-for-purchase'],
  ])('stated as %j is refused', async (over, ...fields) => {
    expect(await refusal(mint(over))).toEqual(['invalid-input', ...fields]);
    expect(minted).toEqual([]);
    expect(await world.store.findOrder('A-1')).toBeNull();
  });

  it('that nobody could pay here is refused', async () => {
    world.config.direct = false;
    expect(await refusal(mint({ method: 'lookup' }))).toEqual(['order-unsupported']);
  });

  it('that is paid already is refused', async () => {
    await pay(world);
    expect(await refusal(mint({ id: 'order-1' }))).toEqual(['order-paid']);
  });

  it('whose second payment was given back is stated again where the first one failed', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await hear(world, { gatewayOrderId: paying.gatewayOrderId, status: 'failure' });
    expect(await refusal(mint({ id: 'order-1' }))).toEqual(['order-paid']);
    world.clock.pass(100);
    await settleByPerson(world, paying.id, { status: 'failure', comment: 'Seen at the portal' });
    expect(await refusal(mint({ id: 'order-1' }))).toEqual(['payment-open']);
    await hear(world, { method: 'refund', operationId: 'o-1' });
    expect((await openSession(world, order())).payment).toMatchObject({ canRetry: true });
    expect(await mint({ id: 'order-1' })).toMatchObject({ url: expect.any(String) });
  });
});

it('there is no page of another address', async () => {
  expect(await orderPage(world, 'nothing')).toBeNull();
  await pay(world);
  expect(await orderPage(world, '')).toBeNull();
});

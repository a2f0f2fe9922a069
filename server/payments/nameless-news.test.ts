import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { hear, key, operations, pay } from './test-operations.ts';
import { answered, createWorld, STORE_SECRETS, told, unknown, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await pay(world);
});
afterEach(() => world.store.close());

const news = (over: Partial<GatewayPayment> = {}) =>
  hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 300, ...over });
const doubt = async () => {
  world.gateway.script.refund = async () => unknown;
  return refundOrder(world, 'order-1', key(), { amount: '3.00' });
};
const brief = async () =>
  (await operations(world)).map((one) => [one.origin, one.gatewayOperationId, one.amountMinor, one.status]);

describe('news without an id', () => {
  it('settles what is in doubt, and its webhook names it later without a second operation', async () => {
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', operationId: null, amountMinor: 300 }));
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(await news()).toBe('applied');
    expect(await brief()).toEqual([['merchant', 'o-1', 300, 'success']]);
    expect(await news({ operationId: null })).toBe('stale');
    expect(await brief()).toHaveLength(1);
  });

  it('is named by its webhook rather than one that never arrived', async () => {
    await doubt();
    const [lost] = await operations(world);
    if (!lost) throw new Error('no operation');
    await world.store.updateOperation({ ...lost, status: 'failure', settledBy: 'not-found', askAt: null });
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', operationId: null, amountMinor: 300 }));
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    await news();
    expect(await brief()).toEqual([
      ['merchant', null, 300, 'failure'],
      ['merchant', 'o-1', 300, 'success'],
    ]);
  });

  it('is kept where it could be of several', async () => {
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    await doubt();
    expect(await news({ operationId: null })).toBe('kept');
    expect((await operations(world)).map((one) => one.status)).toEqual(['success', 'unknown']);
  });

  it('answers two calls alike', async () => {
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', operationId: null, amountMinor: 300 }));
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    const second = await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(second).toMatchObject({ status: 'success' });
  });

  it('is one more where nothing fits', async () => {
    await news();
    await news({ operationId: null, amountMinor: 200 });
    expect(await brief()).toEqual([
      ['gateway', 'o-1', 300, 'success'],
      ['gateway', null, 200, 'success'],
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { refundOrder } from './operate.ts';
import { viewOrder } from './queries/order.ts';
import { unknown } from './test-gateway.ts';
import { hear, key, pay } from './test-world.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

const view = async () => (await viewOrder(world, 'order-1')).payments[0];
describe('a subscription that the payment began', () => {
  const recurring = { id: 'r-1', status: 'active' };

  it('has its further transactions kept, with any status', async () => {
    await pay(world);
    await hear(world, { gatewayPaymentId: 'first' });
    const before = await view();
    for (const over of [
      { gatewayPaymentId: 'second' },
      { gatewayPaymentId: 'second', status: 'failure' as const },
      { method: 'auth', gatewayPaymentId: 'first' },
      { gatewayPaymentId: 'first', status: 'failure' as const },
    ]) {
      expect(await hear(world, { recurring, ...over })).toBe('ignored');
    }
    expect(await view()).toEqual(before);
    expect(await hear(world, { recurring, gatewayPaymentId: 'first' })).toBe('unchanged');
  });

  it('has its further charges kept although their first webhook names no subscription', async () => {
    await pay(world);
    await hear(world, { transactionId: 't-1' });
    for (const over of [{ amountMinor: 5_000 }, { status: 'failure', statusCode: '4009' }] as const) {
      expect(await hear(world, { transactionId: 't-2', ...over })).toBe('ignored');
    }
    expect(await view()).toMatchObject({ status: 'success' });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
  });

  it('has its first transaction as the payment itself', async () => {
    await pay(world);
    expect(await hear(world, { recurring, gatewayPaymentId: 'first' })).toBe('applied');
    expect(await view()).toMatchObject({ status: 'success' });
  });

  it('has no later transaction learnt as the one that paid', async () => {
    await pay(world);
    await hear(world);
    expect(await hear(world, { recurring, transactionId: 't-2' })).toBe('unchanged');
    expect(await hear(world, { recurring, transactionId: 't-2', status: 'failure' })).toBe('ignored');
    expect(await world.payment()).toMatchObject({ transactionId: null, dispute: null });
  });

  it('is disputed if the transaction that paid is reported as failed', async () => {
    await pay(world);
    await hear(world, { transactionId: 't-1' });
    expect(await hear(world, { recurring, transactionId: 't-1', status: 'failure' })).toBe('disputed');
  });
});

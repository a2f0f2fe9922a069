import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureOrder } from './capture.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { hear, key, only, pay, refusal, reserve } from './test-operations.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const news = (over: Partial<GatewayPayment> = {}) =>
  hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 300, ...over });

describe('an operation that nobody here began', () => {
  it('without its amount counts as the whole and blocks, until the amount is told', async () => {
    await pay(world);
    await news({ amountMinor: null });
    expect(await only(world)).toMatchObject({ amountMinor: 1010, held: 'amount-untold' });
    expect(await refusal(refundOrder(world, 'order-1', key(), { amount: '1.00' }))).toEqual([
      'operation-open',
    ]);
    await news();
    expect(await only(world)).toMatchObject({ amountMinor: 300, held: null, status: 'success' });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ amount: '7.10' });
  });

  it('without its amount learns it while it is pending', async () => {
    await pay(world);
    await news({ amountMinor: null, status: 'pending' });
    await news({ status: 'pending' });
    expect(await only(world)).toMatchObject({ amountMinor: 300, held: null, status: 'pending' });
    await news({ amountMinor: null });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ amount: '7.10' });
  });

  it('and fails without its amount blocks nothing', async () => {
    await pay(world);
    await news({ amountMinor: null, status: 'pending' });
    expect(await only(world)).toMatchObject({ held: 'amount-untold', amountMinor: 1010 });
    await news({ amountMinor: null, status: 'failure' });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ amount: '10.10' });
  });

  it('as a void without an amount has released the whole, and waits for nobody', async () => {
    await reserve(world);
    await news({ method: 'void', amountMinor: null });
    expect(await only(world)).toMatchObject({ amountMinor: 1010, held: null, status: 'success' });
    expect(await refusal(captureOrder(world, 'order-1', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: already-voided',
    ]);
  });
});

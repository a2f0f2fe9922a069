import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { refundOrder } from './refund.ts';
import { ANNA, BORYS, hear, key, operations, pay, SPLIT } from './test-operations.ts';
import { answered, createWorld, STORE_SECRETS, told, unknown, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await pay(world);
});
afterEach(() => world.store.close());

const refundOf = (over: Partial<GatewayPayment> = {}) =>
  told({ method: 'refund', operationId: 'o-1', amountMinor: 300, ...over });
const refund = (amount: string) => refundOrder(world, 'order-1', key(), { amount });
const ends = (outcome: Outcome<GatewayPayment>) => {
  world.gateway.script.refund = async () => outcome;
};

describe('the shares of one that only fitted', () => {
  it('are known once its time is told', async () => {
    const other = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
    await pay(other, { split: SPLIT });
    other.gateway.script.splitRefund = async () => unknown;
    await refundOrder(other, 'order-1', key(), { split: [{ subMerchantId: ANNA, amount: '3.00' }] });
    await hear(other, refundOf());
    expect(await operations(other)).toMatchObject([{ guessed: 'by-fit' }]);
    await hear(other, refundOf({ createdAt: other.clock.now().toISOString() }));
    other.gateway.script = {};
    const shares = [{ subMerchantId: BORYS, amount: '3.10' }];
    expect(await refundOrder(other, 'order-1', key(), { split: shares })).toMatchObject({
      status: 'success',
    });
    await other.store.close();
  });
});

describe('what is certain of an operation stays so', () => {
  const at = { createdAt: '2026-06-15T12:00:00.000Z' };

  it('where its time is told by its id', async () => {
    ends(answered(refundOf({ status: 'pending' })));
    await refund('3.00');
    await hear(world, refundOf(at));
    expect(await operations(world)).toMatchObject([{ status: 'success', guessed: null }]);
  });

  it('where news without an id can be of no other', async () => {
    ends(answered(refundOf({ status: 'pending' })));
    await refund('3.00');
    await hear(world, refundOf({ operationId: null }));
    expect(await operations(world)).toMatchObject([{ status: 'success', guessed: null }]);
  });

  it('and what only fits is no better known by news that tell no time', async () => {
    ends(unknown);
    await refund('3.00');
    await hear(world, refundOf({ status: 'pending' }));
    await hear(world, refundOf());
    expect(await operations(world)).toMatchObject([{ status: 'success', guessed: 'by-fit' }]);
    await hear(world, refundOf(at));
    expect(await operations(world)).toMatchObject([{ status: 'success', guessed: 'by-time' }]);
  });

  it('but by such as tell the time at once', async () => {
    ends(unknown);
    await refund('3.00');
    await hear(world, refundOf(at));
    expect(await operations(world)).toMatchObject([{ status: 'success', guessed: 'by-time' }]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { refundOrder } from '../operate.ts';
import { key, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { listMessages } from './lists.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

/** Posts the oldest message of an order, or fails to. */
const deliver = async (orderId: string, failure: string | null) => {
  const { outbox } = world.store;
  world.clock.pass(1);
  const now = world.clock.time;
  const lease = (await outbox.claim(now, now + 1_000, 10)).find((one) => one.orderId === orderId);
  const message = await outbox.next(orderId);
  if (!lease || !message) throw new Error(`no message of ${orderId}`);
  if (failure === null) await outbox.delivered(message, now);
  else await outbox.failed(lease, message, now + 60_000, failure);
};
const listed = async (state?: 'waiting' | 'failed') =>
  (await listMessages(world, { state })).data.map((one) => `${one.orderId} ${one.type} ${one.state}`);

describe('messages to the merchant', () => {
  it('are listed, the newest first', async () => {
    await pay(world);
    world.clock.pass(1);
    await refundOrder(world, 'order-1', key(), {});
    expect(await listed()).toEqual(['order-1 operation.updated waiting', 'order-1 payment.updated waiting']);
  });

  it('are found by whether they wait or failed', async () => {
    for (const id of ['order-1', 'order-2', 'order-3']) {
      await pay(world, { id });
      world.clock.pass(1);
    }
    await deliver('order-1', null);
    world.clock.pass(2);
    await deliver('order-2', 'HTTP 500');
    expect(await listed('waiting')).toEqual(['order-3 payment.updated waiting']);
    expect(await listed('failed')).toEqual(['order-2 payment.updated failed']);
    expect(await listed()).toHaveLength(3);
    expect((await listMessages(world, { state: 'failed' })).data).toMatchObject([
      {
        attempts: 1,
        lastError: 'HTTP 500',
        deliveredAt: null,
        createdAt: expect.stringMatching(/^2026-06-15T/),
      },
    ]);
  });

  it('come in pages of 50', async () => {
    for (let index = 0; index < 51; index += 1) await pay(world, { id: `order-${index}` });
    const first = await listMessages(world, {});
    expect(first.data).toHaveLength(50);
    const second = await listMessages(world, { cursor: first.nextCursor ?? '' });
    expect(second.data).toHaveLength(1);
    expect(second.nextCursor).toBeNull();
    const ids = new Set([...first.data, ...second.data].map(({ id }) => id));
    expect(ids.size).toBe(51);
    expect(await refusal(listMessages(world, { cursor: 'x' }))).toEqual(['invalid-input', 'cursor: invalid']);
  });

  it('show nothing of their content but what kind they are of', async () => {
    await pay(world);
    expect(Object.keys((await listMessages(world, {})).data[0] ?? {}).sort()).toEqual([
      'attempts',
      'createdAt',
      'deliveredAt',
      'id',
      'lastError',
      'orderId',
      'state',
      'type',
    ]);
  });
});

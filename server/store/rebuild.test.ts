import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from '../payments/operations/operate.ts';
import { payHosted } from '../payments/paying/pay-hosted.ts';
import { ConflictError } from '../payments/ports.ts';
import { listPayments, listReview } from '../payments/queries/lists.ts';
import { unknown } from '../payments/testing/gateway.ts';
import {
  createWorld,
  hear,
  key,
  pay,
  payTwice,
  signed,
  STORE_SECRETS,
  type World,
} from '../payments/testing/world.ts';
import { rebuild } from '../payments/workers/rebuild.ts';
import { openSqliteStore } from './sqlite.ts';

let folder: string;
let world: World;
let refundKey: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-rebuild-'));
  world = createWorld(await openSqliteStore(join(folder, 'pay.db'), STORE_SECRETS), { notify: true });
  refundKey = key();
  await payTwice(world);
  await refundOrder(world, 'order-1', refundKey, { amount: '3.00' });
  await hear(world, { method: 'refund', operationId: 'portal', amountMinor: null });
  await payHosted(world, signed({ id: 'order-2' }), {});
  world.gateway.script.createDirect = async () => unknown;
  await pay(world, { id: 'order-3' });
  world.clock.pass(1);
});
afterEach(async () => {
  await world.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const again = (store = world.store) => rebuild({ ...world, store, now: world.clock.now });

function falsify(...allParameters: string[]): void {
  const database = new Database(join(folder, 'pay.db'));
  for (const parameters of allParameters) database.exec(parameters);
  database.close();
}

function createdAt(): unknown[] {
  const database = new Database(join(folder, 'pay.db'));
  const rows = database.prepare('select id, created_at from orders order by id').raw().all();
  database.close();
  return rows;
}

/** The projections of all orders. */
async function lookups() {
  const { store } = world;
  const { state } = await world.order();
  const later = world.clock.time + 1_000_000_000;
  const due = await store.dueOrders(later, 100);
  return {
    payments: await listPayments(world, {}),
    unknown: await listPayments(world, { status: 'unknown' }),
    review: await listReview(world, {}),
    due: due.map(({ orderId }) => orderId).sort(),
    byKey: (await store.find({ kind: 'idempotency-key', id: refundKey }))?.orderId,
    byPayment: (await store.find({ kind: 'payment', id: state.payments[0]?.id ?? '' }))?.orderId,
    byGatewayOrder: (await store.find({ kind: 'gateway-order', id: 'order-3' }))?.orderId,
    byOperation: (await store.find({ kind: 'operation', id: state.operations[0]?.id ?? '' }))?.orderId,
    messages: (await store.backlog(later)).messages,
    createdAt: createdAt(),
  };
}

describe('a rebuild', () => {
  it.each<[string, string[]]>([
    ['were emptied', ['delete from orders', 'delete from payments', 'delete from operations']],
    [
      'are wrong',
      [
        `update payments set status = 'failure', view = '{}', created_at = '1999'`,
        'update orders set created_at = 1, due_at = null, review_at = null, link_id = id',
        `update operations set idempotency_key = id`,
      ],
    ],
  ])('brings back lists and lookups that %s', async (_how, allParameters) => {
    const before = await lookups();
    expect(before).toMatchObject({
      due: ['order-2', 'order-3'],
      byKey: 'order-1',
      byPayment: 'order-1',
      byGatewayOrder: 'order-3',
      byOperation: 'order-1',
    });
    expect(before.payments.data).toHaveLength(4);
    expect(before.review.data.map(({ reason }) => reason)).toContain('duplicate');
    falsify(...allParameters);
    expect(await lookups().catch(() => null)).not.toEqual(before);
    expect(await again()).toEqual({ orders: 3, payments: 4, operations: 2, unreadable: [] });
    expect(await lookups()).toEqual(before);
  });

  it('a damaged view keeps no other payment off its list, is logged once, and is made again', async () => {
    const ids = async () => (await listPayments(world, {})).data.map((one) => one.orderId);
    const all = await ids();
    falsify(`update payments set view = '{' where order_id = 'order-2'`);
    for (let times = 0; times < 2; times += 1)
      expect(await ids()).toEqual(all.filter((id) => id !== 'order-2'));
    const logged = world.lines.filter(({ event }) => event === 'payment.unreadable');
    expect(logged).toMatchObject([{ level: 'error', fields: { orderId: 'order-2' } }]);
    await again();
    expect(await ids()).toEqual(all);
  });

  it('changes nothing where all is right, and reads more orders than a page', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, index) => pay(world, { id: `more-${index}` })));
    const before = await lookups();
    expect(await again()).toMatchObject({ orders: 123 });
    expect(await lookups()).toEqual(before);
  });

  it('reads an order again that changes meanwhile', async () => {
    const { store } = world;
    let isFirst = true;
    const racing: World['store'] = {
      ...store,
      async rebuild(...order) {
        if (isFirst) {
          isFirst = false;
          await hear(world, { gatewayOrderId: order[0], status: 'pending' });
          const late = { method: 'refund', operationId: 'late', amountMinor: 1 };
          await hear(world, { gatewayOrderId: order[0], ...late });
        }
        return store.rebuild(...order);
      },
    };
    await again(racing);
    const { state } = await world.order();
    const late = state.operations.find((one) => one.operationId === 'late');
    expect((await store.find({ kind: 'operation', id: late?.id ?? '' }))?.orderId).toBe('order-1');
  });

  it('gives up on an order that never stands still', async () => {
    let rounds = 0;
    const store: World['store'] = {
      ...world.store,
      rebuild: () => {
        rounds += 1;
        return Promise.reject(new ConflictError('journal'));
      },
    };
    await expect(again(store)).rejects.toBeInstanceOf(ConflictError);
    expect(rounds).toBe(50);
  });
});

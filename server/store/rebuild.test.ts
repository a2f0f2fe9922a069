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
  createTestDeps,
  hear,
  key,
  pay,
  payTwice,
  signed,
  STORE_SECRETS,
  type TestDeps,
} from '../payments/testing/test-deps.ts';
import { rebuild } from '../payments/workers/rebuild.ts';
import { openSqliteStore } from './sqlite.ts';

let folder: string;
let deps: TestDeps;
let refundKey: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-rebuild-'));
  deps = createTestDeps(await openSqliteStore(join(folder, 'pay.db'), STORE_SECRETS), { notify: true });
  refundKey = key();
  await payTwice(deps);
  await refundOrder(deps, 'order-1', refundKey, { amount: '3.00' });
  await hear(deps, { method: 'refund', operationId: 'portal', amountMinor: null });
  await payHosted(deps, signed({ id: 'order-2' }), {});
  deps.gateway.script.createDirect = async () => unknown;
  await pay(deps, { id: 'order-3' });
  deps.clock.pass(1);
});
afterEach(async () => {
  await deps.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const again = (store = deps.store) => rebuild({ ...deps, store, now: deps.clock.now });

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
  const { store } = deps;
  const { state } = await deps.order();
  const later = deps.clock.time + 1_000_000_000;
  const due = await store.dueOrders(later, 100);
  return {
    payments: await listPayments(deps, {}),
    unknown: await listPayments(deps, { status: 'unknown' }),
    review: await listReview(deps, {}),
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

  it('a damaged view keeps no other payment off its list, is logged, and is made again', async () => {
    const ids = async () => (await listPayments(deps, {})).data.map((one) => one.orderId);
    const all = await ids();
    falsify(`update payments set view = '{' where order_id = 'order-2'`);
    expect(await ids()).toEqual(all.filter((id) => id !== 'order-2'));
    const logged = deps.lines.filter(({ event }) => event === 'payment.unreadable');
    expect(logged).toMatchObject([{ level: 'error', fields: { orderId: 'order-2' } }]);
    await again();
    expect(await ids()).toEqual(all);
  });

  it('changes nothing where all is right, and reads more orders than a page', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, index) => pay(deps, { id: `more-${index}` })));
    const before = await lookups();
    expect(await again()).toMatchObject({ orders: 123 });
    expect(await lookups()).toEqual(before);
  });

  it('reads an order again that changes meanwhile', async () => {
    const { store } = deps;
    let isFirst = true;
    const racing: TestDeps['store'] = {
      ...store,
      async rebuild(...order) {
        if (isFirst) {
          isFirst = false;
          await hear(deps, { gatewayOrderId: order[0], status: 'pending' });
          const late = { method: 'refund', operationId: 'late', amountMinor: 1 };
          await hear(deps, { gatewayOrderId: order[0], ...late });
        }
        return store.rebuild(...order);
      },
    };
    await again(racing);
    const { state } = await deps.order();
    const late = state.operations.find((one) => one.operationId === 'late');
    expect((await store.find({ kind: 'operation', id: late?.id ?? '' }))?.orderId).toBe('order-1');
  });

  it('gives up on an order that never stands still', async () => {
    let rounds = 0;
    const store: TestDeps['store'] = {
      ...deps.store,
      rebuild: () => {
        rounds += 1;
        return Promise.reject(new ConflictError('journal'));
      },
    };
    await expect(again(store)).rejects.toBeInstanceOf(ConflictError);
    expect(rounds).toBe(50);
  });
});

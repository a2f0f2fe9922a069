import { describe, expect, it } from 'vitest';
import { ConflictError, CursorError, type OrderProjection, type Store } from '../../payments/ports.ts';
import { appendTo, listed, message, NOW, projected, listedOperation } from './orders.ts';
import type { Stores } from './stores.ts';

export function testLists(stores: Stores): void {
  describe('due orders', () => {
    it('are those whose time has come, the longest waiting first', async () => {
      const store = await stores.open();
      await putOrders(store, { a: { dueAt: 30 }, b: { dueAt: 10 }, c: { dueAt: 20 }, d: { dueAt: null } });
      expect(await store.dueOrders(29, 10)).toEqual([due('b', 10), due('c', 20)]);
      expect(await store.dueOrders(30, 2)).toEqual([due('b', 10), due('c', 20)]);
      expect(await store.dueOrders(9, 10)).toEqual([]);
    });

    it('are also those that lie further ahead than the longest pause, after the others', async () => {
      const store = await stores.open();
      const day = 86_400_000;
      await putOrders(store, {
        a: { dueAt: NOW + day },
        b: { dueAt: NOW + 9 * day },
        c: { dueAt: NOW + day + 1 },
        d: { dueAt: NOW },
        e: { dueAt: NOW + 1 },
      });
      const [first, ...ahead] = [due('d', NOW), due('c', NOW + day + 1), due('b', NOW + 9 * day)];
      expect(await store.dueOrders(NOW, 10)).toEqual([first, ...ahead]);
      expect(await store.dueOrders(NOW, 2)).toEqual([first, ahead[0]]);
      expect(await store.dueOrders(NOW, 1)).toEqual([first]);
    });

    it('are set by one worker only, and only if nobody has set them since', async () => {
      const store = await stores.open();
      await putOrders(store, { a: { dueAt: 10 }, b: {} });
      const won = await Promise.all([50, 60, 70].map((next) => store.reschedule(due('a', 10), next)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.dueOrders(40, 10)).toEqual([]);
      const [one] = await store.dueOrders(100, 10);
      expect(await store.reschedule(one ?? due('', 0), 90)).toBe(true);
      expect(await store.reschedule(due('b', 10), 90)).toBe(false);
      expect(await store.dueOrders(100, 10)).toEqual([due('a', 90)]);
    });
  });

  describe('a list of payments', () => {
    it('shows each payment once, the newest first, while others are added', async () => {
      const store = await stores.open();
      for (let index = 0; index < 25; index += 1) await putPayment(store, `p-${index}`, index - (index % 3));
      const seen: string[] = [];
      for (let after: string | undefined, page = 0; page < 9; page += 1) {
        const { items, next } = await store.listPayments({ after, limit: 5 });
        seen.push(...items.map(({ id }) => id));
        await putPayment(store, `new-${page}`, 60);
        if (next === null) break;
        after = next;
      }
      const times = seen.map((id) => Number(id.slice(2)) - (Number(id.slice(2)) % 3));
      expect(new Set(seen)).toEqual(new Set(Array.from({ length: 25 }, (_, index) => `p-${index}`)));
      expect(seen).toHaveLength(25);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
    });

    it('keeps to a status and a range of time', async () => {
      const store = await stores.open();
      for (let index = 0; index < 12; index += 1) {
        await putPayment(store, `p-${index}`, index, index % 2 === 0 ? 'success' : 'pending');
      }
      const filter = { from: time(2), to: time(8), limit: 10 };
      expect(ids(await store.listPayments(filter))).toEqual(['p-7', 'p-6', 'p-5', 'p-4', 'p-3', 'p-2']);
      const first = await store.listPayments({ ...filter, status: 'pending', limit: 2 });
      expect(ids(first)).toEqual(['p-7', 'p-5']);
      const rest = await store.listPayments({
        ...filter,
        status: 'pending',
        after: first.next ?? '',
        limit: 2,
      });
      expect([ids(rest), rest.next]).toEqual([['p-3'], null]);
      expect(ids(await store.listPayments({ status: 'failure', limit: 5 }))).toEqual([]);
    });

    it('refuses a cursor that it did not give', async () => {
      const store = await stores.open();
      const cursorAt = (...position: unknown[]) =>
        Buffer.from(JSON.stringify(position)).toString('base64url');
      for (const after of ['', 'x', 'W10', cursorAt(1, 'a'), cursorAt('a\0', 'x')]) {
        await expect(store.listPayments({ after, limit: 5 })).rejects.toBeInstanceOf(CursorError);
      }
      for (const after of ['x', cursorAt(1e30, 'x'), cursorAt(1.5, 'x'), cursorAt(1, 'x\0')]) {
        await expect(store.listReview({ now: 1, after, limit: 5 })).rejects.toBeInstanceOf(CursorError);
        await expect(store.outbox.list({ after, limit: 5 })).rejects.toBeInstanceOf(CursorError);
      }
    });
  });

  describe('the review list', () => {
    it('shows page by page what has waited longest', async () => {
      const store = await stores.open();
      await putOrders(store, {
        a: { reviewAt: 20 },
        b: { reviewAt: 10 },
        c: { reviewAt: 20 },
        d: { reviewAt: 40 },
        e: {},
      });
      const first = await store.listReview({ now: 30, after: null, limit: 2 });
      expect(first.items).toEqual(['b', 'a']);
      const rest = await store.listReview({ now: 30, after: first.next, limit: 2 });
      expect(rest).toEqual({ items: ['c'], next: null });
    });
  });

  describe('the backlog', () => {
    it('counts what is pending', async () => {
      const store = await stores.open();
      const none = { openPayments: 0, dueOrders: 0, review: 0, messages: 0, oldestMessageAt: null };
      expect(await store.backlog(NOW)).toEqual(none);
      await putOrders(store, { a: { dueAt: NOW + 50, reviewAt: NOW }, b: { reviewAt: NOW + 1 } });
      for (const status of ['init', 'pending', 'unknown', 'success', 'failure'] as const) {
        await putPayment(store, status, 1, status);
      }
      await store.append(appendTo('m', { messages: [message('m-1', NOW - 5), message('m-2', NOW)] }));
      const backlog = { openPayments: 3, dueOrders: 1, review: 1, messages: 2, oldestMessageAt: NOW - 5 };
      expect(await store.backlog(NOW)).toEqual(backlog);
    });
  });

  describe('orders with activity since a time', () => {
    it('are those with an entry from then on, each once, in the order of their ids', async () => {
      const store = await stores.open();
      const entries = (...times: number[]) =>
        times.map((at) => ({ at, kind: 'not-found' as const, about: 'a' }));
      await store.append(appendTo('b', { entries: entries(1, 5, 9) }));
      await store.append(appendTo('c', { entries: entries(1, 4) }));
      await store.append(appendTo('a', { entries: entries(5) }));
      await store.append(appendTo('d', { entries: entries(9, 9) }));
      expect(await store.activeSince(5, null, 2)).toEqual(['a', 'b']);
      expect(await store.activeSince(5, 'b', 2)).toEqual(['d']);
    });
  });

  describe('a rebuild', () => {
    it('replaces what was projected and leaves the rest', async () => {
      const store = await stores.open();
      const operations = [listedOperation('operation', 'key')];
      const wrong = projected({ dueAt: 5 }, { payments: [listed('p'), listed('q')], operations });
      await store.append(appendTo('order-1', { projection: wrong, messages: [message('m-1')] }));
      await putPayment(store, 'another', 1);
      const right = projected({ dueAt: 3 }, { payments: [listed('p', { status: 'success' })] });
      await store.rebuild('order-1', 1, right);
      expect(ids(await store.listPayments({ limit: 9 })).sort()).toEqual(['another', 'p']);
      expect(await store.dueOrders(10, 10)).toEqual([due('order-1', 3)]);
      expect(await store.find({ kind: 'operation', id: 'operation' })).toBeNull();
      expect(await store.outbox.find('m-1')).not.toBeNull();
      await expect(store.rebuild('order-1', 2, wrong)).rejects.toBeInstanceOf(ConflictError);
      expect(await store.dueOrders(10, 10)).toEqual([due('order-1', 3)]);
    });

    it('gets the ids of all orders page by page', async () => {
      const store = await stores.open();
      await putOrders(store, { c: {}, a: {}, b: {} });
      expect(await store.orderIds(null, 2)).toEqual(['a', 'b']);
      expect(await store.orderIds('b', 2)).toEqual(['c']);
    });
  });

  it('a store that can be written says so', async () => {
    const store = await stores.open();
    await store.checkWritable();
    await Promise.all([store.checkWritable(), store.checkWritable()]);
  });
}

const due = (orderId: string, dueAt: number) => ({ orderId, dueAt });
const ids = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);
const time = (second: number) => new Date(NOW + second * 1000).toISOString();

async function putOrders(store: Store, orders: Record<string, Partial<OrderProjection>>): Promise<void> {
  for (const [id, order] of Object.entries(orders)) {
    await store.append(appendTo(id, { projection: projected(order) }));
  }
}

async function putPayment(
  store: Store,
  id: string,
  second: number,
  status: 'init' | 'pending' | 'unknown' | 'success' | 'failure' = 'success',
): Promise<void> {
  const payment = listed(id, { createdAt: time(second), status });
  await store.append(appendTo(`order-of-${id}`, { projection: projected({}, { payments: [payment] }) }));
}

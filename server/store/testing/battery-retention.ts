import { describe, expect, it } from 'vitest';
import { ConflictError, CursorError, type OrderProjection, type Store } from '../../payments/ports.ts';
import {
  appendTo,
  EVERY_ENTRY,
  listed,
  message,
  NOW,
  projected,
  readAll,
  listedOperation,
} from './orders.ts';
import type { Stores } from './stores.ts';

const HOUR = 3_600_000;
const KEEP = { keepWaiting: true };

export function testRetention(stores: Stores): void {
  describe('orders that may be deleted', () => {
    it('are those that were created before and have nothing due and nothing to review, page by page', async () => {
      const store = await stores.open();
      const orders = {
        old: { createdAt: 10 },
        older: { createdAt: 5 },
        due: { createdAt: 5, dueAt: 1 },
        doubtful: { createdAt: 5, reviewAt: NOW },
        young: { createdAt: 20 },
        same: { createdAt: 10 },
      };
      for (const [id, order] of Object.entries(orders)) await put(store, id, order);
      const first = await store.retention.candidates({ before: 20, after: null, limit: 2 });
      expect(first.items).toEqual(['older', 'old']);
      const rest = await store.retention.candidates({ before: 20, after: first.next, limit: 2 });
      expect(rest).toEqual({ items: ['same'], next: null });
      const wrong = store.retention.candidates({ before: 20, after: 'x', limit: 2 });
      await expect(wrong).rejects.toBeInstanceOf(CursorError);
    });
  });

  describe('an order that is deleted', () => {
    it('leaves nothing behind, and others as they are', async () => {
      const store = await stores.open();
      for (const id of ['a', 'b']) await putWhole(store, id);
      expect(await store.retention.deleteOrders([{ orderId: 'a', length: EVERY_ENTRY.length }], KEEP)).toBe(
        1,
      );
      expect(await store.read('a')).toEqual([]);
      expect(await store.orderIds(null, 9)).toEqual(['b']);
      for (const kind of ['payment', 'gateway-order', 'operation', 'idempotency-key', 'link'] as const) {
        expect(await store.find({ kind, id: `${kind}-of-a` })).toBeNull();
        expect((await store.find({ kind, id: `${kind}-of-b` }))?.orderId).toBe('b');
      }
      expect((await store.listPayments({ limit: 9 })).items.map(({ id }) => id)).toEqual(['payment-of-b']);
      expect((await store.outbox.list({ limit: 9 })).items.map(({ id }) => id)).toEqual(['message-of-b']);
    });

    it('is left where its journal has grown since it was read, or a message waits', async () => {
      const store = await stores.open();
      await store.append(appendTo('grown'));
      await store.append(appendTo('grown', { after: 1 }));
      await store.append(appendTo('waits', { messages: [message('m')] }));
      const read = ['grown', 'waits', 'nobody'].map((orderId) => ({ orderId, length: 1 }));
      expect(await store.retention.deleteOrders(read, KEEP)).toBe(0);
      expect([(await store.read('grown')).length, (await store.read('waits')).length]).toEqual([2, 1]);
      expect(await store.retention.deleteOrders(read, { keepWaiting: false })).toBe(1);
      expect(await store.read('waits')).toEqual([]);
      expect((await store.outbox.list({ limit: 9 })).items).toEqual([]);
      expect(await store.outbox.claim(NOW, NOW + 1, 9)).toEqual([]);
    });

    it('starts again with a write afterwards', async () => {
      const store = await stores.open();
      await putWhole(store, 'a');
      await store.retention.deleteOrders([{ orderId: 'a', length: EVERY_ENTRY.length }], KEEP);
      const late = store.append(appendTo('a', { after: EVERY_ENTRY.length }));
      await expect(late).rejects.toBeInstanceOf(ConflictError);
      await store.append(appendTo('a'));
      expect(await store.read('a')).toHaveLength(1);
    });

    it('is deleted whole or not at all while another process writes to it', async () => {
      const [one, other] = [await stores.open(), await stores.openAnother()];
      const ids = Array.from({ length: 40 }, (_, index) => `order-${index}`);
      for (const id of ids) await put(one, id, {});
      const append = (orderId: string) =>
        other.append(appendTo(orderId, { after: 1 })).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ConflictError);
        });
      const remove = (orderId: string) => one.retention.deleteOrders([{ orderId, length: 1 }], KEEP);
      const races = ids.flatMap((id, index) =>
        (index % 2 === 0 ? [append, remove] : [remove, append]).map((run) => run(id)),
      );
      await Promise.all<unknown>(races);
      const lengths = (await readAll(one, ids)).map((entries) => entries.length);
      expect(lengths.filter((length) => length !== 0 && length !== 2)).toEqual([]);
      const firsts = await one.orderIds(null, 100);
      expect(firsts).toHaveLength(lengths.filter((length) => length > 0).length);
    });
  });

  describe('delivered messages', () => {
    it('are deleted by when they were delivered, some at a time; those that wait stay', async () => {
      const store = await stores.open();
      const deliveredAt = { a: NOW + HOUR, b: NOW + 2 * HOUR, c: NOW + 9 * HOUR, d: null };
      for (const [id, at] of Object.entries(deliveredAt)) await putMessage(store, id, at);
      const { retention } = store;
      const before = NOW + 5 * HOUR;
      expect(await retention.deleteMessages(before, 1)).toBe(1);
      expect(await retention.deleteMessages(before, 9)).toBe(1);
      expect(await retention.deleteMessages(before, 9)).toBe(0);
      const { items } = await store.outbox.list({ limit: 9 });
      expect(items.map(({ id }) => id).sort()).toEqual(['of-c', 'of-d']);
    });
  });
}

async function put(store: Store, id: string, order: Partial<OrderProjection>): Promise<void> {
  await store.append(appendTo(id, { projection: projected(order) }));
}

/** An order with rows in every table, its message delivered. */
async function putWhole(store: Store, id: string): Promise<void> {
  const payment = { ...listed(`payment-of-${id}`), gatewayOrderId: `gateway-order-of-${id}` };
  const operations = [
    listedOperation(`operation-of-${id}`, `idempotency-key-of-${id}`),
    listedOperation(`another-of-${id}`),
  ];
  const projection = projected({ linkId: `link-of-${id}` }, { payments: [payment], operations });
  await store.append(
    appendTo(id, { entries: EVERY_ENTRY, projection, messages: [message(`message-of-${id}`)] }),
  );
  await deliver(store, NOW + 1);
}

async function putMessage(store: Store, id: string, deliveredAt: number | null): Promise<void> {
  await store.append(appendTo(id, { messages: [message(`of-${id}`)] }));
  if (deliveredAt !== null) await deliver(store, deliveredAt);
}

async function deliver({ outbox }: Store, at: number): Promise<void> {
  const [lease] = await outbox.claim(at, at + 1, 1);
  const next = lease && (await outbox.next(lease.orderId));
  if (!lease || !next) throw new Error('nothing waits');
  await outbox.delivered(next, at);
  await outbox.release(lease, at);
}

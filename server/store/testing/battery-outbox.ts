import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Lease, Outbox, Store } from '../../payments/ports.ts';
import { appendTo, EVERY_ENTRY, message, NOW } from './orders.ts';
import type { Stores } from './stores.ts';

const LEASE_MS = 20_000;

export function testOutbox(stores: Stores): void {
  describe('the outbox', () => {
    it('keeps the messages of an order in order, as they are posted', async () => {
      const store = await stores.open();
      await store.append(appendTo('a', { messages: [message('z'), message('y')] }));
      await store.append(appendTo('a', { after: 1, messages: [message('x', NOW + 1)] }));
      const [lease] = await store.outbox.claim(NOW, NOW + LEASE_MS, 10);
      expect(lease).toEqual({ orderId: 'a', until: NOW + LEASE_MS });
      const first = await store.outbox.next('a');
      const { message: data } = message('z');
      expect(first).toEqual({
        id: 'z',
        orderId: 'a',
        body: JSON.stringify({ type: data.type, timestamp: new Date(NOW).toISOString(), data: data.data }),
        state: 'waiting',
        attempts: 0,
        lastError: null,
        createdAt: NOW,
        deliveredAt: null,
      });
      expect(await deliverAll(store.outbox, lease, NOW + 5)).toEqual(['z', 'y', 'x']);
      expect(await store.outbox.find('x')).toMatchObject({ state: 'delivered', deliveredAt: NOW + 5 });
      expect(await store.outbox.claim(NOW + 1e9, NOW + 2e9, 10)).toEqual([]);
    });

    it('keeps messages in order that follow from several entries at once', async () => {
      const store = await stores.open();
      const entries = EVERY_ENTRY.slice(0, 3);
      await store.append(appendTo('a', { messages: [message('first')] }));
      await store.append(appendTo('a', { after: 1, entries, messages: [message('second')] }));
      await store.append(appendTo('a', { after: 4, messages: [message('third')] }));
      const [lease] = await store.outbox.claim(NOW, NOW + LEASE_MS, 10);
      expect(await deliverAll(store.outbox, lease, NOW + 5)).toEqual(['first', 'second', 'third']);
    });

    it('gives an order to one deliverer only, until its lease is over', async () => {
      const store = await stores.open();
      for (const id of ['b', 'a'])
        await store.append(appendTo(id, { messages: [message(id, id === 'a' ? 1 : 2)] }));
      const { outbox } = store;
      const claims = await Promise.all([1, 2, 3].map(() => outbox.claim(NOW, NOW + 10, 10)));
      expect(
        claims
          .flat()
          .map(({ orderId }) => orderId)
          .sort(),
      ).toEqual(['a', 'b']);
      expect(await outbox.claim(NOW + 9, NOW + 99, 10)).toEqual([]);
      expect((await outbox.claim(NOW + 10, NOW + 20, 1)).map(({ orderId }) => orderId)).toHaveLength(1);
      expect(await outbox.renew({ orderId: 'a', until: NOW + 5 }, NOW + 50)).toBeNull();
    });

    it('gives an order that is due further ahead than any pause, after the others', async () => {
      const store = await stores.open();
      const { outbox } = store;
      const day = 86_400_000;
      const times = { a: day, b: 9 * day, c: day + 1, d: 0, e: 1 };
      for (const [id, time] of Object.entries(times))
        await store.append(appendTo(id, { messages: [message(id, NOW + time)] }));
      const claimed = async (limit: number) =>
        (await outbox.claim(NOW, NOW + LEASE_MS, limit)).map(({ orderId }) => orderId);
      expect(await claimed(2)).toEqual(['d', 'c']);
      expect(await claimed(9)).toEqual(['b']);
      expect(await claimed(9)).toEqual([]);
    });

    it('gives no order to two processes', async () => {
      const [one, other] = [await stores.open(), await stores.openAnother()];
      const names = Array.from({ length: 40 }, (_, index) => `order-${index}`);
      await Promise.all(names.map((id) => one.append(appendTo(id, { messages: [message(id)] }))));
      const claims = await Promise.all(
        [one, other, one, other].map((store) => store.outbox.claim(NOW, NOW + LEASE_MS, 30)),
      );
      const claimed = claims.flat().map(({ orderId }) => orderId);
      expect(new Set(claimed).size).toBe(claimed.length);
    });

    it('lets the lease be extended by its holder', async () => {
      const { outbox } = await storeWith(stores, 'a');
      const [lease] = await outbox.claim(NOW, NOW + 10, 1);
      const renewed = lease && (await outbox.renew(lease, NOW + 30));
      expect(renewed).toEqual({ orderId: 'a', until: NOW + 30 });
      expect(await outbox.claim(NOW + 29, NOW + 99, 1)).toEqual([]);
      expect(await outbox.claim(NOW + 30, NOW + 99, 1)).toHaveLength(1);
      expect(renewed && (await outbox.renew(renewed, NOW + 60))).toBeNull();
    });

    it('puts an order off after a failure, and remembers why', async () => {
      const { outbox } = await storeWith(stores, 'a');
      const [lease] = await outbox.claim(NOW, NOW + 10, 1);
      const next = await outbox.next('a');
      if (!lease || !next) throw new RangeError('nothing claimed');
      await outbox.failed(lease, next, NOW + 500, 'HTTP 500');
      expect(await outbox.next('a')).toMatchObject({ state: 'failed', attempts: 1, lastError: 'HTTP 500' });
      expect(await outbox.claim(NOW + 499, NOW + 999, 1)).toEqual([]);
      const [again] = await outbox.claim(NOW + 500, NOW + 999, 1);
      expect(await deliverAll(outbox, again, NOW + 501)).toEqual(['of-a']);
    });

    it('keeps a message delivered if another holder records a failure later', async () => {
      const { outbox } = await storeWith(stores, 'a');
      const [lost] = await outbox.claim(NOW, NOW + 10, 1);
      const message = await outbox.next('a');
      if (!lost || !message) throw new RangeError('nothing claimed');
      const [lease] = await outbox.claim(NOW + 10, NOW + 20, 1);
      expect(await deliverAll(outbox, lease, NOW + 11)).toEqual(['of-a']);
      await outbox.failed(lost, message, NOW + 500, 'no answer in 15 s');
      expect(await outbox.find('of-a')).toMatchObject({ state: 'delivered', attempts: 0, lastError: null });
      expect(await outbox.next('a')).toBeNull();
    });

    it('lets only its holder release a lease', async () => {
      const { outbox } = await storeWith(stores, 'a');
      await outbox.claim(NOW, NOW + 10, 1);
      await outbox.release({ orderId: 'a', until: NOW + 9 }, NOW + 1);
      expect(await outbox.claim(NOW + 5, NOW + 99, 1)).toEqual([]);
    });

    it('loses no message that is added while the last one is being delivered', async () => {
      const store = await stores.open();
      const { outbox } = store;
      const delivered: string[] = [];
      let adding = true;
      async function add(): Promise<void> {
        for (let after = 0; after < 40; after += 1) {
          await store.append(appendTo('a', { after, messages: [message(`m-${after}`)] }));
        }
        adding = false;
      }
      async function deliver(): Promise<void> {
        for (let now = NOW; ; now += 1) {
          const stop = !adding;
          const [lease] = await outbox.claim(now, now + 1e6, 1);
          delivered.push(...(await deliverAll(outbox, lease, now)));
          if (stop && !lease) return;
          await nextTurn();
        }
      }
      await Promise.all([add(), deliver()]);
      expect(delivered).toEqual(Array.from({ length: 40 }, (_, index) => `m-${index}`));
    });

    it('counts a message that is delivered twice only once', async () => {
      const store = await storeWith(stores, 'a');
      await store.append(appendTo('a', { after: 1, messages: [message('second')] }));
      const [lease] = await store.outbox.claim(NOW, NOW + 10, 1);
      const next = await store.outbox.next('a');
      if (!lease || !next) throw new RangeError('nothing claimed');
      await store.outbox.delivered(next, NOW + 1);
      await store.outbox.delivered(next, NOW + 2);
      await store.outbox.release(lease, NOW + 3);
      const [again] = await store.outbox.claim(NOW + 3, NOW + 10, 1);
      expect(await deliverAll(store.outbox, again, NOW + 4)).toEqual(['second']);
    });

    it('sends a message again, delivered or not, without taking it from a holder', async () => {
      const { outbox } = await storeWith(stores, 'a');
      expect(await outbox.sendAgain('nothing', NOW)).toBeNull();
      const [lease] = await outbox.claim(NOW, NOW + 10, 1);
      expect(await outbox.sendAgain('of-a', NOW + 1)).toMatchObject({ state: 'waiting' });
      expect(await outbox.claim(NOW + 2, NOW + 99, 1)).toEqual([]);
      expect(await deliverAll(outbox, lease, NOW + 3)).toEqual(['of-a']);
      expect(await outbox.sendAgain('of-a', NOW + 4)).toMatchObject({ state: 'waiting', deliveredAt: null });
      const [second] = await outbox.claim(NOW + 4, NOW + 99, 1);
      const next = await outbox.next('a');
      if (!second || !next) throw new RangeError('nothing claimed');
      await outbox.failed(second, next, NOW + 1e6, 'timeout');
      await outbox.sendAgain('of-a', NOW + 5);
      const [third] = await outbox.claim(NOW + 5, NOW + 99, 1);
      expect(await deliverAll(outbox, third, NOW + 6)).toEqual(['of-a']);
    });

    it('keeps the turn of an order whose message is sent again and again', async () => {
      const { outbox } = await storeWith(stores, 'a');
      for (let round = 1; round < 5; round += 1) await outbox.sendAgain('of-a', NOW + round);
      expect(await outbox.claim(NOW, NOW + LEASE_MS, 9)).toHaveLength(1);
    });

    it('lists messages by their state, the newest first', async () => {
      const store = await stores.open();
      const { outbox } = store;
      for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
        await store.append(appendTo(id, { messages: [message(`of-${id}`, NOW + index)] }));
      }
      const [first, second] = await outbox.claim(NOW + 1, NOW + 50, 2);
      await deliverAll(outbox, first, NOW + 9);
      const failing = await outbox.next('b');
      if (second && failing) await outbox.failed(second, failing, NOW + 99, 'HTTP 500');
      const names = async (state: 'waiting' | 'failed' | undefined, after?: string) => {
        const { items, next } = await outbox.list({ state, after, limit: 3 });
        return { ids: items.map(({ id }) => id), next };
      };
      expect((await names('waiting')).ids).toEqual(['of-d', 'of-c']);
      expect((await names('failed')).ids).toEqual(['of-b']);
      const page = await names(undefined);
      expect(page.ids).toEqual(['of-d', 'of-c', 'of-b']);
      expect(await names(undefined, page.next ?? '')).toEqual({ ids: ['of-a'], next: null });
      expect(await store.backlog(NOW)).toMatchObject({ messages: 3, oldestMessageAt: NOW + 1 });
    });
  });
}

async function storeWith(stores: Stores, orderId: string): Promise<Store> {
  const store = await stores.open();
  await store.append(appendTo(orderId, { messages: [message(`of-${orderId}`)] }));
  return store;
}

/** @returns the ids of the delivered messages */
async function deliverAll(outbox: Outbox, lease: Lease | undefined, at: number): Promise<string[]> {
  const ids: string[] = [];
  if (!lease) return ids;
  for (let next = await outbox.next(lease.orderId); next; next = await outbox.next(lease.orderId)) {
    await outbox.delivered(next, at);
    ids.push(next.id);
  }
  await outbox.release(lease, at);
  return ids;
}

import { describe, expect, it } from 'vitest';
import { ConflictError, type NewCount, type Store } from '../../payments/ports.ts';
import { appendTo, NOW, readAll } from './orders.ts';
import type { Stores } from './stores.ts';

const HOUR = 3_600_000;

export function testLimits(stores: Stores): void {
  describe('the counts of attempts', () => {
    it('hold an attempt under each of its subjects until it expires', async () => {
      const store = await stores.open();
      expect(await store.limits.counted(['card:a'], NOW)).toEqual([]);
      await begin(store, count('one', 'card:a'), { ...count('one', 'address:b'), windowMs: 2 * HOUR });
      const counted = (now: number) => store.limits.counted(['card:a', 'address:b', 'order:c'], now);
      expect(new Set(await counted(NOW + HOUR - 1))).toEqual(
        new Set([
          { subject: 'card:a', expiresAt: NOW + HOUR, isOpen: false },
          { subject: 'address:b', expiresAt: NOW + 2 * HOUR, isOpen: false },
        ]),
      );
      expect(await counted(NOW + HOUR)).toHaveLength(1);
      expect(await counted(NOW + 2 * HOUR)).toEqual([]);
    });

    it('hold an open attempt for a shorter time, and from its decline on for the whole window', async () => {
      const store = await stores.open();
      const MINUTE = 60_000;
      await begin(store, { ...count('one'), openMs: MINUTE });
      const counted = (now: number) => store.limits.counted(['card:a'], now);
      expect(await counted(NOW)).toEqual([{ subject: 'card:a', expiresAt: NOW + MINUTE, isOpen: true }]);
      expect(await counted(NOW + MINUTE)).toEqual([]);
      await store.limits.forget(NOW + MINUTE);
      const counts = { begun: [], declined: ['one'], ended: [] };
      await store.append(appendTo('order-of-one', { after: 1, counts }));
      expect(await counted(NOW + MINUTE)).toEqual([
        { subject: 'card:a', expiresAt: NOW + HOUR, isOpen: false },
      ]);
    });

    it('leave out what ended without a decline', async () => {
      const store = await stores.open();
      await begin(store, count('one'), count('one', 'address:b'));
      await begin(store, count('two'));
      await store.append(
        appendTo('order-of-one', { after: 1, counts: { begun: [], declined: [], ended: ['one'] } }),
      );
      expect(await store.limits.counted(['card:a', 'address:b'], NOW)).toHaveLength(1);
    });

    it('hold no more than the limit of many at once, and nothing is written of the others', async () => {
      const store = await stores.open();
      const other = await stores.openAnother();
      const ids = Array.from({ length: 30 }, (_, index) => `attempt-${index}`);
      const ends = await Promise.allSettled(
        // One subject of their own each, and two in common.
        ids.map((id, index) =>
          begin(index % 2 ? store : other, count(id, `order:${id}`), count(id), count(id, 'address:b')),
        ),
      );
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
      for (const one of ends) {
        if (one.status === 'rejected') expect(one.reason).toEqual(new ConflictError('limit'));
      }
      expect(await store.limits.counted(['card:a', 'address:b'], NOW)).toHaveLength(8);
      const journals = await readAll(
        store,
        ids.map((id) => `order-of-${id}`),
      );
      expect(journals.filter(({ length }) => length > 0)).toHaveLength(4);
    });

    it('make room once an attempt has expired, even if it was not deleted yet', async () => {
      const store = await stores.open();
      for (const id of ['one', 'two', 'three', 'four']) await begin(store, count(id));
      await expect(begin(store, count('five'))).rejects.toEqual(new ConflictError('limit'));
      await begin(store, { ...count('six'), at: NOW + HOUR });
    });

    it('forget what has expired', async () => {
      const store = await stores.open();
      await begin(store, count('one'));
      await begin(store, { ...count('two'), windowMs: 2 * HOUR });
      await store.limits.forget(NOW + HOUR);
      expect(await store.limits.counted(['card:a'], 0)).toEqual([
        { subject: 'card:a', expiresAt: NOW + 2 * HOUR, isOpen: false },
      ]);
    });
  });
}

const count = (paymentId: string, subject = 'card:a'): NewCount => ({
  paymentId,
  subject,
  at: NOW,
  most: 4,
  windowMs: HOUR,
  openMs: 2 * HOUR,
});

/** Begins an attempt, with an order of its own. */
async function begin(store: Store, ...begun: NewCount[]): Promise<void> {
  await store.append(
    appendTo(`order-of-${begun[0]?.paymentId}`, { counts: { begun, declined: [], ended: [] } }),
  );
}

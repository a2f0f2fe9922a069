import { describe, expect, it } from 'vitest';
import {
  ConflictError,
  type CountedAttempt,
  type CountedEnd,
  type Store,
  type TakenPlace,
} from '../payments/ports.ts';
import type { Stores } from './test-stores.ts';
import { appendTo, NOW } from './test-orders.ts';

const HOUR = 3_600_000;

export function testLimits(stores: Stores, shared: boolean): void {
  describe('the counts of attempts', () => {
    it('hold those in flight and those that were declined, until they expire', async () => {
      const store = await stores.open();
      expect(await store.limits.counted(['card'], NOW)).toEqual([]);
      await take(store, place('a', 0));
      expect(await counted(store, NOW)).toEqual([{ place: 0, declined: false }]);
      await end(store, { attemptId: 'a', as: 'declined' });
      expect(await counted(store, NOW + HOUR - 1)).toEqual([{ place: 0, declined: true }]);
      expect(await counted(store, NOW + HOUR)).toEqual([]);
      expect(await store.limits.counted(['other', 'names'], NOW)).toEqual([]);
    });

    it('of a card and an address come together', async () => {
      const store = await stores.open();
      const address = { ...place('a', 3), kind: 'address' as const, name: 'address' };
      await take(store, place('a', 0), address);
      const found = await store.limits.counted(['card', 'card before', 'address', 'address before'], NOW);
      expect(new Map(found.map((one) => [one.kind, one.place]))).toEqual(
        new Map([
          ['card', 0],
          ['address', 3],
        ]),
      );
    });

    it('keep what is open beyond the places, and count it as declined at last', async () => {
      const store = await stores.open();
      await take(store, place('a', 0));
      await end(store, { attemptId: 'a', as: 'open' });
      const [open] = await counted(store, NOW);
      expect(open).toMatchObject({ declined: false });
      expect(open?.place).toBeGreaterThan(1_000);
      await take(store, place('b', 0));
      await end(store, { attemptId: 'a', as: 'declined' }, { attemptId: 'b', as: 'declined' });
      expect(await counted(store, NOW)).toMatchObject([{ declined: true }, { declined: true }]);
    });

    it('leave out what ended without a decline', async () => {
      const store = await stores.open();
      await take(store, place('a', 0));
      await end(store, { attemptId: 'a', as: 'over' });
      expect(await counted(store, NOW)).toEqual([]);
      await take(store, place('b', 0));
    });

    it('give one place to one attempt, and nothing is written of the other', async () => {
      const store = await stores.open();
      const other = shared ? await stores.openAnother() : store;
      const attempts = Array.from({ length: 40 }, (_, index) => place(`a-${index}`, index % 4));
      const ends = await Promise.allSettled(
        attempts.map((one, index) => take(index % 2 ? store : other, one)),
      );
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
      for (const one of ends) {
        if (one.status === 'rejected') expect(one.reason).toEqual(new ConflictError('limit'));
      }
      expect(await counted(store, NOW)).toHaveLength(4);
      const journals = await store.readMany(attempts.map(({ attemptId }) => `order-of-${attemptId}`));
      expect(journals.filter(({ length }) => length > 0)).toHaveLength(4);
    });

    it('free a place once it has expired, even if it was not deleted yet', async () => {
      const store = await stores.open();
      await take(store, place('a', 0));
      const later = { ...place('b', 0), at: NOW + HOUR, expiresAt: NOW + 2 * HOUR };
      await take(store, later);
      await end(store, { attemptId: 'a', as: 'declined' });
      expect(await counted(store, NOW + HOUR)).toEqual([{ place: 0, declined: false }]);
    });

    it('forget what has expired', async () => {
      const store = await stores.open();
      await take(store, place('a', 0));
      await take(store, { ...place('b', 1), expiresAt: NOW + 2 * HOUR });
      await store.limits.forget(NOW + HOUR);
      expect(await counted(store, NOW)).toHaveLength(1);
    });

    it('tell the share of declines over all addresses, of the latest attempts', async () => {
      const store = await stores.open();
      expect(await store.limits.share(NOW, 10)).toEqual({ attempts: 0, declines: 0 });
      for (let index = 0; index < 6; index += 1) {
        const attemptId = `a-${index}`;
        const expiresAt = NOW + index;
        await take(store, { ...place(attemptId, 0), kind: 'address', name: attemptId, expiresAt });
        await end(store, { attemptId, as: index < 4 ? 'declined' : 'over' });
      }
      expect(await store.limits.share(NOW - 1, 10)).toEqual({ attempts: 6, declines: 4 });
      expect(await store.limits.share(NOW, 10)).toEqual({ attempts: 5, declines: 3 });
      expect(await store.limits.share(NOW - 1, 3)).toEqual({ attempts: 3, declines: 1 });
    });

    it('tell the share of declines of a network, and until when the latest counts, by both its names', async () => {
      const store = await stores.open();
      const share = (after: number, most = 10) =>
        store.limits.networkShare(['net', 'net before'], after, most);
      expect(await share(NOW)).toEqual({ attempts: 0, declines: 0, expiresAt: null });
      const ends = ['declined', 'over', 'declined', 'open'] as const;
      for (const [index, as] of ends.entries()) {
        await take(store, ofNetwork(index, index === 0 ? 'net before' : 'net'));
        await end(store, { attemptId: `n-${index}`, as });
      }
      await take(store, ofNetwork(8, 'another net'));
      // Open attempts do not count: they may still end either way.
      expect(await share(NOW - 1)).toEqual({ attempts: 3, declines: 2, expiresAt: NOW + 2 });
      expect(await share(NOW)).toEqual({ attempts: 2, declines: 1, expiresAt: NOW + 2 });
      expect(await share(NOW - 1, 2)).toEqual({ attempts: 1, declines: 1, expiresAt: NOW + 2 });
      await take(store, ofNetwork(5, 'net'));
      expect(await share(NOW - 1)).toEqual({ attempts: 3, declines: 2, expiresAt: NOW + 5 });
    });
  });
}

/** An attempt from its own address. */
function ofNetwork(number: number, network: string): TakenPlace {
  const attemptId = `n-${number}`;
  return { ...place(attemptId, 0), kind: 'address', name: attemptId, network, expiresAt: NOW + number };
}

function place(attemptId: string, number: number): TakenPlace {
  return {
    attemptId,
    kind: 'card',
    name: 'card',
    network: null,
    place: number,
    at: NOW,
    expiresAt: NOW + HOUR,
  };
}

/** Begins the attempts, each with its own order. */
async function take(store: Store, ...takes: TakenPlace[]): Promise<void> {
  await store.append(appendTo(`order-of-${takes[0]?.attemptId}`, { counts: { takes, ends: [] } }));
}

let orders = 0;

async function end(store: Store, ...ends: CountedEnd[]): Promise<void> {
  orders += 1;
  await store.append(appendTo(`ends-${orders}`, { counts: { takes: [], ends } }));
}

/** The counted attempts of the card. */
async function counted(store: Store, now: number): Promise<Partial<CountedAttempt>[]> {
  const found = await store.limits.counted(['card'], now);
  return found.map(({ place: number, declined }) => ({ place: number, declined }));
}

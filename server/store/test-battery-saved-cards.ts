import { describe, expect, it } from 'vitest';
import type { CardWish } from '../payments/ports/saved-cards.ts';
import type { Store } from '../payments/ports/store.ts';
import { appendTo, NOW, STORE_SECRETS } from './test-orders.ts';
import type { Stores } from './test-stores.ts';

const HOUR = 3_600_000;
const OLENA = { posId: 'pos-1', customerId: 'olena' };
const TOKEN = { token: 'the-token', expiresAt: '2030-12-31T23:59:59.000Z' };
const CARD = { mask: '424242******4242', brand: 'visa', expires: '12/30' } as const;

/** @param shared whether several stores can be opened on one database */
export function testSavedCards(stores: Stores, shared: boolean): void {
  describe('a card that is to be kept', () => {
    it('is kept with its token once, and then there is nothing left to keep', async () => {
      const { savedCards, ...store } = await stores.open();
      expect(await savedCards.wished('a')).toBeNull();
      await wish(store, 'a');
      expect(await savedCards.wished('a')).toEqual(CARD);
      expect(await savedCards.list(OLENA)).toEqual([]);
      expect(await savedCards.save('a', 'card-1', TOKEN, NOW)).toBe(true);
      expect(await savedCards.wished('a')).toBeNull();
      expect(await savedCards.save('a', 'card-2', { ...TOKEN, token: 'late' }, NOW)).toBe(false);
      const kept = { id: 'card-1', ...CARD, tokenExpiresAt: Date.parse(TOKEN.expiresAt) };
      expect(await savedCards.list(OLENA)).toEqual([kept]);
      expect(await savedCards.find(OLENA, 'card-1')).toEqual({ ...kept, token: TOKEN.token });
    });

    it('is not kept where its attempt was not written down', async () => {
      const store = await stores.open();
      await store.append(appendTo('order'));
      await expect(wish(store, 'late', {}, 'order')).rejects.toThrow('conflict on journal');
      expect(await store.savedCards.save('late', 'card-1', TOKEN, NOW)).toBe(false);
    });

    it('is the same entry with the newer token where the customer has it already', async () => {
      const { savedCards, ...store } = await stores.open();
      await keep(store, savedCards, 'a');
      await keep(store, savedCards, 'b', { expires: '12/31' });
      await wish(store, 'c');
      await savedCards.save('c', 'card-c', { token: 'newer', expiresAt: null }, NOW + HOUR);
      expect((await savedCards.list(OLENA)).map(({ id }) => id)).toEqual(['card-a', 'card-b']);
      expect(await savedCards.find(OLENA, 'card-a')).toMatchObject({ token: 'newer', tokenExpiresAt: null });
    });

    it('stays after the refusal of a token that was replaced meanwhile', async () => {
      const { savedCards, ...store } = await stores.open();
      await keep(store, savedCards, 'a');
      await keep(store, savedCards, 'b', {}, NOW + HOUR, { ...TOKEN, token: 'newer' });
      expect(await savedCards.drop('card-a', NOW)).toBe(false);
      expect(await savedCards.find(OLENA, 'card-a')).toMatchObject({ token: 'newer' });
      expect(await savedCards.drop('card-a', NOW + HOUR)).toBe(true);
    });

    it('is another’s for another customer, and for the same at another project', async () => {
      const { savedCards, ...store } = await stores.open();
      await keep(store, savedCards, 'a');
      for (const other of [
        { ...OLENA, customerId: 'borys' },
        { ...OLENA, posId: 'pos-2' },
      ]) {
        expect(await savedCards.list(other)).toEqual([]);
        expect(await savedCards.find(other, 'card-a')).toBeNull();
        expect(await savedCards.remove(other, 'card-a')).toBe(false);
      }
      expect(await savedCards.removeAll('borys')).toBe(0);
      expect(await savedCards.list(OLENA)).toHaveLength(1);
    });
  });

  describe('saved cards', () => {
    it('come with the newest first, also where the brand is not known', async () => {
      const { savedCards, ...store } = await stores.open();
      await keep(store, savedCards, 'a', {}, NOW);
      await keep(store, savedCards, 'b', { mask: '1', brand: null }, NOW + 2);
      await keep(store, savedCards, 'c', { mask: '2' }, NOW + 1);
      expect((await savedCards.list(OLENA)).map(({ id }) => id)).toEqual(['card-b', 'card-c', 'card-a']);
    });

    it('are removed once by their owner, by id, or all together with wishes', async () => {
      const { savedCards, ...store } = await stores.open();
      for (const id of ['a', 'b', 'c', 'd']) await keep(store, savedCards, id, { mask: id });
      expect([await savedCards.remove(OLENA, 'card-a'), await savedCards.remove(OLENA, 'card-a')]).toEqual([
        true,
        false,
      ]);
      expect([await savedCards.drop('card-b', NOW), await savedCards.drop('card-b', NOW)]).toEqual([
        true,
        false,
      ]);
      await wish(store, 'open');
      expect(await savedCards.removeAll(OLENA.customerId)).toBe(2);
      expect(await savedCards.save('open', 'card-e', TOKEN, NOW)).toBe(false);
      expect(await savedCards.list(OLENA)).toEqual([]);
    });

    it('of a customer are removed in all projects', async () => {
      const { savedCards, ...store } = await stores.open();
      const before = { ...OLENA, posId: 'pos-2' };
      await keep(store, savedCards, 'a');
      await keep(store, savedCards, 'b', before);
      await wish(store, 'open', before);
      expect(await savedCards.removeAll(OLENA.customerId)).toBe(2);
      expect(await savedCards.list(before)).toEqual([]);
      expect(await savedCards.save('open', 'card-c', TOKEN, NOW)).toBe(false);
    });

    it('are deleted when their token has expired or they were unused, some at a time', async () => {
      const { savedCards, ...store } = await stores.open();
      const over = { token: 't', expiresAt: new Date(NOW + 1).toISOString() };
      await keep(store, savedCards, 'over', { mask: '1' }, NOW, over);
      await keep(store, savedCards, 'unused', { mask: '2' }, NOW - HOUR);
      await keep(store, savedCards, 'used', { mask: '3' }, NOW - HOUR);
      await keep(store, savedCards, 'new', { mask: '4' }, NOW);
      await savedCards.used('card-used', NOW);
      await savedCards.used('card-new', NOW - HOUR);
      const old = (limit: number) => savedCards.deleteOld({ now: NOW + 2, before: NOW }, limit);
      expect([await old(1), await old(9), await old(9)]).toEqual([1, 1, 0]);
      const left = await savedCards.list(OLENA);
      expect(left.map(({ id }) => id).toSorted()).toEqual(['card-new', 'card-used']);
    });

    it('are no longer wished for after a time, some at a time', async () => {
      const { savedCards, ...store } = await stores.open();
      for (const [id, at] of Object.entries({ a: 1, b: 2, c: 9 })) await wish(store, id, { at });
      expect([await savedCards.deleteWishes(5, 1), await savedCards.deleteWishes(5, 9)]).toEqual([1, 1]);
      expect([await savedCards.wished('a'), await savedCards.wished('c')]).toEqual([null, CARD]);
    });

    it.runIf(shared)('open under the secret before, and are left out where none opens them', async () => {
      const { savedCards, ...store } = await stores.open();
      await keep(store, savedCards, 'a');
      const current = 'another secret of the store for tests, 32 bytes and more';
      const changed = await stores.openAnother({ current, previous: STORE_SECRETS.current });
      expect(await changed.savedCards.find(OLENA, 'card-a')).toMatchObject({ token: TOKEN.token });
      const lost = await stores.openAnother({ current });
      expect(await lost.savedCards.list(OLENA)).toEqual([]);
      expect(await lost.savedCards.find(OLENA, 'card-a')).toBeNull();
      expect(await lost.savedCards.remove(OLENA, 'card-a')).toBe(true);
    });

    it.runIf(shared)('that were listed under the secret before need it no longer', async () => {
      const { savedCards, ...store } = await stores.open();
      await keep(store, savedCards, 'a');
      await keep(store, savedCards, 'b', { expires: '12/31' });
      const current = 'another secret of the store for tests, 32 bytes and more';
      const changed = await stores.openAnother({ current, previous: STORE_SECRETS.current });
      const listed = await changed.savedCards.list(OLENA);
      expect(listed).toHaveLength(2);
      const later = await stores.openAnother({ current });
      expect(await later.savedCards.list(OLENA)).toEqual(listed);
      expect(await later.savedCards.find(OLENA, 'card-a')).toMatchObject({ token: TOKEN.token });
      expect(await savedCards.list(OLENA)).toEqual([]);
    });

    it.runIf(shared)('of one wish are one, however many companions hear of its success', async () => {
      const [one, other] = [await stores.open(), await stores.openAnother()];
      for (let round = 0; round < 10; round += 1) {
        const attempt = `attempt-${round}`;
        await wish(one, attempt, { mask: `${round}` });
        const kept = await Promise.all(
          [one, other].map((store, at) => store.savedCards.save(attempt, `card-${round}-${at}`, TOKEN, NOW)),
        );
        expect(kept.filter(Boolean)).toHaveLength(1);
      }
      expect(await one.savedCards.list(OLENA)).toHaveLength(10);
    });
  });
}

type Appending = Pick<Store, 'append'>;

function wish(
  store: Appending,
  attemptId: string,
  over: Partial<CardWish> = {},
  order = `order-of-${attemptId}`,
): Promise<void> {
  return store.append(appendTo(order, { wish: { ...OLENA, ...CARD, attemptId, at: NOW, ...over } }));
}

async function keep(
  store: Appending,
  savedCards: Store['savedCards'],
  id: string,
  over: Partial<CardWish> = {},
  at = NOW,
  token = TOKEN,
): Promise<void> {
  await wish(store, id, over);
  expect(await savedCards.save(id, `card-${id}`, token, at)).toBe(true);
}

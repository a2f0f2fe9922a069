import { describe, expect, it } from 'vitest';
import type { CardFace, CardOwner, CardToken, SavedCards } from '../../payments/ports.ts';
import { NOW, STORE_SECRETS } from './orders.ts';
import type { Stores } from './stores.ts';

const HOUR = 3_600_000;
const OLENA = { posId: 'pos-1', customerId: 'olena' };
const TOKEN = { token: 'the-token', expiresAt: '2030-12-31T23:59:59.000Z' };
const CARD = { mask: '424242******4242', brand: 'visa', expires: '12/30' } as const;

export function testSavedCards(stores: Stores): void {
  describe('a card that is to be kept', () => {
    it('is kept with its token', async () => {
      const { savedCards } = await stores.open();
      expect(await savedCards.list(OLENA)).toEqual([]);
      await keep(savedCards, 'a');
      const kept = { id: 'card-a', ...CARD, tokenExpiresAt: Date.parse(TOKEN.expiresAt) };
      expect(await savedCards.list(OLENA)).toEqual([kept]);
      expect(await savedCards.find(OLENA, 'card-a')).toEqual({ ...kept, token: TOKEN.token });
    });

    it('is the same entry with the newer token where the customer has it already', async () => {
      const { savedCards } = await stores.open();
      await keep(savedCards, 'a');
      await keep(savedCards, 'b', { expires: '12/31' });
      await keep(savedCards, 'c', { brand: null }, NOW + HOUR, { token: 'newer', expiresAt: null });
      expect((await savedCards.list(OLENA)).map(({ id }) => id)).toEqual(['card-a', 'card-b']);
      const newer = { brand: null, token: 'newer', tokenExpiresAt: null };
      expect(await savedCards.find(OLENA, 'card-a')).toMatchObject(newer);
      await keep(savedCards, 'a', {}, NOW + HOUR, { token: 'newest', expiresAt: null });
      expect(await savedCards.find(OLENA, 'card-a')).toMatchObject({ ...CARD, token: 'newest' });
    });

    it('stays after the refusal of a token that was replaced meanwhile', async () => {
      const { savedCards } = await stores.open();
      await keep(savedCards, 'a');
      await keep(savedCards, 'b', {}, NOW + HOUR, { ...TOKEN, token: 'newer' });
      expect(await savedCards.drop('card-a', NOW)).toBe(false);
      expect(await savedCards.find(OLENA, 'card-a')).toMatchObject({ token: 'newer' });
      expect(await savedCards.drop('card-a', NOW + HOUR)).toBe(true);
    });

    it('is another’s for another customer, and for the same at another project', async () => {
      const { savedCards } = await stores.open();
      await keep(savedCards, 'a');
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
      const { savedCards } = await stores.open();
      await keep(savedCards, 'a', {}, NOW);
      await keep(savedCards, 'b', { mask: '1', brand: null }, NOW + 2);
      await keep(savedCards, 'c', { mask: '2' }, NOW + 1);
      expect((await savedCards.list(OLENA)).map(({ id }) => id)).toEqual(['card-b', 'card-c', 'card-a']);
    });

    it('are removed once by their owner, by id, or all together', async () => {
      const { savedCards } = await stores.open();
      for (const id of ['a', 'b', 'c', 'd']) await keep(savedCards, id, { mask: id });
      expect([await savedCards.remove(OLENA, 'card-a'), await savedCards.remove(OLENA, 'card-a')]).toEqual([
        true,
        false,
      ]);
      expect([await savedCards.drop('card-b', NOW), await savedCards.drop('card-b', NOW)]).toEqual([
        true,
        false,
      ]);
      expect(await savedCards.removeAll(OLENA.customerId)).toBe(2);
      expect(await savedCards.list(OLENA)).toEqual([]);
    });

    it('of a customer are removed in all projects', async () => {
      const { savedCards } = await stores.open();
      const before = { ...OLENA, posId: 'pos-2' };
      await keep(savedCards, 'a');
      await keep(savedCards, 'b', before);
      expect(await savedCards.removeAll(OLENA.customerId)).toBe(2);
      expect(await savedCards.list(before)).toEqual([]);
    });

    it('are deleted when their token has expired or they were unused, some at a time', async () => {
      const { savedCards } = await stores.open();
      const over = { token: 't', expiresAt: new Date(NOW + 1).toISOString() };
      await keep(savedCards, 'over', { mask: '1' }, NOW, over);
      await keep(savedCards, 'unused', { mask: '2' }, NOW - HOUR);
      await keep(savedCards, 'used', { mask: '3' }, NOW - HOUR);
      await keep(savedCards, 'new', { mask: '4' }, NOW);
      await savedCards.used('card-used', NOW);
      await savedCards.used('card-new', NOW - HOUR);
      const old = (limit: number) => savedCards.deleteOld({ now: NOW + 2, before: NOW }, limit);
      expect([await old(1), await old(9), await old(9)]).toEqual([1, 1, 0]);
      const left = await savedCards.list(OLENA);
      expect(left.map(({ id }) => id).toSorted()).toEqual(['card-new', 'card-used']);
    });

    it('open under the secret before, and are left out where none opens them', async () => {
      const { savedCards } = await stores.open();
      await keep(savedCards, 'a');
      const current = 'another secret of the store for tests, 32 bytes and more';
      const changed = await stores.openAnother({ current, previous: [STORE_SECRETS.current] });
      expect(await changed.savedCards.find(OLENA, 'card-a')).toMatchObject({ token: TOKEN.token });
      const lost = await stores.openAnother({ current });
      expect(await lost.savedCards.list(OLENA)).toEqual([]);
      expect(await lost.savedCards.find(OLENA, 'card-a')).toBeNull();
      expect(await lost.savedCards.remove(OLENA, 'card-a')).toBe(true);
    });

    it('that were listed under the secret before need it no longer', async () => {
      const { savedCards } = await stores.open();
      await keep(savedCards, 'a');
      await keep(savedCards, 'b', { expires: '12/31' });
      const current = 'another secret of the store for tests, 32 bytes and more';
      const changed = await stores.openAnother({ current, previous: [STORE_SECRETS.current] });
      const listed = await changed.savedCards.list(OLENA);
      expect(listed).toHaveLength(2);
      const later = await stores.openAnother({ current });
      expect(await later.savedCards.list(OLENA)).toEqual(listed);
      expect(await later.savedCards.find(OLENA, 'card-a')).toMatchObject({ token: TOKEN.token });
      expect(await savedCards.list(OLENA)).toEqual([]);
    });

    it('of one payment are one, however many companions hear of its success', async () => {
      const stored = [await stores.open(), await stores.openAnother()];
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(
          stored.map(({ savedCards }, at) => keep(savedCards, `${round}-${at}`, { mask: `${round}` })),
        );
      }
      expect(await stored[0]?.savedCards.list(OLENA)).toHaveLength(10);
    });
  });
}

/** Saves the card, with what differs. */
function keep(
  savedCards: SavedCards,
  id: string,
  over: Partial<CardOwner & CardFace> = {},
  at = NOW,
  token: CardToken = TOKEN,
): Promise<void> {
  return savedCards.save({ ...OLENA, ...CARD, ...over, id: `card-${id}` }, token, at);
}

import { describe, expect, it } from 'vitest';
import type { Entry } from '../../payments/order/journal.ts';
import { type Append, ConflictError, type Projection, type Store } from '../../payments/ports.ts';
import {
  appendTo,
  EVERY_ENTRY,
  listed,
  message,
  NOW,
  projected,
  readAll,
  STORE_SECRETS,
  listedOperation,
} from './orders.ts';
import type { Stores } from './stores.ts';

const ENTRY: Entry = { at: NOW, kind: 'not-found', about: 'payment-1' };

export function testJournals(stores: Stores): void {
  describe('a journal', () => {
    it('comes back as it was written, entry by entry of every kind', async () => {
      const store = await stores.open();
      await store.append(appendTo('order-Ї', { entries: EVERY_ENTRY.slice(0, 3) }));
      await store.append(appendTo('order-Ї', { after: 3, entries: EVERY_ENTRY.slice(3) }));
      const read = await store.read('order-Ї');
      expect(read).toStrictEqual(EVERY_ENTRY);
      expect(await store.read('order')).toEqual([]);
    });

    it('has a length, which is read together with that of others', async () => {
      const store = await stores.open();
      const ids = Array.from({ length: 75 }, (_, index) => `order-${index}`);
      await Promise.all(ids.map((id) => store.append(appendTo(id))));
      await store.append(appendTo('order-7', { after: 1, entries: [ENTRY, ENTRY] }));
      const lengths = await store.lengths(['order-74', 'nothing', ...ids.slice(0, 70), 'order-0']);
      expect([lengths.size, lengths.get('order-74'), lengths.get('order-7')]).toEqual([71, 1, 3]);
      expect(await store.lengths([])).toEqual(new Map());
    });

    it('is found by everything that belongs to it', async () => {
      const store = await stores.open();
      const payments = [{ ...listed('payment-1'), gatewayOrderId: 'gateway-1' }];
      const operations = [listedOperation('operation-1', 'key-1')];
      const projection = projected({ linkId: 'link-1' }, { payments, operations });
      await store.append(appendTo('order-1', { entries: EVERY_ENTRY, projection }));
      for (const [kind, id] of [
        ['payment', 'payment-1'],
        ['gateway-order', 'gateway-1'],
        ['operation', 'operation-1'],
        ['idempotency-key', 'key-1'],
        ['link', 'link-1'],
      ] as const) {
        expect(await store.find({ kind, id })).toEqual({ orderId: 'order-1', entries: EVERY_ENTRY });
        expect(await store.find({ kind, id: 'order-1' })).toBeNull();
        expect(await store.find({ kind, id: `${id}\0` })).toBeNull();
      }
      expect(await store.read('order-1\0')).toEqual([]);
      expect(await store.outbox.find('m-1\0')).toBeNull();
      expect(await store.outbox.sendAgain('m-1\0', NOW)).toBeNull();
    });

    it('takes no append without an entry', async () => {
      const store = await stores.open();
      await expect(store.append(appendTo('order-1', { entries: [] }))).rejects.toBeInstanceOf(RangeError);
    });

    it('has a newest token beside it, of which a writer knows, or loses', async () => {
      const store = await stores.open();
      expect(await store.newestToken('order-1')).toBeNull();
      await store.append(appendTo('order-1', { newestIat: null }));
      const [first, second] = [
        { issuedAt: 1_781_524_800, customerId: 'olena' },
        { issuedAt: 1_781_524_801, customerId: null },
      ];
      const place = { orderId: 'order-1', after: 1, newestIat: null };
      await store.noteToken(place, first);
      expect(await store.newestToken('order-1')).toEqual(first);
      expect(await conflictOf(store, appendTo('order-1', { after: 1, newestIat: null }))).toBe('journal');
      await expect(store.noteToken(place, second)).rejects.toMatchObject({ on: 'journal' });
      await store.noteToken({ ...place, newestIat: first.issuedAt }, second);
      expect(await conflictOf(store, appendTo('order-1', { after: 1 }))).toBe('none');
      await expect(store.noteToken({ orderId: 'order-1', after: 1 }, first)).rejects.toMatchObject({
        on: 'journal',
      });
      await store.rebuild('order-1', 2, projected());
      expect(await store.newestToken('order-1')).toEqual(second);
      expect(await store.newestToken('order-1\0')).toBeNull();
    });

    it('lets only one of many writers in two processes win each place', async () => {
      await expectOneWinner([await stores.open(), await stores.openAnother()]);
    });

    it('keeps secrets from whoever has another key', async () => {
      const store = await stores.open();
      await store.append(appendTo('order-1', { entries: EVERY_ENTRY }));
      const other = await stores.openAnother({ current: 'quite another secret of 32 bytes or more' });
      const without = EVERY_ENTRY.map((entry) => {
        const { secret: _, ...open } = { secret: undefined, ...entry };
        if (open.kind === 'order-updated') {
          return { ...open, orderTerms: { ...open.orderTerms, customerId: null } };
        }
        if (open.kind !== 'payment-started') return open;
        return { ...open, payment: { ...open.payment, customerId: null, saves: null } };
      });
      expect(await other.read('order-1')).toEqual(without);
      const later = await stores.openAnother({ current: 'a new secret', previous: [STORE_SECRETS.current] });
      expect(await later.read('order-1')).toEqual(EVERY_ENTRY);
    });
  });

  describe('an append', () => {
    it('conflicts where the journal is longer or shorter than the writer knows', async () => {
      const store = await stores.open();
      await store.append(appendTo('order-1', { entries: [ENTRY, ENTRY] }));
      for (const after of [0, 1, 3]) {
        expect(await conflictOf(store, appendTo('order-1', { after }))).toBe('journal');
      }
      expect(await conflictOf(store, appendTo('order-2', { after: 1 }))).toBe('journal');
      expect(await store.read('order-1')).toHaveLength(2);
      expect(await store.read('order-2')).toEqual([]);
    });

    it('conflicts on an id that another order has', async () => {
      const store = await stores.open();
      const operations = [listedOperation('operation', 'key')];
      const projection = projected({ linkId: 'link' }, { payments: [listed('payment')], operations });
      await store.append(appendTo('order-1', { projection }));
      const taken: [ConflictError['on'], Projection][] = [
        ['link', projected({ linkId: 'link' })],
        [
          'gateway-order-id',
          projected({}, { payments: [{ ...listed('other'), gatewayOrderId: 'payment' }] }),
        ],
        ['idempotency-key', projected({}, { operations: [listedOperation('other', 'key')] })],
      ];
      for (const [on, projection] of taken) {
        expect(await conflictOf(store, appendTo('order-2', { projection }))).toBe(on);
      }
      expect(await store.read('order-2')).toEqual([]);
    });

    it('leaves nothing where it conflicts, while those beside it are kept', async () => {
      const store = await stores.open();
      await store.append(appendTo('taken', { projection: projected({}, { payments: [listed('taken')] }) }));
      const payments = [listed('new'), { ...listed('other'), gatewayOrderId: 'taken' }];
      const projection = projected({ dueAt: 1 }, { payments });
      const bad = appendTo('bad', { projection, messages: [message('of-bad')] });
      const all = [appendTo('good-1'), bad, appendTo('good-2')];
      const ends = await Promise.allSettled(all.map((one) => store.append(one)));
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const journals = await readAll(store, ['good-1', 'bad', 'good-2']);
      expect(journals.map(({ length }) => length)).toEqual([1, 0, 1]);
      expect(await store.dueOrders(NOW, 9)).toEqual([]);
      expect(await store.find({ kind: 'payment', id: 'new' })).toBeNull();
      expect(await store.outbox.find('of-bad')).toBeNull();
      expect(await store.outbox.claim(NOW, NOW + 1, 9)).toEqual([]);
    });

    it('is durable beside hundreds of others', async () => {
      const store = await stores.open();
      const ids = Array.from({ length: 300 }, (_, index) => `order-${index}`);
      await Promise.all(ids.map((id) => store.append(appendTo(id, { entries: [ENTRY, ENTRY] }))));
      expect((await readAll(store, ids)).every((entries) => entries.length === 2)).toBe(true);
    });

    it('repeats an operation that is there without harm, and changes an order and its payments', async () => {
      const store = await stores.open();
      const operations = [listedOperation('operation-1', 'key-1')];
      const first = projected({}, { payments: [listed('p')], operations });
      await store.append(appendTo('order-1', { projection: first }));
      const then = projected(
        { linkId: 'link' },
        { payments: [listed('p', { status: 'success' })], operations },
      );
      await store.append(appendTo('order-1', { after: 1, projection: then }));
      expect((await store.find({ kind: 'link', id: 'link' }))?.orderId).toBe('order-1');
      const { items } = await store.listPayments({ limit: 10 });
      expect(items).toEqual([listed('p', { status: 'success' }).view]);
    });

    it('makes its order due when it says, sooner or later or not at all', async () => {
      const store = await stores.open();
      const times = [null, 7, 9, 5, null, 9];
      const dueTimes = [];
      for (const [after, dueAt] of times.entries()) {
        await store.append(appendTo('order-1', { after, projection: projected({ dueAt }) }));
        dueTimes.push((await store.dueOrders(10, 1))[0]?.dueAt ?? null);
      }
      expect(dueTimes).toEqual(times);
    });
  });
}

async function conflictOf(store: Store, append: Append): Promise<ConflictError['on'] | 'none'> {
  return store.append(append).then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof ConflictError) return error.on;
      throw error;
    },
  );
}

/** Eight writers per store append to one order as fast as they can; the journal must match what each was told. */
async function expectOneWinner(stores: readonly Store[]): Promise<void> {
  const won: string[] = [];
  async function write(store: Store, writer: string): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      const about = `${writer}-${round}`;
      const after = (await store.read('contested')).length;
      const append = appendTo('contested', { after, entries: [{ at: NOW, kind: 'not-found', about }] });
      if ((await conflictOf(store, append)) === 'none') won.push(about);
    }
  }
  const writers = stores.flatMap((store, one) =>
    Array.from({ length: 8 }, (_, two) => write(store, `${one}-${two}`)),
  );
  await Promise.all(writers);
  const [store] = stores;
  const written = (await store?.read('contested')) ?? [];
  expect(written.map((entry) => ('about' in entry ? entry.about : '')).sort()).toEqual(won.sort());
  expect(won.length).toBeGreaterThan(0);
}

import Database from 'libsql';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { refundOrder } from '../payments/operations/operate.ts';
import type { Store } from '../payments/ports.ts';
import { answered, gatewayPayment, gatewayPaymentOf } from '../payments/testing/gateway.ts';
import { messages } from '../payments/testing/messages.ts';
import { createTestDeps, key, pay, type TestDeps } from '../payments/testing/test-deps.ts';
import { pollDue } from '../payments/workers/poll.ts';
import { copyStore } from './copy.ts';
import { COPIED } from './copy-tables.ts';
import { openStore } from './open-store.ts';
import { SCHEMA } from './schema.ts';
import { copyAndKill, emptyDatabase, rowsIn, unlock } from './testing/copies.ts';
import { appendTo, EVERY_ENTRY, message, NOW, projected, STORE_SECRETS } from './testing/orders.ts';
import { runOn } from './testing/postgres.ts';

const HAS_POSTGRES = process.env['TEST_POSTGRES_URL'] !== undefined;
const OLENA = { posId: 'pos-1', customerId: 'olena' };
const CARD = { id: 'card-1', ...OLENA, mask: '424242******4242', brand: null, expires: '12/30' } as const;
const NEW_SECRETS = {
  current: 'another secret of the store, of more than 32 bytes',
  previous: [STORE_SECRETS.current],
};

let from: string;
let to: string;

async function opened(url: string, secrets = STORE_SECRETS): Promise<Store> {
  const store = await openStore(url, secrets);
  onTestFinished(() => store.close());
  return store;
}

/** What goes on after a companion has ended. */
type Left = Pick<TestDeps, 'gateway' | 'clock'>;

/** A filled store and an empty database, for one test. */
async function between(source: string, target: string): Promise<Left> {
  const databases = [await emptyDatabase(source), await emptyDatabase(target)];
  [from = '', to = ''] = databases.map(({ url }) => url);
  onTestFinished(async () => {
    for (const one of databases) await one.drop();
  });
  return fill(from);
}

/** A companion's work on a new store, of which something of each kind is left. */
async function fill(url: string): Promise<Left> {
  const store = await openStore(url, STORE_SECRETS);
  const deps = createTestDeps(store, { notify: true });
  deps.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'pending' }));
  for (const id of ['_-1', 'b', 'A', 'a-2', 'Z.z']) await pay(deps, { id });
  deps.gateway.script = {};
  for (let index = 0; index < 12; index += 1) await pay(deps, { id: `paid-${index}` });
  await refundOrder(deps, 'paid-1', key(), { amount: '3.00' });
  const begun = [{ subject: 'card:1', paymentId: 'p', at: NOW, most: 5, windowMs: 9_000, openMs: 9_000 }];
  const counts = { begun, declined: [], ended: [] };
  await store.append(
    appendTo('every', {
      entries: EVERY_ENTRY,
      counts,
      projection: projected({ linkId: 'link', reviewAt: 7 }),
    }),
  );
  await store.noteToken(
    { orderId: 'every', after: EVERY_ENTRY.length, newestIat: null },
    { issuedAt: 77, customerId: 'olena' },
  );
  for (const id of ['m-1', 'm-2', 'm-3']) await sendOne(store, id);
  await store.savedCards.save(CARD, { token: 'card-token', expiresAt: null }, NOW);
  await store.close();
  return { gateway: deps.gateway, clock: deps.clock };
}

/** Three messages of an order, the first of them delivered, the second one failed. */
async function sendOne(store: Store, id: string): Promise<void> {
  const { outbox } = store;
  const all = ['a', 'b', 'c'].map((name) => message(`${id}-${name}`));
  await store.append(appendTo(id, { messages: all }));
  const [lease] = (await outbox.claim(NOW, NOW + 1, 100)).filter(({ orderId }) => orderId === id);
  const first = await outbox.next(id);
  if (!lease || !first) throw new RangeError('nothing was enqueued');
  await outbox.delivered(first, NOW);
  const next = await outbox.next(id);
  if (next) await outbox.failed(lease, next, NOW + 5, 'HTTP 500');
}

/** Copies in small pages. */
async function copy(report: (step: string, pages: number) => void = () => {}): Promise<number> {
  unlock(from);
  unlock(to);
  let pages = 0;
  return copyStore(from, to, { page: 5, report: ({ step }) => report(step, (pages += 1)) });
}

/** Copies until this page. */
async function interruptAt(page: number): Promise<void> {
  const interrupted = copy((_, pages) => {
    if (pages === page) throw new RangeError('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
}

const sum = (rows: Record<string, string[]>) => Object.values(rows).flat().length;

it('a copy has every table but the one without data', () => {
  const tables = SCHEMA.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []);
  expect([...COPIED.map(({ name }) => name), 'heartbeat']).toEqual(tables);
});

const DIRECTIONS = HAS_POSTGRES
  ? [
      ['SQLite', 'Postgres'],
      ['Postgres', 'SQLite'],
    ]
  : [['SQLite', 'SQLite']];

describe.each(DIRECTIONS)('a store that is copied from %s to %s', { timeout: 60_000 }, (source, target) => {
  let left: Left;
  beforeEach(async () => {
    left = await between(source, target);
  });

  it('has every row, whatever its secret', async () => {
    const rows = await rowsIn(from);
    for (const { name } of COPIED) expect(rows[name], name).not.toHaveLength(0);
    expect(await copy()).toBe(sum(rows));
    expect(await rowsIn(to)).toEqual(rows);
    const store = await opened(to, NEW_SECRETS);
    expect(await store.read('every')).toEqual(EVERY_ENTRY);
    expect(await store.newestToken('every')).toEqual({ issuedAt: 77, customerId: 'olena' });
    expect(await store.savedCards.find(OLENA, CARD.id)).toMatchObject({ token: 'card-token' });
  });

  it('goes on where it was each time it is killed', async () => {
    const rows = await rowsIn(from);
    // Twice among the tables, then among the comparisons.
    for (const least of [1, 1, 20]) {
      expect(await copyAndKill(from, to, least + Math.floor(Math.random() * 10))).toBe('SIGKILL');
    }
    await copy();
    expect(await rowsIn(to)).toEqual(rows);
    await opened(to);
  });

  it('ends the payments that customers wait for, and posts what waits once and in order', async () => {
    await copy();
    const store = await opened(to);
    const after = { ...createTestDeps(store, { notify: true }), ...left };
    left.gateway.script.readOrder = async (gatewayOrderId) => answered([gatewayPayment({ gatewayOrderId })]);
    left.clock.pass(120);
    await pollDue(after);
    const { items } = await store.listPayments({ limit: 100 });
    expect(items.map(({ status }) => status)).toEqual(Array(17).fill('success'));
    await pay(after, { id: 'new' });
    const ids = (await messages(after)).map(({ data }) => String(data['id']));
    for (const order of ['m-1', 'm-2', 'm-3']) {
      const posted = ids.filter((id) => id.startsWith(`payment-of-${order}`));
      expect(posted).toEqual([`payment-of-${order}-b`, `payment-of-${order}-c`]);
    }
    expect(await messages(after)).toEqual([]);
  });

  it('is not copied while a companion runs', async () => {
    const store = await openStore(from, STORE_SECRETS);
    const runs = setInterval(() => void store.dueOrders(NOW, 1).catch(() => undefined), 250);
    onTestFinished(async () => {
      clearInterval(runs);
      await store.close();
    });
    const copied = copyStore(from, to, { report: () => {} });
    await expect(copied).rejects.toThrow(/^DATABASE_URL: a companion or another program .*: stop it first$/);
  });
});

describe('a store that is copied', () => {
  beforeEach(async () => void (await between('SQLite', 'SQLite')));

  it('takes no companion any more, and no second copy', async () => {
    await copy();
    await expect(openStore(from, STORE_SECRETS)).rejects.toThrow('this store was copied to another one');
    to += '-2';
    await expect(copy()).rejects.toThrow('this store was copied to another one');
  });

  it('is for no companion before it is complete', async () => {
    await interruptAt(9);
    await expect(openStore(to, STORE_SECRETS)).rejects.toThrow('a copy into this store is not finished');
    await copy();
    await opened(to);
  });

  it('is compared in the end', async () => {
    const rows = await rowsIn(from);
    await interruptAt(9);
    await change(to, `update journal set entry = '{}' where order_id = 'A' and seq = 1`);
    await expect(copy()).rejects.toThrow('--to: journal ["A",1] is not as in the source');
    expect(await rowsIn(from)).toEqual(rows);
    await opened(from);
  });

  it('is not mixed with a later state of the source', async () => {
    await interruptAt(3);
    const store = await openStore(from, STORE_SECRETS);
    await store.savedCards.used(CARD.id, NOW + 1);
    await store.close();
    await expect(copy()).rejects.toThrow(/^--to: the unfinished copy there is of another store, or this one/);
  });

  it('is released where the copy was killed after its last row was compared', async () => {
    await interruptAt(40);
    await change(
      to,
      `update pay_form_copy set state = replace(state, '"isChecked":false', '"isChecked":true')`,
    );
    await change(from, `insert into pay_form_migrations (name) values ('moved')`);
    await copy();
    await opened(to);
  });

  it('overwrites nothing', async () => {
    await (await openStore(to, STORE_SECRETS)).close();
    await expect(copy()).rejects.toThrow(/^--to: there is a store already/);
  });
});

it.runIf(HAS_POSTGRES)(
  'a companion that was overlooked cannot write to a store in Postgres any more',
  async () => {
    await between('Postgres', 'SQLite');
    const store = await openStore(from, STORE_SECRETS);
    let late: Promise<unknown> = Promise.resolve();
    const copied = copy((_, pages) => {
      if (pages === 5) late = store.append(appendTo('late')).catch((error: unknown) => error);
    });
    await copied;
    expect(String(await late)).toContain('this store was copied to another one');
    for (const write of [
      () => store.append(appendTo('later')),
      () => store.savedCards.removeAll('olena'),
      () => store.checkWritable(),
    ])
      await expect(write()).rejects.toThrow('this store was copied to another one');
    await store.close();
  },
);

/** Runs a statement on a store that nobody uses. */
async function change(url: string, text: string): Promise<void> {
  if (!url.startsWith('file:')) return runOn(url, text);
  const database = new Database(url.slice('file:'.length));
  database.exec(text);
  database.close();
}

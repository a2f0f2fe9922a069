import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Append, ConflictError, type Store } from '../payments/ports/store.ts';
import { openStore } from './open-store.ts';
import { openPostgresStore } from './postgres.ts';
import { expectDurableAfterKill } from './test-battery-crash.ts';
import { describeStore } from './test-battery.ts';
import { appendTo, EVERY_ENTRY, NOW, STORE_SECRETS } from './test-orders.ts';
import { runOn, TestPostgres, valueOn } from './test-postgres.ts';

const HOUR = 3_600_000;
const CONNECTIONS = `select count(*) from pg_stat_activity where application_name = 'pay-form'
  and datname = current_database()`;
/** Those of connections that have ended. */
const DEADLOCKS = 'select deadlocks from pg_stat_database where datname = current_database()';

const SERVER = process.env['TEST_POSTGRES_URL'];

if (SERVER === undefined) {
  describe('a store in Postgres', () => {
    it.skip('is tested only where TEST_POSTGRES_URL names a server', () => undefined);
  });
} else {
  let database: TestPostgres;
  beforeAll(async () => {
    database = await TestPostgres.create(SERVER);
  });
  afterAll(() => database.drop());
  describeStore('a store in Postgres', () => database.empty(), { shared: true });
  describe('a store in Postgres', () => testPostgres(() => database, SERVER));
}

function testPostgres(database: () => TestPostgres, server: string): void {
  beforeEach(() => database().empty());

  async function open(): Promise<Store> {
    const store = await openStore(database().url, STORE_SECRETS);
    onTestFinished(() => store.close());
    return store;
  }

  it('is made by several that start together', async () => {
    const stores = await Promise.all([open(), open(), open()]);
    await Promise.all(stores.map((store, index) => store.append(appendTo(`order-${index}`))));
    expect(await stores[0]?.readMany(['order-0', 'order-1', 'order-2'])).toHaveLength(3);
  });

  it('has all that was committed after two processes are killed', { timeout: 30_000 }, async () => {
    await (await openPostgresStore(database().url, STORE_SECRETS)).close();
    await expectDurableAfterKill(database().url, open);
  });

  it('lives on when its connections are lost', async () => {
    const store = await open();
    const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pay-form'
      and datname = current_database()`;
    await store.append(appendTo('before'));
    const appends = Array.from({ length: 50 }, (_, index) => {
      return store.append(appendTo(`order-${index}`, { entries: EVERY_ENTRY }));
    });
    const ends = Promise.allSettled(appends);
    await runOn(database().url, disconnect);
    for (const [index, end] of (await ends).entries()) {
      const { length } = await readPatiently(store, `order-${index}`);
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'StoreError' });
      else expect(length).toBe(EVERY_ENTRY.length);
      expect([0, EVERY_ENTRY.length]).toContain(length);
    }
    await store.append(appendTo('after'));
    await store.checkWritable();
  });

  it('runs again what a deadlock has ended', async () => {
    const [one, other] = [await open(), await open()];
    const orders = Array.from({ length: 24 }, (_, index) => `order-${index}`);
    // The two processes meet the same rows in opposite order.
    await Promise.all(orders.map((id) => one.append(appendTo(id))));
    const appends = [orders, orders.toReversed()].flatMap((ids, index) =>
      ids.map((id) => (index === 0 ? one : other).append(appendTo(id, { after: 1 }))),
    );
    const ends = await Promise.allSettled(appends);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'ConflictError' });
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(orders.length);
  });

  it('meets no deadlock over the places of limits, in whatever order they are wanted', async () => {
    const own = await TestPostgres.create(server);
    onTestFinished(() => own.drop());
    const { url } = own;
    const stores = await Promise.all([openStore(url, STORE_SECRETS), openStore(url, STORE_SECRETS)]);
    const numbers = Array.from({ length: 24 }, (_, index) => index);
    for (let hour = 0; hour < 3; hour += 1) {
      // Those of the hour before end while their places are taken anew.
      const work = stores.flatMap((store, index) =>
        (index === 0 ? numbers : numbers.toReversed()).flatMap((id) => [
          store.append(takesOf(`${hour}-${index}-${id}`, { id, hour })),
          store.append(endOf(`${hour - 1}-${index}-${id}`)),
        ]),
      );
      const ends = await Promise.allSettled(work);
      const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
      expect(reasons).toEqual(numbers.map(() => new ConflictError('limit')));
    }
    await Promise.all(stores.map((store) => store.close()));
    await expect.poll(() => valueOn(url, CONNECTIONS)).toBe('0');
    expect(await valueOn(url, DEADLOCKS)).toBe('0');
  });

  it('names the setting and no password where it cannot be opened', async () => {
    const wrong = ['postgres://u:secret@127.0.0.1:1/d', 'postgres://u:secret@[/d', nameless(server)];
    for (const url of wrong) {
      const error: unknown = await openStore(url, STORE_SECRETS).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        name: 'StoreError',
        message: expect.stringMatching(/^DATABASE_URL: /) as string,
      });
      expect(JSON.stringify([error, String(error), error instanceof Error && error.cause])).not.toContain(
        'secret',
      );
    }
  });
}

/** Each card is wanted by two attempts, and so is each address. */
function takesOf(name: string, { id, hour }: { id: number; hour: number }): Append {
  const at = NOW + hour * HOUR;
  const place = { attemptId: `attempt-${name}`, network: null, place: 0, at, expiresAt: at + HOUR };
  const card = { ...place, kind: 'card' as const, name: `card-${id}` };
  const address = { ...place, kind: 'address' as const, name: `address-${100 - id}` };
  return appendTo(`order-${name}`, { counts: { takes: [card, address], ends: [] } });
}

function endOf(name: string): Append {
  const ends = [{ attemptId: `attempt-${name}`, as: 'over' as const }];
  return appendTo(`end-of-${name}`, { counts: { takes: [], ends } });
}

/** The first queries may still get a connection that was lost. */
async function readPatiently(store: Store, orderId: string): Promise<unknown[]> {
  for (let tries = 0; tries < 12; tries += 1) {
    try {
      return await store.read(orderId);
    } catch {
      // Another connection.
    }
  }
  return store.read(orderId);
}

function nameless(server: string): string {
  const url = new URL(server);
  url.pathname = '/no_such_database';
  return url.href;
}

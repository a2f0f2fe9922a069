import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Append, ConflictError, type Store } from '../payments/ports.ts';
import { openStore } from './open-store.ts';
import { hasPooler, openPostgresStore } from './postgres.ts';
import { expectDurableAfterKill } from './testing/battery-crash.ts';
import { describeStore } from './testing/battery.ts';
import { appendTo, EVERY_ENTRY, NOW, STORE_SECRETS } from './testing/orders.ts';
import { hasPgBouncer, startPgBouncer, type TestPooler } from './testing/pgbouncer.ts';
import { runOn, TestPostgres, valueOn } from './testing/postgres.ts';
import { openTestProxy } from './testing/proxy.ts';

const HOUR = 3_600_000;
const CONNECTIONS = `select count(*) from pg_stat_activity where application_name = 'pay-form'
  and datname = current_database()`;
/** Counts the deadlocks of ended connections. */
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
  describeStore('a store in Postgres', () => database.empty());
  describe('a store in Postgres', () => testPostgres(() => database, SERVER));
  describe.runIf(hasPgBouncer())('behind a PgBouncer that lends connections by transaction', () => {
    let pooler: TestPooler;
    beforeAll(async () => {
      pooler = await startPgBouncer(SERVER);
    });
    afterAll(() => pooler.close());
    describeStore('a store in Postgres', async () => {
      const open = (secrets = STORE_SECRETS) => openPostgresStore(pooler.of(database.url), secrets);
      return { ...(await database.empty()), open };
    });
    testPooler(() => [database.url, pooler.of(database.url)]);
  });
}

function testPooler(urls: () => [direct: string, pooled: string]): void {
  it('is told from the database itself', async () => {
    expect(await Promise.all(urls().map((url) => hasPooler(url)))).toEqual([false, true]);
  });

  it('leaves no setting of its own on the connections that it is lent', async () => {
    const [direct, pooled] = urls();
    await runOn(direct, 'drop schema public cascade; create schema public');
    const store = await openPostgresStore(pooled, STORE_SECRETS);
    onTestFinished(() => store.close());
    await Promise.all(Array.from({ length: 30 }, (_, index) => store.append(appendTo(`order-${index}`))));
    const show = 'show statement_timeout';
    const shown = await Promise.all(Array.from({ length: 9 }, () => valueOn(pooled, show)));
    expect(new Set(shown)).toEqual(new Set([await valueOn(direct, show)]));
  });

  it('says that a pooler takes no schema in the address', async () => {
    const url = new URL(urls()[1]);
    url.searchParams.set('options', '-c search_path=one');
    await expect(openPostgresStore(url.href, STORE_SECRETS)).rejects.toThrow(/takes no `options`/);
  });
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
    expect((await stores[0]?.lengths(['order-0', 'order-1', 'order-2']))?.size).toBe(3);
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
      const { length } = await readWhenUp(store, `order-${index}`);
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'StoreError' });
      else expect(length).toBe(EVERY_ENTRY.length);
      expect([0, EVERY_ENTRY.length]).toContain(length);
    }
    await store.append(appendTo('after'));
    await store.checkWritable();
  });

  it('gives up connections that have fallen silent, and goes on over new ones', async () => {
    const { hostname, port } = new URL(database().url);
    const proxy = await openTestProxy(hostname, Number(port));
    onTestFinished(() => proxy.close());
    const url = new URL(database().url);
    url.port = String(proxy.port);
    const store = await openPostgresStore(url.href, STORE_SECRETS, { silenceMs: 300 });
    onTestFinished(() => store.close());
    await store.append(appendTo('before'));
    const made = proxy.count();
    proxy.silence();
    const fault = { message: 'DATABASE_URL: the connection to the database failed' };
    await expect(store.append(appendTo('lost'))).rejects.toMatchObject(fault);
    await store.append(appendTo('after'));
    expect(await store.read('after')).toHaveLength(1);
    expect(proxy.count()).toBeGreaterThan(made);
  });

  it('runs again what a deadlock has ended', async () => {
    const [one, other] = [await open(), await open()];
    const orders = Array.from({ length: 24 }, (_, index) => `order-${index}`);
    // The two processes reach the same rows in opposite sequence.
    await Promise.all(orders.map((id) => one.append(appendTo(id))));
    const appends = [orders, orders.toReversed()].flatMap((ids, index) =>
      ids.map((id) => (index === 0 ? one : other).append(appendTo(id, { after: 1 }))),
    );
    const ends = await Promise.allSettled(appends);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'ConflictError' });
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(orders.length);
  });

  it('has no deadlock over the limits, in any order', async () => {
    const own = await TestPostgres.create(server);
    onTestFinished(() => own.drop());
    const { url } = own;
    const stores = await Promise.all([openStore(url, STORE_SECRETS), openStore(url, STORE_SECRETS)]);
    const numbers = Array.from({ length: 24 }, (_, index) => index);
    for (let hour = 0; hour < 3; hour += 1) {
      // The attempts of the previous hour end while others begin.
      const work = stores.flatMap((store, index) =>
        (index === 0 ? numbers : numbers.toReversed()).flatMap((id) => [
          store.append(beginOf(`${hour}-${index}-${id}`, { id, hour })),
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

  it('is its own in each schema of a database', async () => {
    await runOn(
      database().url,
      'drop schema if exists one, other cascade; create schema one; create schema other',
    );
    const inSchema = async (name: string) => {
      const url = new URL(database().url);
      url.searchParams.set('options', `-c search_path=${name}`);
      const store = await openPostgresStore(url.href, STORE_SECRETS);
      onTestFinished(() => store.close());
      return store;
    };
    await (await inSchema('one')).append(appendTo('order-1'));
    expect(await (await inSchema('other')).read('order-1')).toEqual([]);
  });

  it('is found again after a schema with the name of its user was created', async () => {
    const store = await openPostgresStore(database().url, STORE_SECRETS);
    await store.append(appendTo('order-1'));
    await store.close();
    await runOn(database().url, 'create schema authorization current_user');
    onTestFinished(async () => {
      const user = await valueOn(database().url, 'select current_user');
      await runOn(database().url, `drop schema "${String(user)}" cascade`);
    });
    const again = await openPostgresStore(database().url, STORE_SECRETS);
    onTestFinished(() => again.close());
    expect(await again.read('order-1')).toHaveLength(1);
  });

  it('keeps off the tables of another program, and says so', async () => {
    await runOn(database().url, 'create table orders (id serial primary key)');
    await expect(open()).rejects.toThrow(/^DATABASE_URL: another program has tables with our names there/);
  });

  it('is refused where the tables are those of a newer version', async () => {
    await (await openPostgresStore(database().url, STORE_SECRETS)).close();
    await runOn(database().url, `insert into pay_form_migrations values ('002-later')`);
    await expect(open()).rejects.toThrow(/belong to another program or a newer version$/);
  });

  it('is refused where the encoding has no place for every letter', async () => {
    const name = `latin_${process.pid}_${Date.now()}`;
    await runOn(server, `create database ${name} encoding 'LATIN1' template template0 locale 'C'`);
    onTestFinished(() => runOn(server, `drop database ${name} with (force)`));
    const url = new URL(server);
    url.pathname = `/${name}`;
    await expect(openPostgresStore(url.href, STORE_SECRETS)).rejects.toThrow(
      /^DATABASE_URL: the encoding of the database is LATIN1/,
    );
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

/** Two attempts compete for each card and each address. */
function beginOf(name: string, { id, hour }: { id: number; hour: number }): Append {
  const one = { paymentId: `payment-${name}`, at: NOW + hour * HOUR, most: 1, windowMs: HOUR, openMs: HOUR };
  const begun = [
    { ...one, subject: `card:${id}` },
    { ...one, subject: `address:${100 - id}` },
  ];
  return appendTo(`order-${name}`, { counts: { begun, declined: [], ended: [] } });
}

const endOf = (name: string): Append =>
  appendTo(`end-of-${name}`, { counts: { begun: [], declined: [], ended: [`payment-${name}`] } });

/** The first queries may still get a lost connection. */
async function readWhenUp(store: Store, orderId: string): Promise<unknown[]> {
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

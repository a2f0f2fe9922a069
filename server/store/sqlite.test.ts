import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, OrderRecord } from '../payments/payment.ts';
import type { NewsRecord } from '../payments/store-port.ts';
import { migrationProvider } from './migrations.ts';
import { PatientSqliteDialect } from './patient-dialect.ts';
import type { StoreSecrets } from './seal.ts';
import { openDatabase, openSqliteStore } from './sqlite.ts';
import { storeBattery } from './test-battery.ts';
import { payment, STORE_SECRETS } from './test-payment.ts';

const AT = '2026-06-15T12:00:00.000Z';
const ORDER: OrderRecord = {
  id: 'order-1',
  amountMinor: 1010,
  currency: 'UAH',
  description: 'Two books',
  method: 'purchase',
  split: null,
  token: null,
  linkId: null,
  createdAt: AT,
  updatedAt: AT,
};
const NEWS: NewsRecord = {
  id: 'news-1',
  paymentId: 'p',
  operationId: null,
  source: 'webhook',
  hash: 'h',
  verdict: 'kept',
  method: 'credit',
  status: 'success',
  statusCode: null,
  transactionId: null,
  amountMinor: null,
  body: null,
  at: AT,
};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-store-'));
  path = join(folder, 'new', 'pay.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the SQLite store', () => {
  storeBattery(() => openSqliteStore(path, STORE_SECRETS));
});

describe('the file', () => {
  it('keeps everything when it is closed and opened again, and is migrated once', async () => {
    const first = await openSqliteStore(path, STORE_SECRETS);
    const written = payment();
    await first.insertPayment(written);
    await first.close();
    const second = await openSqliteStore(path, STORE_SECRETS);
    expect(await second.findPayment(written.id)).toEqual(written);
    await second.close();
  });

  it('is written through to the disk with every commit, and checks references', () => {
    const database = openDatabase(path);
    const pragma = (name: string) => Object.values(database.pragma(name, { simple: true }) as object)[0];
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
    database.close();
  });

  it('that is no database is not opened', async () => {
    path = join(folder, 'text.db');
    writeFileSync(path, 'this is no database'.repeat(100));
    await expect(openSqliteStore(path, STORE_SECRETS)).rejects.toThrow();
  });
});

describe('what is sensitive', () => {
  it('cannot be read in the file, nor under another secret, and still under the one before', async () => {
    const store = await openSqliteStore(path, STORE_SECRETS);
    const order = { ...ORDER, token: 'eyJ-the-token', linkId: 'link' };
    await store.saveOrder(order);
    await store.insertNews({ ...NEWS, body: 'the-body-of-the-news' });
    const files = ['', '-wal'].map((end) => readFileSync(path + end).toString('latin1')).join();
    expect(files).toContain('Two books');
    for (const secret of ['the-token', 'the-body']) expect(files).not.toContain(secret);
    await store.close();
    const opened = async (secrets: StoreSecrets) => {
      const again = await openSqliteStore(path, secrets);
      const found = [(await again.findOrder('order-1'))?.token, (await again.newsOfPayment('p'))[0]?.body];
      await again.close();
      return found;
    };
    const other = 'another secret of the store, 32 bytes and more';
    expect(await opened({ current: other })).toEqual([null, null]);
    const both = { current: other, previous: STORE_SECRETS.current };
    expect(await opened(both)).toEqual(['eyJ-the-token', 'the-body-of-the-news']);
  });

  it('does not open in another row', async () => {
    const store = await openSqliteStore(path, STORE_SECRETS);
    await store.saveOrder({ ...ORDER, token: 'one' });
    await store.saveOrder({ ...ORDER, id: 'order-2', token: 'other' });
    const file = openDatabase(path);
    file.exec("update orders set token = (select token from orders where id = 'order-1')");
    file.close();
    expect((await store.findOrder('order-1'))?.token).toBe('one');
    expect((await store.findOrder('order-2'))?.token).toBeNull();
    await store.close();
  });
});

describe('a file of an earlier release', () => {
  it('keeps its second payments that are given back, and asks about those in doubt', async () => {
    await earlierRelease();
    const store = await openSqliteStore(path, STORE_SECRETS);
    const brief = (await store.operationsOfPayment('p')).map((one) => [
      one.id,
      one.origin,
      one.settledBy,
      one.askAt,
      one.comment,
    ]);
    expect(brief).toEqual([
      // Of one payment one stays that is given back by itself: the one that has come farthest.
      ['planned', 'merchant', 'not-sent', null, 'Order order-1 was paid twice'],
      ['sent', 'merchant', null, AT, 'Order order-1 was paid twice'],
      ['done', 'reversal', 'gateway', null, 'Order order-1 was paid twice'],
      ['refused', 'reversal', 'refused', null, 'Order order-1 was paid twice'],
    ]);
    expect((await store.operationsToSend(AT, 10)).map((one) => one.id)).toEqual(['alone']);
    expect((await store.operationsToAsk(AT, 10)).map((one) => one.id)).toEqual(['sent']);
    expect(await store.findPayment('p')).toMatchObject({ split: null, amountMinor: 1010 });
    expect(await store.newsOfPayment('p')).toMatchObject([
      { verdict: 'applied', method: null, transactionId: null, amountMinor: null, body: null },
    ]);
    const operation = (await store.operationsOfPayment('p'))[0];
    if (operation) await store.updateOperation({ ...operation, comment: null });
    await expect(
      store.insertOperation({ ...(operation as Operation), paymentId: 'nobody', id: 'x' }),
    ).rejects.toThrow();
    await store.close();
  });

  it('knows the transaction by which each payment succeeded from the news that made it so', async () => {
    await migratedTo('010-operations-guessed', (file) => {
      paid(file, 'p', 'gateway');
      paid(file, 'q', 'person');
      paid(file, 'r', 'gateway');
      for (const [id, payment, told, at] of [
        ['n1', 'p', "null, 'applied', 'purchase', 'pending', 'declined'", 1],
        ['n2', 'p', "null, 'applied', 'purchase', 'success', 'paid'", 2],
        ['n3', 'p', "null, 'kept', 'purchase', 'success', 'further'", 0],
        ['n4', 'p', "'o', 'applied', 'refund', 'success', 'refunded'", 0],
        ['n5', 'q', "null, 'applied', 'purchase', 'success', 'in doubt'", 2],
        ['n6', 'r', "null, 'applied', 'purchase', 'success', null", 2],
      ] as const) {
        file.exec(`insert into news (id, payment_id, operation_id, verdict, method, status, transaction_id, source, hash, at)
          values ('${id}', '${payment}', ${told}, 'webhook', '${id}', '2026-06-15T12:00:0${at}.000Z')`);
      }
    });
    const store = await openSqliteStore(path, STORE_SECRETS);
    const known = await Promise.all(['p', 'q', 'r'].map((id) => store.findPayment(id)));
    expect(known.map((one) => one?.gatewayTransactionId)).toEqual(['paid', null, null]);
    await store.close();
  });

  it('knows which second payments were given back', async () => {
    await migratedTo('012-held', (file) => {
      for (const id of ['p', 'q', 'r', 's']) paid(file, id, 'gateway');
      file.exec("update payments set held = 'order-paid-twice' where id <> 's'");
      for (const [id, status, held] of [
        ['p', 'success', 'null'],
        ['q', 'unknown', 'null'],
        ['r', 'success', "'contradicting-ends'"],
        ['s', 'success', 'null'],
      ] as const) {
        file.exec(`insert into operations (id, payment_id, method, amount_minor, currency, status, held, origin,
          created_at, updated_at) values ('${id}', '${id}', 'refund', 1010, 'UAH', '${status}', ${held}, 'reversal',
          '${AT}', '${AT}')`);
      }
    });
    const store = await openSqliteStore(path, STORE_SECRETS);
    const known = await Promise.all(['p', 'q', 'r', 's'].map((id) => store.findPayment(id)));
    expect(known.map((one) => [one?.held, one?.blocking])).toEqual([
      ['given-back', false],
      ['order-paid-twice', true],
      ['order-paid-twice', true],
      [null, true],
    ]);
    await store.close();
  });

  /** The tables as they were after one of the migrations, with what is written into them. */
  async function migratedTo(name: string, write: (file: ReturnType<typeof openDatabase>) => void) {
    const file = openDatabase(path);
    const db = new Kysely<unknown>({ dialect: new PatientSqliteDialect(file) });
    const { error } = await new Migrator({ db, provider: migrationProvider }).migrateTo(name);
    expect(error).toBeUndefined();
    write(file);
    await db.destroy();
  }

  const paid = (file: ReturnType<typeof openDatabase>, id: string, settledBy: string) =>
    file.exec(`insert into payments (id, order_id, gateway_order_id, mode, method, amount_minor, currency, status,
      settled_by, blocking, idempotency_key, request_hash, created_at, updated_at) values ('${id}', 'order-${id}',
      'order-${id}', 'direct', 'purchase', 1010, 'UAH', 'success', '${settledBy}', 1, 'k', 'h', '${AT}', '${AT}')`);

  /** The tables as they were, with a payment, its operations and news. */
  async function earlierRelease(): Promise<void> {
    const file = openDatabase(path);
    const db = new Kysely<unknown>({ dialect: new PatientSqliteDialect(file) });
    const { error } = await new Migrator({ db, provider: migrationProvider }).migrateTo('004-outbox');
    expect(error).toBeUndefined();
    file.exec(`insert into payments (id, order_id, gateway_order_id, mode, method, amount_minor, currency, status,
      blocking, idempotency_key, request_hash, created_at, updated_at)
      values ('p', 'order-1', 'order-1', 'direct', 'purchase', 1010, 'UAH', 'success', 0, 'k', 'h', '${AT}', '${AT}')`);
    const operation = (id: string, status: string, code: string, sent: string) =>
      file.exec(`insert into operations (id, payment_id, method, amount_minor, currency, status, status_code, comment,
        sent_at, created_at, updated_at) values ('${id}', 'p', 'refund', 1010, 'UAH', '${status}', ${code},
        'Order order-1 was paid twice', ${sent}, '${AT}', '${AT}')`);
    file.exec(`insert into payments (id, order_id, gateway_order_id, mode, method, amount_minor, currency, status,
      blocking, idempotency_key, request_hash, created_at, updated_at)
      values ('q', 'order-2', 'order-2', 'direct', 'purchase', 1010, 'UAH', 'success', 0, 'k', 'h', '${AT}', '${AT}')`);
    operation('alone', 'unknown', 'null', 'null');
    file.exec("update operations set payment_id = 'q'");
    operation('planned', 'unknown', 'null', 'null');
    operation('sent', 'unknown', 'null', `'${AT}'`);
    operation('done', 'success', "'1004'", `'${AT}'`);
    operation('refused', 'failure', "'P-400'", `'${AT}'`);
    file.exec(
      `insert into news (id, payment_id, source, hash, verdict, at) values ('n', 'p', 'webhook', 'h', 'applied', '${AT}')`,
    );
    await db.destroy();
  }
});

describe('two connections', () => {
  it('wait for each other without stopping the process', async () => {
    const [one, other] = await Promise.all([
      openSqliteStore(path, STORE_SECRETS),
      openSqliteStore(path, STORE_SECRETS),
    ]);
    let beats = 0;
    const pulse = setInterval(() => (beats += 1), 5);
    const slow = one.transaction(async (tx) => {
      await tx.insertPayment(payment());
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    await other.insertPayment(payment({ orderId: 'order-2' }));
    await slow;
    clearInterval(pulse);
    // Of some eighty; a process that waits by standing still has none.
    expect(beats).toBeGreaterThan(5);
    expect(await other.paymentsOfOrder('order-1')).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });
});

describe('two processes', () => {
  const WRITER = new URL('./test-writer.ts', import.meta.url);

  /** Runs a process that opens the file, and writes payments of its own and of an order that all want. */
  function write(name: string): Promise<number> {
    return new Promise((resolve, reject) => {
      let won = 0;
      const child = fork(WRITER, [path, name], {
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      let problems = '';
      child.stderr?.on('data', (text) => {
        problems += String(text);
      });
      child.on('message', (message) => {
        won = Number(message);
      });
      child.on('exit', (code) => (code === 0 ? resolve(won) : reject(new Error(problems))));
    });
  }

  it('make the file at the same time and write to it at the same time, and nothing is lost', async () => {
    const won = await Promise.all(['a', 'b', 'c'].map(write));
    const store = await openSqliteStore(path, STORE_SECRETS);
    for (const name of ['a', 'b', 'c']) expect(await store.paymentsOfOrder(name)).toHaveLength(30);
    expect(won.reduce((sum, one) => sum + one)).toBe(30);
    await store.close();
  }, 30_000);
});

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, openSqliteStore } from './sqlite.ts';
import { storeBattery } from './test-battery.ts';
import { payment, STORE_SECRETS } from './test-payment.ts';

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

describe('two connections', () => {
  it('wait for each other without stopping the process', async () => {
    const [one, other] = await Promise.all([
      openSqliteStore(path, STORE_SECRETS),
      openSqliteStore(path, STORE_SECRETS),
    ]);
    let longest = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const slow = one.transaction(async (tx) => {
      await tx.insertPayment(payment());
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    await other.insertPayment(payment({ orderId: 'order-2' }));
    await slow;
    clearInterval(pulse);
    expect(longest).toBeLessThan(200);
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

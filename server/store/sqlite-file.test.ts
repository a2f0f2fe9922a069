import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../payments/ports.ts';
import { openStore } from './open-store.ts';
import { StoreError } from './session.ts';
import { openSqliteStore } from './sqlite.ts';
import { expectDurableAfterKill } from './testing/battery-crash.ts';
import { appendTo, EVERY_ENTRY, STORE_SECRETS } from './testing/orders.ts';

let folder: string;
const stores: Store[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-form-store-'));
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

async function open(name = 'pay.db', lockTimeoutMs = 10_000): Promise<Store> {
  const store = await openSqliteStore(join(folder, name), STORE_SECRETS, { lockTimeoutMs });
  stores.push(store);
  return store;
}

const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('the file of a store', () => {
  it('can be read by its owner only, as can the folder that was made for it', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const store = await open('new/deep/pay.db');
    await store.append(appendTo('order-1'));
    for (const name of ['pay.db', 'pay.db-wal', 'pay.db-shm']) expect(modeOf(`new/deep/${name}`)).toBe('600');
    expect(modeOf('new/deep')).toBe('700');
  });

  it.each(['removed', 'replaced'])('is written to no more soon after it was %s, and says so', async (how) => {
    const store = await open();
    await store.append(appendTo('before'));
    const path = join(folder, 'pay.db');
    renameSync(path, join(folder, 'moved.db'));
    if (how === 'replaced') writeFileSync(path, '');
    const isForgotten = async () => {
      const error = await errorOf(store.append(appendTo(randomUUID())));
      return error instanceof StoreError && error.message.includes('moved, removed or replaced');
    };
    await expect.poll(isForgotten, { timeout: 15_000 }).toBe(true);
    renameSync(join(folder, 'moved.db'), path);
    await store.append(appendTo('after'));
  });

  it('holds nothing of an address that was forgotten', async () => {
    const store = await open();
    const subject = 'address:198.51.100.7';
    const begun = [{ subject, paymentId: 'a', at: 0, most: 1, windowMs: 10, openMs: 10 }];
    await store.append(appendTo('order-1', { counts: { begun, declined: [], ended: [] } }));
    expect(readFileSync(join(folder, 'pay.db-wal')).includes(subject)).toBe(true);
    await store.limits.forget(10);
    await stores.pop()?.close();
    expect(readFileSync(join(folder, 'pay.db')).includes(subject)).toBe(false);
  });

  it('leaves the mode of a folder that is there', async () => {
    mkdirSync(join(folder, 'shared'));
    chmodSync(join(folder, 'shared'), 0o755);
    await open('shared/pay.db');
    expect(modeOf('shared')).toBe('755');
  });

  it('holds no secret in clear', async () => {
    const store = await open();
    await store.append(appendTo('order-1', { entries: EVERY_ENTRY }));
    const card = { id: 'c', posId: 'p', customerId: 'olena', mask: '1', brand: null, expires: '12/30' };
    await store.savedCards.save(card, { token: 'card-token', expiresAt: null }, 1);
    await store.close();
    stores.pop();
    const bytes = readFileSync(join(folder, 'pay.db')).toString('latin1');
    expect(bytes).toContain('order-updated');
    expect(bytes).toContain('olena');
    for (const secret of ['a.b.', 'card-token']) expect(bytes).not.toContain(secret);
  });

  it('is opened by the address of DATABASE_URL', async () => {
    for (const address of [`file:${folder}/a.db`, `file://${folder}/b.db`]) {
      stores.push(await openStore(address, STORE_SECRETS));
    }
    expect([modeOf('a.db'), modeOf('b.db')]).toEqual(['600', '600']);
    expect(await errorOf(openStore('mysql://u:secret@h/d', STORE_SECRETS))).toMatchObject({
      name: 'StoreError',
      message: expect.not.stringContaining('secret') as string,
    });
  });

  it('is made by several stores that start together', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => open()));
    await Promise.all(opened.map((store, index) => store.append(appendTo(`order-${index}`))));
    expect(await opened[0]?.orderIds(null, 9)).toEqual(['order-0', 'order-1', 'order-2', 'order-3']);
    expect(await opened[0]?.read('order-3')).toHaveLength(1);
  });

  it('has all that was committed after two processes are killed', { timeout: 30_000 }, async () => {
    await expectDurableAfterKill(`file:${join(folder, 'pay.db')}`, () => open());
  });
});

describe('a store that cannot be opened', () => {
  it('names the setting and what is wrong', async () => {
    writeFileSync(join(folder, 'text.db'), 'no database'.repeat(1000));
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'directory.db'));
    const shop = new Database(join(folder, 'shop.db'));
    shop.exec('create table orders (id integer primary key)');
    shop.close();
    const wrong: [string, RegExp][] = [
      ['text.db', /^DATABASE_URL: the file is not a SQLite database$/],
      ['file/pay.db', /^DATABASE_URL: the folder .*file cannot be written$/],
      ['file/deep/pay.db', /^DATABASE_URL: the folder .*deep does not exist and cannot be created$/],
      ['directory.db', /^DATABASE_URL: \S+ is a folder/],
      ['shop.db', /^DATABASE_URL: another program has tables with our names there/],
    ];
    for (const [name, message] of wrong) {
      const error = await errorOf(open(name));
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ message: expect.stringMatching(message) as string });
    }
  });
});

describe('a store that another process has locked', () => {
  /** Holds the write lock until the returned function is called. */
  function lock(): () => void {
    const other = new Database(join(folder, 'pay.db'));
    other.exec('begin immediate');
    return () => {
      other.exec('rollback');
      other.close();
    };
  }

  it('goes on with reads meanwhile, and with writes once it may', async () => {
    const store = await open();
    await store.append(appendTo('order-1'));
    const release = lock();
    let isWritten = false;
    const write = store.append(appendTo('order-2')).then(() => (isWritten = true));
    for (let reads = 0; reads < 20; reads += 1) expect(await store.read('order-1')).toHaveLength(1);
    expect(await store.backlog(0)).toMatchObject({ dueOrders: 0 });
    expect(isWritten).toBe(false);
    release();
    await write;
    expect(await store.read('order-2')).toHaveLength(1);
  });

  it('turns writes away after its patience, and writes again later', async () => {
    const store = await open('pay.db', 100);
    await store.append(appendTo('order-1'));
    const release = lock();
    const writes = [0, 1, 2].map((index) => store.append(appendTo(`late-${index}`)));
    for (const error of await Promise.all([...writes, store.checkWritable()].map(errorOf))) {
      expect(error).toMatchObject({ name: 'StoreError', code: 'SQLITE_BUSY' });
    }
    release();
    await store.append(appendTo('order-2'));
    await store.checkWritable();
    expect(await store.read('late-0')).toEqual([]);
  });
});

const disk = mountSmallDisk();
afterAll(() => {
  if (disk === null) return;
  // libsql closes a file only when its statements are collected.
  execFileSync('umount', ['--lazy', disk]);
  rmdirSync(disk);
});

describe('a store on a full disk', () => {
  it.skipIf(disk === null)('says so, leaves nothing half-written, and writes again later', async () => {
    const small = disk ?? '';
    const store = await openSqliteStore(join(small, 'pay.db'), STORE_SECRETS);
    onTestFinished(() => store.close());
    const filler = join(small, 'filler');
    writeFileSync(filler, '');
    fill(filler);
    const written = new Map<string, boolean>();
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const error = await errorOf(store.append(appendTo(`order-${index}`, { entries: EVERY_ENTRY })));
        if (error) expect(error).toMatchObject({ message: 'DATABASE_URL: the disk is full' });
        written.set(`order-${index}`, error === null);
      }),
    );
    expect([...written.values()]).toContain(false);
    expect(await errorOf(store.checkWritable())).toMatchObject({ code: 'SQLITE_FULL' });
    for (const [id, whole] of written)
      expect(await store.read(id)).toHaveLength(whole ? EVERY_ENTRY.length : 0);
    rmSync(filler);
    await store.append(appendTo('later'));
    await store.checkWritable();
  });

  it.runIf(disk === null)('is tested only by root, who can mount a small one', () => undefined);
});

/** @returns its path, or null if this process may not mount anything */
function mountSmallDisk(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'pay-form-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', place], { stdio: 'ignore' });
    return place;
  } catch {
    rmSync(place, { recursive: true });
    return null;
  }
}

function fill(path: string): void {
  try {
    for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: 'a' });
  } catch {
    // Full.
  }
}

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../payments/ports.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { appendTo, EVERY_ENTRY, STORE_SECRETS } from '../store/test-orders.ts';
import { run } from './run.ts';
import { testWorld } from './test-world.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-backup-'));
  store = await openSqliteStore(join(folder, 'pay.db'), STORE_SECRETS);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function backup(file: string, url = `file:${join(folder, 'pay.db')}`) {
  const world = testWorld({ env: { DATABASE_URL: url } });
  const code = await run(['backup', file], world);
  return { code, out: world.out(), err: world.err() };
}

describe('pay-form backup', () => {
  it('copies all that was committed, from a companion that runs and goes on', async () => {
    for (let index = 0; index < 50; index += 1) {
      await store.append(appendTo(`order-${index}`, { entries: EVERY_ENTRY }));
    }
    const file = join(folder, 'copy.db');
    const later = store.append(appendTo('later'));
    expect(await backup(file)).toEqual({ code: 0, out: `${file}: ${statSync(file).size} bytes\n`, err: '' });
    await later;
    const copy = await openSqliteStore(file, STORE_SECRETS);
    const ids = Array.from({ length: 50 }, (_, index) => `order-${index}`);
    const journals = await copy.readMany(ids);
    expect(journals.every((entries) => entries.length === EVERY_ENTRY.length)).toBe(true);
    expect(journals[7]).toEqual(await store.read('order-7'));
    await copy.close();
  });

  it('makes a file that only its owner can read', async () => {
    const before = process.umask(0);
    await backup(join(folder, 'copy.db'));
    process.umask(before);
    expect(statSync(join(folder, 'copy.db')).mode & 0o777).toBe(0o600);
  });

  it('overwrites nothing, and leaves nothing where it fails', async () => {
    const file = join(folder, 'copy.db');
    writeFileSync(file, 'dear');
    expect(await backup(file)).toEqual({
      code: 1,
      out: '',
      err: `pay-form backup: ${file} is there already\n`,
    });
    expect(statSync(file).size).toBe(4);
    writeFileSync(join(folder, 'text.db'), 'no database'.repeat(1_000));
    const other = join(folder, 'other.db');
    const wrong = await backup(other, `file:${join(folder, 'text.db')}`);
    expect(wrong).toMatchObject({
      code: 1,
      err: 'pay-form backup: DATABASE_URL: the file is not a SQLite database\n',
    });
    expect(existsSync(other)).toBe(false);
  });

  it('makes no database where there is none', async () => {
    const missing = join(folder, 'missing', 'pay.db');
    const { code, err } = await backup(join(folder, 'copy.db'), `file:${missing}`);
    expect([code, err]).toEqual([1, `pay-form backup: DATABASE_URL: there is no database ${missing}\n`]);
    expect(readdirSync(folder).some((name) => name.startsWith('copy') || name === 'missing')).toBe(false);
  });

  it('says how Postgres is copied, without its password, and that nothing was copied', async () => {
    const { code, out, err } = await backup("a file's.dump", 'postgres://pay:secret@db.example/pay');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`pg_dump --format=custom '--file=a file'\\''s.dump' "$DATABASE_URL"`);
    expect(err).not.toContain('secret');
  });

  it('names a DATABASE_URL that is none', async () => {
    expect((await backup('x', 'mysql://db')).err).toContain(
      'DATABASE_URL must begin with file: or postgres://',
    );
  });
});

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { checkSqlite } from './sqlite-check.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-'));
  file = join(folder, 'pay.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the SQLite file', () => {
  it('of a companion that runs is well, and is left as it is', async () => {
    const store = await openSqliteStore(file, { current: 'a secret of the store, 32 bytes and more' });
    const before = [readdirSync(folder), statSync(file).mtimeMs];
    expect(await checkSqlite(file)).toMatchObject({
      status: 'ok',
      message: `${file} can be read and written`,
    });
    expect([readdirSync(folder), statSync(file).mtimeMs]).toEqual(before);
    await store.close();
  });

  it('that is not there yet is well where it can be made, and is not made', async () => {
    const deep = join(folder, 'a', 'b', 'pay.db');
    expect(await checkSqlite(deep)).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('does not exist yet'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be a file that is still empty', async () => {
    writeFileSync(file, '');
    expect((await checkSqlite(file)).status).toBe('ok');
  });

  it('is warned of where its WAL grows', async () => {
    // Written by hand: a driver that closes late would delete the WAL during the test.
    writeFileSync(file, 'SQLite format 3\0');
    writeFileSync(`${file}-wal`, '');
    truncateSync(`${file}-wal`, 64_000_000);
    expect((await checkSqlite(file)).status).toBe('ok');
    truncateSync(`${file}-wal`, 81_000_000);
    expect(await checkSqlite(file)).toMatchObject({
      status: 'warn',
      message: `${file}-wal has grown to 81 MB`,
    });
  });

  it('is not another file', async () => {
    writeFileSync(file, 'a letter, and not a database');
    expect(await checkSqlite(file)).toMatchObject({
      status: 'fail',
      message: `${file} is not a SQLite database`,
    });
  });

  it('is not a folder', async () => {
    expect(await checkSqlite(folder)).toMatchObject({ status: 'fail', message: `${folder} is not a file` });
  });

  it('cannot be made beneath a file', async () => {
    writeFileSync(file, '');
    expect(await checkSqlite(join(file, 'pay.db'))).toMatchObject({
      status: 'fail',
      message: `${file} is not a folder`,
    });
  });

  it('in memory is warned of', async () => {
    expect((await checkSqlite(':memory:')).status).toBe('warn');
  });

  // Permissions do not restrict root.
  it.skipIf(process.getuid?.() === 0)('fails where the folder may not be written', async () => {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    expect((await checkSqlite(join(folder, 'closed', 'pay.db'))).status).toBe('fail');
  });
});

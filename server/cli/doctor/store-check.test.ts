import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../store/sqlite.ts';
import { checkStore } from './store-check.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-'));
  file = join(folder, 'pay.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the store', () => {
  it('of a companion that runs is well, and is left as it is', async () => {
    const database = openDatabase(file);
    database.exec('create table payments (id text)');
    const before = [readdirSync(folder), statSync(file).mtimeMs];
    expect(await checkStore(file)).toMatchObject({
      status: 'ok',
      message: `${file} can be read and written`,
    });
    expect([readdirSync(folder), statSync(file).mtimeMs]).toEqual(before);
    database.close();
  });

  it('that is not there yet is well where it can be made, and is not made', async () => {
    const deep = join(folder, 'a', 'b', 'pay.db');
    expect(await checkStore(deep)).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('not there yet'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be a file that is still empty', async () => {
    writeFileSync(file, '');
    expect((await checkStore(file)).status).toBe('ok');
  });

  it('is not another file', async () => {
    writeFileSync(file, 'a letter, and not a database');
    expect(await checkStore(file)).toMatchObject({
      status: 'fail',
      message: `${file} is no SQLite database`,
    });
  });

  it('is not a folder', async () => {
    expect(await checkStore(folder)).toMatchObject({ status: 'fail', message: `${folder} is no file` });
  });

  it('cannot be made beneath a file', async () => {
    writeFileSync(file, '');
    expect(await checkStore(join(file, 'pay.db'))).toMatchObject({
      status: 'fail',
      message: `${file} is no folder`,
    });
  });

  it('in memory is warned of', async () => {
    expect((await checkStore(':memory:')).status).toBe('warn');
  });

  // Permissions do not hold root back.
  it.skipIf(process.getuid?.() === 0)('fails where the folder may not be written', async () => {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    expect((await checkStore(join(folder, 'closed', 'pay.db'))).status).toBe('fail');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { unlock } from '../store/testing/copies.ts';
import { appendTo, STORE_SECRETS } from '../store/testing/orders.ts';
import { ranIn, testTerminal } from './testing/terminal.ts';

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-copy-'));
  url = `file:${join(folder, 'pay.db')}`;
  const store = await openSqliteStore(join(folder, 'pay.db'), STORE_SECRETS);
  await store.append(appendTo('order-1'));
  await store.close();
  unlock(url);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copyTo = (to: string, from = url) =>
  ranIn(['store', 'copy', '--to', to], testTerminal({ env: { DATABASE_URL: from } }));

describe('pay-form store copy', () => {
  it('copies the store of DATABASE_URL without any other setting, and says what to do next', async () => {
    const to = `file:${join(folder, 'new', 'pay.db')}`;
    expect(await copyTo(to)).toMatchObject({
      code: 0,
      out: '2 rows copied and compared. Set DATABASE_URL to the copy, and start the companion.\n',
      err: '',
    });
    const store = await openSqliteStore(join(folder, 'new', 'pay.db'), STORE_SECRETS);
    expect(await store.read('order-1')).toHaveLength(1);
    await store.close();
  });

  it('names the store that it refuses, and no password', async () => {
    const lost = `file:${join(folder, 'lost.db')}`;
    const { code, err } = await copyTo(url, lost);
    expect([code, err]).toEqual([
      1,
      `pay-form store copy: DATABASE_URL: there is no database ${join(folder, 'lost.db')}\n`,
    ]);
    const nowhere = await copyTo('postgres://pay:secret@127.0.0.1:1/pay');
    expect([nowhere.code, nowhere.err]).toEqual([
      1,
      'pay-form store copy: --to: nothing listens at the address of the database\n',
    ]);
  });

  it('takes no other kind of database', async () => {
    const { code, err } = await copyTo('mysql://pay@db.example/pay');
    expect(code).toBe(2);
    expect(err).toContain('--to must be file:… or postgres://…');
  });
});

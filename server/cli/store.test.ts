import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POS_ID } from '../payments/testing/gateway.ts';
import { createTestDeps, pay } from '../payments/testing/test-deps.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { appendTo, EVERY_ENTRY } from '../store/testing/orders.ts';
import { failure, json, ranIn, type Reply, testTerminal } from './testing/terminal.ts';

const STORE_SECRET = 'a secret of the store for tests, 32 bytes and more';
const SECRETS = { current: STORE_SECRET };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-store-'));
  file = join(folder, 'pay.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command with valid settings, except for these. */
async function ran(argv: string[], over: Record<string, string> = {}, replies: Reply[] = []) {
  const env = {
    GATEWAY_URL: 'https://gateway.example',
    GATEWAY_POS_ID: POS_ID,
    GATEWAY_API_KEY: 'api-key-0123456789',
    GATEWAY_API_SECRET: 'api-secret-0123456789',
    GATEWAY_ENDPOINTS_KEY: 'endpoints-key-0123456789',
    ORDER_SECRET: 'a secret of the orders for tests, 32 bytes and more',
    STORE_SECRET,
    DATABASE_URL: `file:${file}`,
    ...over,
  };
  return ranIn(argv, testTerminal({ env, replies }));
}

/** A store with a paid order for each id, closed. */
async function paid(...ids: string[]): Promise<void> {
  const store = await openSqliteStore(file, SECRETS);
  const payments = createTestDeps(store);
  for (const id of ids) await pay(payments, { id });
  await store.close();
}

describe('pay-form backup', () => {
  async function backup(copy: string, url = `file:${file}`) {
    const { code, out, err } = await ran(['backup', copy], { DATABASE_URL: url });
    return { code, out, err };
  }

  it('copies all that was committed, from a companion that runs and goes on', async () => {
    const store = await openSqliteStore(file, SECRETS);
    for (let index = 0; index < 50; index += 1) {
      await store.append(appendTo(`order-${index}`, { entries: EVERY_ENTRY }));
    }
    const copy = join(folder, 'copy.db');
    const later = store.append(appendTo('later'));
    expect(await backup(copy)).toEqual({ code: 0, out: `${copy}: ${statSync(copy).size} bytes\n`, err: '' });
    await later;
    const restored = await openSqliteStore(copy, SECRETS);
    const ids = Array.from({ length: 50 }, (_, index) => `order-${index}`);
    const journals = await Promise.all(ids.map((id) => restored.read(id)));
    expect(journals.every((entries) => entries.length === EVERY_ENTRY.length)).toBe(true);
    expect(journals[7]).toEqual(await store.read('order-7'));
    await restored.close();
    await store.close();
  });

  it('makes a file that only its owner can read', async () => {
    await paid('order-1');
    const before = process.umask(0);
    await backup(join(folder, 'copy.db'));
    process.umask(before);
    expect(statSync(join(folder, 'copy.db')).mode & 0o777).toBe(0o600);
  });

  it('overwrites nothing, and leaves nothing where it fails', async () => {
    await paid('order-1');
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, 'dear');
    expect(await backup(copy)).toEqual({
      code: 1,
      out: '',
      err: `pay-form backup: ${copy} is there already\n`,
    });
    expect(statSync(copy).size).toBe(4);
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

describe('pay-form rebuild', () => {
  it('says how much was made anew', async () => {
    await paid('order-1', 'order-2');
    const out = '2 orders, 2 payments, 0 operations\n';
    expect(await ran(['rebuild'])).toMatchObject({ code: 0, out, err: '' });
  });

  it('names an order that cannot be read, and rebuilds the others', async () => {
    await paid('order-1', 'order-2');
    const database = new Database(file);
    database.exec(`update journal set entry = '{' where order_id = 'order-1'`);
    database.close();
    const out = 'order-1  cannot be read: skipped\n1 orders, 1 payments, 0 operations\n';
    expect(await ran(['rebuild'])).toMatchObject({ code: 1, out });
  });

  it('names every setting that is invalid, and opens nothing', async () => {
    const { code, err } = await ran(['rebuild'], { ORDER_SECRET: 'short', GATEWAY_POS_ID: 'x' });
    expect(code).toBe(1);
    expect(err).toMatch(/ORDER_SECRET[^]*GATEWAY_POS_ID|GATEWAY_POS_ID[^]*ORDER_SECRET/);
    expect(existsSync(file)).toBe(false);
  });

  it('says why the store cannot be opened', async () => {
    writeFileSync(file, 'this is no database, but a text that is long enough to be read as one');
    const { code, err } = await ran(['rebuild']);
    expect([code, err]).toEqual([1, expect.stringMatching(/^pay-form rebuild: .*DATABASE_URL/)]);
  });
});

const PAYMENT = {
  payment_id: 'p-1',
  order_id: 'order-1',
  pos_id: POS_ID,
  mode: 'direct',
  method: 'purchase',
  amount: 10.1,
  currency: 'UAH',
  status: 'success',
  status_code: '1000',
};
const REFUND = { ...PAYMENT, method: 'refund', operation_id: 'portal-1', amount: 5, status_code: '1004' };

describe('pay-form reconcile', () => {
  beforeEach(() => paid('order-1'));
  const reconcile = (argv: string[], replies: Reply[] = []) => ran(['reconcile', ...argv], {}, replies);

  it('prints what changed, and what it cannot know', async () => {
    const { code, out, err, sent } = await reconcile(['--since', '2026-06-01'], [json([PAYMENT, REFUND])]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^order-1 {2}operation \S+: refund of 5\.00 UAH is success$/m);
    expect(out).toContain('1 orders: 1 changed, 0 not answered, 0 with an unknown payment\n');
    expect(out).toContain('This command cannot find orders created after the backup');
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET https://gateway.example/api/v1/pos/${POS_ID}/orders/order-1`,
    ]);
    const again = await reconcile(['--since', '2026-06-01'], [json([PAYMENT, REFUND])]);
    expect(again.out).toMatch(/^1 orders: 0 changed/);
  });

  it('fails where the gateway does not answer, and names the order', async () => {
    const { code, out } = await reconcile(['--since', '2026-06-01'], [failure('ECONNREFUSED')]);
    expect(code).toBe(1);
    expect(out).toMatch(/^order-1 {2}not answered: run the command again$/m);
  });

  it('asks about nothing older', async () => {
    const { code, out, sent } = await reconcile(['--since', '2026-06-16T00:00:00Z']);
    expect([code, sent]).toEqual([0, []]);
    expect(out).toMatch(/^0 orders/);
  });
});

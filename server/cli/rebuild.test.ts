import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, pay } from '../payments/test-world.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { run } from './run.ts';
import { testWorld } from './test-world.ts';

const STORE_SECRET = 'a secret of the store for tests, 32 bytes and more';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-rebuild-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = (over: Record<string, string> = {}) => ({
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_POS_ID: '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11',
  GATEWAY_API_KEY: 'api-key-0123456789',
  GATEWAY_API_SECRET: 'api-secret-0123456789',
  GATEWAY_ENDPOINTS_KEY: 'endpoints-key-0123456789',
  ORDER_SECRET: 'a secret of the orders for tests, 32 bytes and more',
  STORE_SECRET,
  DATABASE_URL: `file:${join(folder, 'pay.db')}`,
  ...over,
});

describe('pay-form rebuild', () => {
  it('says how much was made anew', async () => {
    const store = await openSqliteStore(join(folder, 'pay.db'), { current: STORE_SECRET });
    const payments = createWorld(store);
    await pay(payments);
    await pay(payments, { id: 'order-2' });
    await store.close();
    const world = testWorld({ env: env() });
    expect(await run(['rebuild'], world)).toBe(0);
    expect(world.out()).toBe('2 orders, 2 payments, 0 operations\n');
    expect(world.err()).toBe('');
  });

  it('names an order that cannot be read, and rebuilds the others', async () => {
    const store = await openSqliteStore(join(folder, 'pay.db'), { current: STORE_SECRET });
    const payments = createWorld(store);
    for (const id of ['order-1', 'order-2']) await pay(payments, { id });
    await store.close();
    const database = new Database(join(folder, 'pay.db'));
    database.exec(`update journal set entry = '{' where order_id = 'order-1'`);
    database.close();
    const world = testWorld({ env: env() });
    expect(await run(['rebuild'], world)).toBe(1);
    expect(world.out()).toBe('order-1  cannot be read: skipped\n1 orders, 1 payments, 0 operations\n');
  });

  it('names every setting that is invalid, and opens nothing', async () => {
    const world = testWorld({ env: env({ ORDER_SECRET: 'short', GATEWAY_POS_ID: 'x' }) });
    expect(await run(['rebuild'], world)).toBe(1);
    expect(world.err()).toMatch(/ORDER_SECRET/);
    expect(world.err()).toMatch(/GATEWAY_POS_ID/);
    expect(existsSync(join(folder, 'pay.db'))).toBe(false);
  });

  it('says why the store cannot be opened', async () => {
    writeFileSync(
      join(folder, 'pay.db'),
      'this is no database, but a text that is long enough to be read as one',
    );
    const world = testWorld({ env: env() });
    expect(await run(['rebuild'], world)).toBe(1);
    expect(world.err()).toMatch(/^pay-form rebuild: .*DATABASE_URL/);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POS_ID } from '../payments/test-gateway.ts';
import { createWorld, pay } from '../payments/test-world.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { run } from './run.ts';
import { failure, json, type Reply, testWorld } from './test-world.ts';

const STORE_SECRET = 'a secret of the store for tests, 32 bytes and more';
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

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-reconcile-'));
  const store = await openSqliteStore(join(folder, 'pay.db'), { current: STORE_SECRET });
  await pay(createWorld(store));
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function reconcile(argv: string[], replies: Reply[] = []) {
  const env = {
    GATEWAY_URL: 'https://gateway.example',
    GATEWAY_POS_ID: POS_ID,
    GATEWAY_API_KEY: 'api-key-0123456789',
    GATEWAY_API_SECRET: 'api-secret-0123456789',
    GATEWAY_ENDPOINTS_KEY: 'endpoints-key-0123456789',
    ORDER_SECRET: 'a secret of the orders for tests, 32 bytes and more',
    STORE_SECRET,
    DATABASE_URL: `file:${join(folder, 'pay.db')}`,
  };
  const world = testWorld({ env, replies });
  const code = await run(['reconcile', ...argv], world);
  return { code, out: world.out(), err: world.err(), sent: world.sent };
}

describe('pay-form reconcile', () => {
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

  it.each([[], ['--since', 'yesterday'], ['--since', '2026-13-01'], ['--since', '1.11.2026']])(
    'needs a day: %s %s',
    async (...argv) => {
      const { code, err } = await reconcile(argv.filter((one) => one !== undefined));
      expect(code).toBe(2);
      expect(err).toMatch(/^pay-form reconcile: --since (is missing|must be a day)/);
    },
  );
});

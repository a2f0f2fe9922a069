import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClockRange } from '../../payments/order/journal.ts';
import { journalOf, NOON, started, orderUpdated } from '../../payments/order/testing/entries.ts';
import type { Store } from '../../payments/ports.ts';
import { readSettings } from '../../settings.ts';
import { openPostgresStore } from '../../store/postgres.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { appendTo, listed, projected, STORE_SECRETS } from '../../store/testing/orders.ts';
import { TestPostgres } from '../../store/testing/postgres.ts';
import { ENVIRONMENT } from '../../testing/settings.ts';
import { checkStamps } from './gateway-stamps.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-'));
  file = join(folder, 'pay.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (url = `file:${file}`) => checkStamps(readSettings({ ...ENVIRONMENT, DATABASE_URL: url }), 500);
const NOT_KNOWN = { status: 'ok', message: 'not known yet: no payment has been answered', advice: null };
const UNREADABLE = { status: 'warn', message: 'not known: the newest payments cannot be read' };

/** A store of a running companion, with payments that knew this of the gateway's clock, the oldest first. */
async function stored(clocks: readonly (ClockRange | null)[], opening?: Promise<Store>): Promise<void> {
  const store = await (opening ?? openSqliteStore(file, STORE_SECRETS));
  onTestFinished(() => store.close());
  for (const [index, gatewayClock] of clocks.entries()) {
    const [orderId, id, sentAt] = [`order-${index}`, `p${index}`, NOON + index * 1_000];
    const entries = journalOf(orderUpdated(), started({ id, sentAt, gatewayClock }));
    const view = { orderId, createdAt: new Date(sentAt).toISOString() };
    const projection = projected({}, { payments: [listed(id, view)] });
    await store.append(appendTo(orderId, { entries, projection }));
  }
}

const seconds = (least: number, most = least): ClockRange => ({
  leastMs: least * 1_000,
  mostMs: most * 1_000,
});

describe('the stamps of the gateway', () => {
  it.each([
    ['agree with this clock', [seconds(-2, 1)]],
    ['agree with this clock', [seconds(60)]],
    ['61 s ahead of this clock: the companion allows for it', [seconds(61)]],
    ['10800 s behind this clock (local time?): the companion allows for it', [seconds(-10_801, -10_799)]],
    ['20707 s ahead of this clock (local time?): the companion allows for it', [seconds(20_707)]],
    ['3700 s ahead of this clock: the companion allows for it', [seconds(3_700)]],
    ['agree with this clock', [seconds(7_200), seconds(0)]],
    ['70 s behind this clock: the companion allows for it', [seconds(7_200), seconds(-70), null]],
  ])('%s, by what the newest payment that knows it has learned', async (message, clocks) => {
    await stored(clocks);
    expect(await check()).toEqual({ status: 'ok', message, advice: null });
  });

  it.each([
    ['no payments', []],
    ['payments that know nothing', [null, null]],
  ])('are not known from a store with %s', async (_what, clocks) => {
    await stored(clocks);
    expect(await check()).toEqual(NOT_KNOWN);
  });

  it('are read without a change to the file', async () => {
    await stored([seconds(0)]);
    const before = [readdirSync(folder), statSync(file).mtimeMs];
    await check();
    expect([readdirSync(folder), statSync(file).mtimeMs]).toEqual(before);
  });

  it('are not known before there is a store, and none is made', async () => {
    expect([await check(), await check('file::memory:')]).toEqual([NOT_KNOWN, NOT_KNOWN]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are not known where the store cannot be read', async () => {
    await (await openSqliteStore(file, STORE_SECRETS)).close();
    truncateSync(file, 5_000);
    expect(await check()).toMatchObject(UNREADABLE);
    expect(await check('postgres://shop:s3cret@127.0.0.1:1/pay')).toMatchObject(UNREADABLE);
  });

  const server = process.env['TEST_POSTGRES_URL'];
  it.skipIf(!server)('are read from Postgres, and not known while it has no tables', async () => {
    const postgres = await TestPostgres.create(server ?? '');
    onTestFinished(() => postgres.drop());
    expect(await check(postgres.url)).toEqual(NOT_KNOWN);
    await stored([seconds(0)], openPostgresStore(postgres.url, STORE_SECRETS));
    expect(await check(postgres.url)).toMatchObject({ message: 'agree with this clock' });
  });
});

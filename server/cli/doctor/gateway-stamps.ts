import { existsSync } from 'node:fs';
import { GatewayClock } from '../../payments/gateway-clock.ts';
import type { ClockRange } from '../../payments/order/journal.ts';
import type { Store } from '../../payments/ports.ts';
import type { Settings } from '../../settings.ts';
import { createEncryption } from '../../store/encryption.ts';
import type { StoreDatabase } from '../../store/session.ts';
import { createSqliteDatabase, LOCK_TIMEOUT_MS } from '../../store/sqlite-database.ts';
import { openReader } from '../../store/sqlite-file.ts';
import { createStore } from '../../store/store.ts';
import { type Finding, ok, warn } from './check.ts';

const NOT_KNOWN = ok('not known yet: no payment has been answered');

/**
 * What the stamps of the gateway are off by, as the newest payments in the store know it. Changes nothing.
 * @param deadlineMs for connecting to Postgres, and for each query
 */
export async function checkStamps(settings: Settings, deadlineMs = 5_000): Promise<Finding> {
  try {
    const range = await readRange(settings, deadlineMs);
    return range ? findingOf(range) : NOT_KNOWN;
  } catch (error) {
    const hasNoTables = error instanceof Error && 'code' in error && error.code === NO_TABLE;
    return hasNoTables ? NOT_KNOWN : warn('not known: the newest payments cannot be read', 'See store.');
  }
}

async function readRange(settings: Settings, deadlineMs: number): Promise<ClockRange | null> {
  const database = await openDatabase(settings.databaseUrl, deadlineMs);
  if (!database) return null;
  const { storeSecret: current, storePreviousSecrets: previous } = settings;
  const store = createStore(database, createEncryption({ current, previous }));
  try {
    return await newestRange(store);
  } finally {
    await store.close();
  }
}

/** Postgres' code for a table that is missing. */
const NO_TABLE = '42P01';

/** A database to read from, but not for writing, which may create files and tables; null if there is nothing to read. */
async function openDatabase(url: string, deadlineMs: number): Promise<StoreDatabase | null> {
  if (url.startsWith('file:')) {
    const path = url.replace(/^file:(\/\/)?/, '');
    // Where there is no WAL, no companion has used the file yet, and SQLite would create one.
    if (!existsSync(path) || !existsSync(`${path}-wal`)) return null;
    const reader = openReader(path);
    return createSqliteDatabase(reader, reader, LOCK_TIMEOUT_MS);
  }
  // The driver is loaded only if it is used.
  const { Pool } = await import('pg');
  const { createPostgresDatabase } = await import('../../store/postgres-database.ts');
  const limits = { connectionTimeoutMillis: deadlineMs, query_timeout: deadlineMs };
  const pool = new Pool({ connectionString: url, max: 1, ...limits });
  // Later errors of the connection do not concern this check.
  pool.on('error', () => {});
  return createPostgresDatabase(pool);
}

/** A payment that was sent before an answer had told knows nothing. */
const NEWEST = 20;

async function newestRange(store: Pick<Store, 'listPayments' | 'read'>): Promise<ClockRange | null> {
  const { items } = await store.listPayments({ limit: NEWEST });
  const journals = await Promise.all(items.map(({ orderId }) => store.read(orderId)));
  const payments = journals.flat().flatMap((one) => (one.kind === 'payment-started' ? [one.payment] : []));
  const known = payments.filter(({ gatewayClock }) => gatewayClock);
  return known.toSorted((one, other) => other.sentAt - one.sentAt)[0]?.gatewayClock ?? null;
}

/** What the log calls off, and how exact a time zone shows, seconds. */
const SLACK_S = 60;
/** Time zones differ by quarters of an hour. */
const ZONE_S = 900;

function findingOf(range: ClockRange): Finding {
  const clock = new GatewayClock();
  clock.learn(range);
  const offset = clock.offsetSeconds ?? 0;
  const apart = Math.abs(offset);
  if (apart <= SLACK_S) return ok('agree with this clock');
  const isZone = Math.abs(apart - Math.round(apart / ZONE_S) * ZONE_S) <= SLACK_S;
  const where = offset < 0 ? 'behind' : 'ahead of';
  return ok(`${apart} s ${where} this clock${isZone ? ' (local time?)' : ''}: the companion allows for it`);
}

import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isMissingPackage } from '../../contract/start-fault.ts';
import { explainReason } from '../reasons.ts';
import { type Check, fail, ok, warn } from './check.ts';

const STORE = 'store';
const MOST_WAL_BYTES = 64_000_000;
const MAGIC = 'SQLite format 3\0';

/**
 * Whether the companion can use its store. Changes nothing.
 * @param databaseUrl `file:…` or `postgres://…`, as in the settings
 * @param deadlineMs for connecting to Postgres, and again for the query
 */
export async function checkStore(databaseUrl: string, deadlineMs = 5_000): Promise<Check> {
  if (!databaseUrl.startsWith('file:')) return checkPostgres(databaseUrl, deadlineMs);
  const path = databaseUrl.replace(/^file:(\/\/)?/, '');
  if (path === ':memory:') {
    const advice = 'All data is lost when the process ends. Set DATABASE_URL to a file.';
    return warn(STORE, 'kept in memory', advice);
  }
  const file = resolve(path);
  try {
    return (await isThere(file)) ? await checkFile(file) : await checkFuture(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    const advice =
      'The companion must be able to read and write this file and its folder. Check DATABASE_URL.';
    return fail(STORE, `${file} cannot be read and written (${code})`, advice);
  }
}

/** Does not open it as a database: SQLite would create files beside it that belong to the user who runs the check. */
async function checkFile(file: string): Promise<Check> {
  if (!(await stat(file)).isFile()) return fail(STORE, `${file} is not a file`, 'Check DATABASE_URL.');
  await access(dirname(file), constants.W_OK | constants.X_OK);
  const start = await startOf(file);
  if (start !== '' && start !== MAGIC) {
    const advice = 'Check DATABASE_URL: it is the wrong file, or the file is damaged.';
    return fail(STORE, `${file} is not a SQLite database`, advice);
  }
  // SQLite checkpoints its WAL at about sixteen megabytes, unless a reader holds an old state of the database.
  const wal = `${file}-wal`;
  const size = (await isThere(wal)) ? (await stat(wal)).size : 0;
  if (size <= MOST_WAL_BYTES) return ok(STORE, `${file} can be read and written`);
  return warn(
    STORE,
    `${wal} has grown to ${Math.round(size / 1_000_000)} MB`,
    'A long-running reader prevents the checkpoint: end it (a sqlite3 shell, for example), or restart the companion.',
  );
}

/** The companion creates the file and its missing folders. */
async function checkFuture(file: string): Promise<Check> {
  let folder = dirname(file);
  while (!(await isThere(folder))) folder = dirname(folder);
  if (!(await stat(folder)).isDirectory()) {
    return fail(STORE, `${folder} is not a folder`, `${file} cannot be created there. Check DATABASE_URL.`);
  }
  await access(folder, constants.W_OK | constants.X_OK);
  return ok(STORE, `${file} does not exist yet and will be created at the first start`);
}

/** Opens the file for writing as well, which proves more than its permissions. */
async function startOf(file: string): Promise<string> {
  const handle = await open(file, 'r+');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}

/** Explanations of Postgres error codes (PostgreSQL documentation, Appendix A). */
const CODES: Readonly<Record<string, string>> = {
  '28P01': 'it does not accept the user or the password',
  '28000': 'it does not accept the user',
  '3D000': 'the database does not exist',
  '53300': 'it has no free connection',
};

/** No text contains the password. */
async function checkPostgres(url: string, deadlineMs: number): Promise<Check> {
  if (!URL.canParse(url)) {
    return fail(STORE, 'DATABASE_URL is not a valid address', 'Use postgres://user:password@host/database.');
  }
  const { host, pathname } = new URL(url);
  const where = `Postgres at ${host || 'the local socket'}${pathname}`;
  try {
    if (!(await isReadOnly(url, deadlineMs))) return ok(STORE, `${where} can be read and written`);
    return fail(STORE, `${where} is read-only`, 'DATABASE_URL must point to the primary server.');
  } catch (error) {
    if (isMissingPackage(error)) {
      return fail(STORE, 'the Postgres driver is not installed', 'Run npm install pg.');
    }
    const advice = 'The companion must be able to connect to it. Check DATABASE_URL.';
    return fail(STORE, `${where} cannot be used: ${reasonOf(error)}`, advice);
  }
}

async function isReadOnly(connectionString: string, deadlineMs: number): Promise<boolean> {
  // The driver is loaded only if it is used.
  const { Client } = await import('pg');
  const limits = { connectionTimeoutMillis: deadlineMs, query_timeout: deadlineMs };
  const client = new Client({ connectionString, ...limits });
  // Later errors of the connection do not concern this check.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return rows[0]?.transaction_read_only === 'on';
  } finally {
    const closed = client.end().catch(() => {});
    await Promise.race([closed, new Promise((done) => setTimeout(done, deadlineMs).unref())]);
  }
}

/** The driver's messages may quote the address, so only codes are passed on. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code !== '') return CODES[code] ? `${CODES[code]} (${code})` : explainReason(code);
  const isLate = error instanceof Error && /timeout/i.test(error.message);
  return isLate ? explainReason('deadline') : 'the connection failed';
}

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isMissingPackage } from '../../contract/start-fault.ts';
import { errorCode } from '../../gateway/failure.ts';
import { sqlitePath } from '../../store/sqlite-path.ts';
import { explainReason } from '../reasons.ts';
import { fail, type Finding, ok, warn } from './check.ts';

/**
 * Whether the companion can use its store. Changes nothing.
 * @param databaseUrl `file:…` or `postgres://…`, as in the settings
 * @param deadlineMs for connecting to Postgres, and again for the query
 */
export async function checkStore(databaseUrl: string, deadlineMs = 5_000): Promise<Finding> {
  const path = sqlitePath(databaseUrl);
  if (path === null) return checkPostgres(databaseUrl, deadlineMs);
  if (path === ':memory:') {
    return warn('kept in memory', 'All data is lost when the process ends. Set DATABASE_URL to a file.');
  }
  const file = resolve(path);
  try {
    // It is not opened: SQLite would create files beside it that belong to the user who runs the check.
    await access(file, constants.R_OK | constants.W_OK);
    await access(dirname(file), constants.W_OK | constants.X_OK);
    return ok(`${file} can be read and written`);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return ok(`${file} does not exist yet and will be created at the first start`);
    const advice = 'The companion must be able to read and write this file and its folder.';
    return fail(`${file} cannot be read and written (${code})`, `${advice} Check DATABASE_URL.`);
  }
}

/** No text contains the password; the driver's messages may quote it, so only codes are passed on. */
async function checkPostgres(url: string, deadlineMs: number): Promise<Finding> {
  if (!URL.canParse(url)) {
    return fail('DATABASE_URL is not a valid address', 'Use postgres://user:password@host/database.');
  }
  const { host, pathname } = new URL(url);
  const where = `Postgres at ${host || 'the local socket'}${pathname}`;
  try {
    const { isReadOnly, isPooled } = await ask(url, deadlineMs);
    const through = isPooled ? ', through a pooler' : '';
    if (!isReadOnly) return ok(`${where} can be read and written${through}`);
    return fail(`${where} is read-only`, 'DATABASE_URL must point to the primary server.');
  } catch (error) {
    if (isMissingPackage(error)) return fail('the Postgres driver is not installed', 'Run npm install pg.');
    const isLate = error instanceof Error && /timeout/i.test(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no-code';
    const advice = 'The companion must be able to connect to it. Check DATABASE_URL.';
    return fail(`${where} cannot be used: ${explainReason(isLate ? 'deadline' : code)}`, advice);
  }
}

interface Answer {
  isReadOnly: boolean;
  isPooled: boolean;
}

async function ask(connectionString: string, deadlineMs: number): Promise<Answer> {
  // The driver is loaded only if it is used.
  const { Client } = await import('pg');
  const { isPooled } = await import('../../store/postgres.ts');
  const limits = { connectionTimeoutMillis: deadlineMs, query_timeout: deadlineMs };
  const client = new Client({ connectionString, ...limits });
  // Later errors of the connection do not concern this check.
  client.on('error', () => {});
  try {
    await client.connect();
    const setting = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return {
      isReadOnly: setting.rows[0]?.transaction_read_only === 'on',
      isPooled: await isPooled(client),
    };
  } finally {
    const closed = client.end().catch(() => {});
    await Promise.race([closed, new Promise((done) => setTimeout(done, deadlineMs).unref())]);
  }
}

import { Client } from 'pg';
import { explainReason } from '../reasons.ts';
import { type Check, fail, ok } from './check.ts';

const NAME = 'store';
const DEADLINE_MS = 5_000;

/** Explanations of Postgres error codes (PostgreSQL documentation, Appendix A). */
const CODES: Readonly<Record<string, string>> = {
  '28P01': 'it does not accept the user or the password',
  '28000': 'it does not accept the user',
  '3D000': 'the database does not exist',
  '53300': 'it has no free connection',
};

/**
 * Whether the companion can connect to its Postgres and write there. Changes nothing, and no text contains a password.
 * @param url `postgres://…`, as in the settings
 * @param deadlineMs for connecting, and again for the query
 */
export async function checkPostgres(url: string, deadlineMs = DEADLINE_MS): Promise<Check> {
  const where = placeOf(url);
  if (where === null)
    return fail(NAME, 'DATABASE_URL is not a valid address', 'Use postgres://user:password@host/database.');
  try {
    const readOnly = await isReadOnly(url, deadlineMs);
    if (!readOnly) return ok(NAME, `${where} can be read and written`);
    return fail(NAME, `${where} is read-only`, 'DATABASE_URL must point to the primary server.');
  } catch (error) {
    const advice = 'The companion must be able to connect to it. Check DATABASE_URL.';
    return fail(NAME, `${where} cannot be used: ${reasonOf(error)}`, advice);
  }
}

/** Host, port and database, without user and password. */
function placeOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  return `Postgres at ${host || 'the local socket'}${pathname}`;
}

async function isReadOnly(connectionString: string, deadlineMs: number): Promise<boolean> {
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
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())]);
  }
}

/** The driver's messages may quote the address, so only codes are passed on. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code !== '') return CODES[code] ? `${CODES[code]} (${code})` : explainReason(code);
  const late = error instanceof Error && /timeout/i.test(error.message);
  return late ? explainReason('deadline') : 'the connection failed';
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient, QueryResult } from 'pg';
import { ConflictError } from '../payments/ports.ts';
import { wasMoved } from './schema.ts';
import {
  conflictOn,
  type Session,
  type StoreDatabase,
  StoreError,
  type Value,
  type Work,
} from './session.ts';

/** A statement as the driver takes it: one with a name is planned once per connection. */
interface Statement {
  name?: string;
  text: string;
}

/** Translates a text with `?`. */
export type Translate = (text: string) => Statement;

/**
 * The statements of a pool.
 * @param isPooled whether another connection of the server may serve the next transaction: there, no name is known
 */
export function createStatements(isPooled: boolean): Translate {
  const statements = new Map<string, Statement>();
  return (text) => {
    const kept = statements.get(text);
    if (kept) return kept;
    let place = 0;
    const name = isPooled ? {} : { name: `pay_form_${statements.size}` };
    const statement = { ...name, text: text.replaceAll('?', () => `$${(place += 1)}`) };
    statements.set(text, statement);
    return statement;
  };
}

const LOCK = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';

/** SQL on a connection of Postgres, or on any connection of a pool. */
export function createPostgresSession(queryable: Pool | ClientBase, translate: Translate): Session {
  async function query(text: string, values: readonly Value[]): Promise<QueryResult> {
    try {
      return await queryable.query({ ...translate(text), values: [...values] });
    } catch (error) {
      throw postgresFault(error);
    }
  }
  return {
    all: async <Row>(text: string, values: readonly Value[] = []) => {
      const { rows } = await query(text, values);
      return rows as Row[];
    },
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
    lock: async (name) => void (await query(LOCK, [name])),
  };
}

const TRIES = 5;
const PAUSE_MS = 10;

/**
 * Each write has its own transaction: Postgres itself lets concurrent commits share a wait for the disk.
 * @param first statements at the beginning of each transaction: a row that one of them returns says that the store was
 *   moved, and that an overlooked companion must not write
 */
export function createPostgresDatabase(
  pool: Pool,
  translate = createStatements(false),
  first: readonly string[] = [],
): StoreDatabase {
  const begin = ['begin', ...first].join('; ');
  return {
    reader: createPostgresSession(pool, translate),
    async write(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await transaction(pool, begin, translate, work);
        } catch (error) {
          if (!isTransient(error) || tries === TRIES) throw error;
          await sleep(PAUSE_MS * tries * Math.random());
        }
      }
    },
    close: () => pool.end(),
  };
}

async function transaction<Result>(
  pool: Pool,
  begin: string,
  translate: Translate,
  work: Work<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw postgresFault(error);
  });
  try {
    const session = createPostgresSession(client, translate);
    // Of several statements the driver returns a list, which its types do not know.
    const begun = [await client.query(begin)].flat();
    if (begun.some(({ rows }) => rows.length > 0)) throw wasMoved();
    const result = await work(session);
    const { command } = await client.query('commit');
    // So it answers the commit of a transaction that has failed.
    if (command !== 'COMMIT') throw new StoreError('the transaction was rolled back');
    client.release();
    return result;
  } catch (error) {
    const fault = postgresFault(error);
    // After any other error the connection may be dead, or lead to a server that is no longer the primary.
    const isUsable = fault instanceof ConflictError || isTransient(fault);
    client.release(!isUsable || !(await rolledBack(client)));
    throw fault;
  }
}

/** @returns whether the connection is still usable */
async function rolledBack(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}

/** The meaning of a failure, by the code of Postgres or of the network. */
const MEANINGS: Record<string, string> = {
  '08P01':
    'a pooler refused it: it must lend connections by session or transaction, and takes no `options` in the address',
  '28P01': 'the user name or the password is refused',
  '28000': 'the user is refused',
  '3D000': 'there is no such database',
  '3F000': 'there is no such schema',
  '42501': 'the user lacks a right on the database',
  '25006': 'the database is read-only',
  '53100': 'the disk of the database is full',
  '53300': 'the database has too many connections',
  '55P03': 'a lock was held for too long',
  '57014': 'a statement took too long',
  '57P01': 'the database is shutting down',
  '57P02': 'the database has crashed',
  '57P03': 'the database is starting up or shutting down',
  '57P05': 'the database closes idle connections',
  ECONNREFUSED: 'nothing listens at the address of the database',
  ENOTFOUND: 'the host of the database is not known',
  EAI_AGAIN: 'the host of the database cannot be looked up now',
};

const TRANSIENT: readonly (string | null)[] = ['40001', '40P01'];

/** A failure of Postgres in our terms: a conflict, or an error that names the setting. */
export function postgresFault(error: unknown): Error {
  if (error instanceof StoreError || error instanceof ConflictError) return error;
  const code = textOf(error, 'code');
  if (code === '23505') {
    const conflict = conflictOn(textOf(error, 'constraint') ?? '');
    if (conflict) return conflict;
  }
  return new StoreError(meaningOf(code), code, error);
}

/** Serialization failures and deadlocks: the transaction was rolled back and can be run again. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError && TRANSIENT.includes(error.code);
}

function meaningOf(code: string | null): string {
  const known = code === null ? undefined : MEANINGS[code];
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code ?? '')) return `its certificate is not trusted here (${code})`;
  // Without a Postgres code it was the driver that gave up on the connection.
  if (known === undefined && !/^[0-9A-Z]{5}$/.test(code ?? ''))
    return 'the connection to the database failed';
  return known ?? 'the database failed';
}

function textOf(error: unknown, key: string): string | null {
  if (!(error instanceof Error) || !(key in error)) return null;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : null;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { isTransient, postgresFault } from './postgres-fault.ts';
import { type Session, type StoreDatabase, StoreError, type Value, type Work } from './session.ts';

/** A named statement is planned once per connection. */
interface Statement {
  name: string;
  text: string;
}

/** The statements of a pool, by their text with `?`. */
type Statements = Map<string, Statement>;

/** SQL on a connection of Postgres, or on any connection of a pool. */
function createPostgresSession(queryable: Pool | PoolClient, statements: Statements): Session {
  async function query(text: string, values: readonly Value[]): Promise<QueryResult> {
    try {
      return await queryable.query({ ...named(statements, text), values: [...values] });
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
    lock: async (name) => void (await query('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name])),
  };
}

function named(statements: Statements, text: string): Statement {
  const kept = statements.get(text);
  if (kept) return kept;
  let place = 0;
  const statement = {
    name: `pay_form_${statements.size}`,
    text: text.replaceAll('?', () => `$${(place += 1)}`),
  };
  statements.set(text, statement);
  return statement;
}

const TRIES = 5;
const PAUSE_MS = 10;

/** Each write has its own transaction: Postgres itself lets concurrent commits share a wait for the disk. */
export function createPostgresDatabase(pool: Pool): StoreDatabase {
  const statements: Statements = new Map();
  return {
    reader: createPostgresSession(pool, statements),
    async write(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await transaction(pool, statements, work);
        } catch (error) {
          if (!isTransient(error) || tries === TRIES) throw error;
          await sleep(PAUSE_MS * tries * Math.random());
        }
      }
    },
    close: () => pool.end(),
  };
}

async function transaction<Result>(pool: Pool, statements: Statements, work: Work<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw postgresFault(error);
  });
  try {
    const session = createPostgresSession(client, statements);
    await client.query('begin');
    const result = await work(session);
    const { command } = await client.query('commit');
    // So it answers the commit of a transaction that has failed.
    if (command !== 'COMMIT') throw new StoreError('the transaction was rolled back');
    client.release();
    return result;
  } catch (error) {
    client.release(!(await rolledBack(client)));
    throw postgresFault(error);
  }
}

/** @returns whether the connection is still usable */
async function rolledBack(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}

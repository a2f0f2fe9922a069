import type { QueryResult } from 'pg';
import { postgresFault } from './postgres-fault.ts';
import type { Session, Value } from './session.ts';

/** A connection or the pool. */
export interface Queryable {
  query(statement: { name: string; text: string; values: Value[] }): Promise<QueryResult>;
}

/** A text with a name is planned once by each connection. */
interface Statement {
  name: string;
  text: string;
}

/** The texts of a pool, by their form with `?`. */
export type Statements = Map<string, Statement>;

/** SQL on a connection of Postgres. */
export function createPostgresSession(queryable: Queryable, statements: Statements): Session {
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

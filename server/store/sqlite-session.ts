import type Database from 'libsql';
import type { Session, Value } from './session.ts';
import { sqliteFault } from './sqlite-fault.ts';

/** SQL on one connection of SQLite. To prepare a statement costs more than to run most of them, so each is kept. */
export function createSqliteSession(database: Database.Database): Session {
  const statements = new Map<string, Database.Statement>();
  function prepared(text: string): Database.Statement {
    const kept = statements.get(text);
    if (kept) return kept;
    const statement = database.prepare(text);
    statements.set(text, statement);
    return statement;
  }
  return {
    async all<Row>(text: string, values: readonly Value[] = []) {
      try {
        return prepared(text).all(values) as Row[];
      } catch (error) {
        throw sqliteFault(error);
      }
    },
    async run(text, values = []) {
      try {
        return prepared(text).run(values).changes;
      } catch (error) {
        throw sqliteFault(error);
      }
    },
  };
}

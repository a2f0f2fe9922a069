import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';
import type { SqliteConnection, SqliteStatement } from '../../server/store/sqlite-database.ts';

/** An in-memory SQLite database, compiled to WebAssembly, with the interface of better-sqlite3. */
export interface WasmConnection extends SqliteConnection {
  /** The whole database as a file; null during a transaction. */
  image(): Uint8Array | null;
}

/** Set again after each image, because taking one reopens the database. */
const PRAGMAS = 'pragma foreign_keys = on';

/**
 * @param image of a database to continue with, or null for an empty one
 * @param committed called after each commit that changed something
 */
export function openWasmConnection(
  sqlite: SqlJsStatic,
  image: Uint8Array | null,
  committed: () => void = () => {},
): WasmConnection {
  return new Connection(new sqlite.Database(image), committed);
}

class Connection implements WasmConnection {
  readonly #database: Database;
  readonly #committed: () => void;
  /** how often the database was opened: older statements are invalid */
  #opened = 0;
  #inTransaction = false;
  #changes = 0;

  constructor(database: Database, committed: () => void) {
    this.#database = database;
    this.#committed = committed;
    database.exec(PRAGMAS);
  }

  prepare(text: string): SqliteStatement {
    const first = this.#database.prepare(text);
    let kept = { statement: first, opened: this.#opened };
    const current = () => {
      if (kept.opened !== this.#opened) {
        kept = { statement: this.#database.prepare(text), opened: this.#opened };
      }
      return kept.statement;
    };
    const all = (values: readonly unknown[]) => this.#run(text, () => rowsOf(current(), values));
    return {
      all,
      run: (values) => {
        all(values);
        return { changes: this.#database.getRowsModified() };
      },
    };
  }

  image(): Uint8Array | null {
    if (this.#inTransaction) return null;
    const image = this.#database.export();
    this.#opened += 1;
    this.#changes = 0;
    this.#database.exec(PRAGMAS);
    return image;
  }

  close(): void {
    this.#database.close();
  }

  #run<Result>(text: string, run: () => Result): Result {
    const isEnd = text === 'commit' || text === 'rollback';
    try {
      const result = run();
      if (text.startsWith('begin')) this.#inTransaction = true;
      if (text === 'commit') this.#reportCommit();
      return result;
    } catch (error) {
      throw withCode(error);
    } finally {
      if (isEnd) this.#inTransaction = false;
    }
  }

  #reportCommit(): void {
    const changes = Number(this.#database.exec('select total_changes()')[0]?.values[0]?.[0]);
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#committed();
  }
}

function rowsOf(statement: Statement, values: readonly unknown[]): unknown[] {
  try {
    statement.bind(values as SqlValue[]);
    const rows: unknown[] = [];
    while (statement.step()) rows.push(statement.getAsObject());
    return rows;
  } finally {
    statement.reset();
  }
}

/** sql.js throws only messages; the store reads the error codes of better-sqlite3. */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || !/constraint failed/.test(error.message)) return error;
  return Object.assign(error, { code: 'SQLITE_CONSTRAINT' });
}

import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteAdapter } from 'kysely';
import { type SqliteDatabase, SqliteDialect, SqliteDriver, type SqliteStatement } from 'kysely';

/** How long a transaction waits for another process that is writing to the same file, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * SQLite that several processes may write to at once. Every transaction takes the write lock when it begins: one
 * that reads first and writes later would fail with SQLITE_BUSY no matter how long it waits. And it waits without
 * blocking the event loop: the driver's own busy timeout would stop every request of this process meanwhile.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Migrations run in one transaction, so that of two processes that start together only one runs them. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class PatientDriver extends SqliteDriver {
  readonly #connection: PatientConnection;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#connection = new PatientConnection(database);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await super.acquireConnection();
    return this.#connection;
  }

  override beginTransaction(): Promise<void> {
    return this.#connection.begin();
  }

  override async commitTransaction(): Promise<void> {
    this.#connection.end('commit');
  }

  override async rollbackTransaction(): Promise<void> {
    this.#connection.end('rollback');
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase;
  /**
   * One and the same each time: libsql leaves a statement that was turned away as busy unfinished, and no
   * transaction can be committed until that very statement has run through.
   */
  readonly #begin: SqliteStatement;
  #inTransaction = false;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#begin = database.prepare('begin immediate');
  }

  async begin(): Promise<void> {
    const start = performance.now();
    for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
      try {
        this.#begin.run([]);
        this.#inTransaction = true;
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - start > PATIENCE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  end(how: 'commit' | 'rollback'): void {
    // After a commit that failed a rollback follows; after a rollback there is nothing left either way.
    if (how === 'rollback') this.#inTransaction = false;
    this.#database.prepare(how).run([]);
    this.#inTransaction = false;
  }

  /** What is written outside a transaction gets one of its own: beginning is all that another process can hold up. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    if (this.#inTransaction) return write(statement, parameters);
    await this.begin();
    try {
      const result = write(statement, parameters);
      this.end('commit');
      return result;
    } catch (error) {
      this.end('rollback');
      throw error;
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('The store reads no streams');
  }
}

function write(statement: SqliteStatement, parameters: readonly unknown[]): QueryResult<never> {
  const { changes } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes) };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

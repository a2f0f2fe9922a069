import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import type { SqliteDatabase, SqliteDialectConfig } from 'kysely';

/** How long a statement waits for another process that is writing to the same file, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * SQLite that several processes may write to at once. Transactions take the write lock when they begin: one that
 * reads first and writes later would fail with SQLITE_BUSY no matter how long it waits. And it waits without
 * blocking the event loop: the driver's own busy timeout would stop every request of this process meanwhile.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(database: SqliteDatabase) {
    const config = { database };
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#config);
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
  override async acquireConnection(): Promise<DatabaseConnection> {
    return patient(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** A statement that was turned away as busy has done nothing, so it may be put again. */
function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    streamQuery: (query, size) => connection.streamQuery(query, size),
    async executeQuery(query) {
      const start = performance.now();
      for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          if (!isBusy(error) || performance.now() - start > PATIENCE_MS) throw error;
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

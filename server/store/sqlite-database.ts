import { setTimeout as sleep } from 'node:timers/promises';
import { GroupCommit, type Transactions } from './group-commit.ts';
import type { Session, StoreDatabase, Value, Work } from './session.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';

/** What the store needs of a driver with the interface of better-sqlite3. */
export interface SqliteConnection {
  prepare(text: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(values: readonly unknown[]): unknown[];
  run(values: readonly unknown[]): { changes: number | bigint };
}

/** SQL on one SQLite connection. Preparing a statement costs more than running most of them, so each is kept. */
function createSqliteSession(database: SqliteConnection): Session {
  const statements = new Map<string, SqliteStatement>();
  function prepared(text: string): SqliteStatement {
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
        return Number(prepared(text).run(values).changes);
      } catch (error) {
        throw sqliteFault(error);
      }
    },
    lockOrder: async () => undefined,
  };
}

/** How long a write waits for another process that is writing to the same file, in milliseconds. */
export const LOCK_TIMEOUT_MS = 10_000;

/**
 * @param reading a second connection; the same one for an in-memory database, which has only one
 * @param requireFile throws if nothing may be written
 */
export function createSqliteDatabase(
  writing: SqliteConnection,
  reading: SqliteConnection,
  lockTimeoutMs: number,
  requireFile = () => {},
): StoreDatabase {
  const writer = new Writer(writing, lockTimeoutMs, requireFile);
  const group = new GroupCommit(writer);
  const reader = reading === writing ? writer.reader : createSqliteSession(reading);
  return {
    reader,
    write: (order, work, options) => group.write(order, work, options),
    async close() {
      await group.idle();
      if (reading !== writing) {
        reading.close();
        // libsql closes the file only when its statements are collected; until then the data would stay in the WAL.
        await writer.checkpoint();
      }
      writing.close();
    },
  };
}

/** The one connection that writes, with one transaction at a time. */
class Writer implements Transactions {
  readonly lanes = 1;
  readonly #session: Session;
  readonly #lockTimeoutMs: number;
  readonly #requireFile: () => void;
  #transaction: Promise<unknown> = Promise.resolve();

  constructor(database: SqliteConnection, lockTimeoutMs: number, requireFile: () => void) {
    this.#session = createSqliteSession(database);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#requireFile = requireFile;
  }

  /** Reads between the transactions of this connection, so that only committed data is seen. */
  get reader(): Session {
    const committed = async () => {
      for (let last; last !== this.#transaction; ) {
        last = this.#transaction;
        await last.catch(() => undefined);
      }
    };
    return {
      all: async (text, values) => committed().then(() => this.#session.all(text, values)),
      run: async (text, values) => committed().then(() => this.#session.run(text, values)),
      lockOrder: (orderId) => this.#session.lockOrder(orderId),
    };
  }

  transaction<Result>(work: Work<Result>, since: number): Promise<Result> {
    const transaction = this.#run(work, since);
    this.#transaction = transaction;
    return transaction;
  }

  /** Moves the WAL into the database itself, as far as other connections allow it. */
  async checkpoint(): Promise<void> {
    await this.#session.all('pragma wal_checkpoint(truncate)').catch(() => undefined);
  }

  isTransient(): boolean {
    return false;
  }

  isLocked(error: unknown): boolean {
    return isBusy(error);
  }

  async #run<Result>(work: Work<Result>, since: number): Promise<Result> {
    this.#requireFile();
    await this.#begin(since);
    try {
      const result = await work(this.#session);
      await this.#session.run('commit');
      return result;
    } catch (error) {
      // A full disk has already ended the transaction; the failing rollback must not hide that.
      await this.#session.run('rollback').catch(() => undefined);
      throw error;
    }
  }

  /**
   * Takes the write lock immediately: a transaction that reads first and writes later would fail however long it
   * waited. Waits without blocking the event loop. It always uses the same statement: libsql leaves a statement that
   * was busy unfinished, and nothing can be committed until that very statement has completed.
   */
  async #begin(since: number): Promise<void> {
    for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
      try {
        await this.#session.run('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - since > this.#lockTimeoutMs) throw error;
        await sleep(pause);
      }
    }
  }
}

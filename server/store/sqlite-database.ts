import type Database from 'libsql';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  conflictOn,
  type Session,
  type StoreDatabase,
  StoreError,
  type Value,
  type Work,
} from './session.ts';

/** SQL on one SQLite connection. Preparing a statement costs more than running most of them, so each is kept. */
export function createSqliteSession(database: Database.Database): Session {
  const statements = new Map<string, Database.Statement>();
  function prepared(text: string): Database.Statement {
    const kept = statements.get(text);
    if (kept) return kept;
    const statement = database.prepare(text.replaceAll('= any(?)', 'in (select value from json_each(?))'));
    statements.set(text, statement);
    return statement;
  }
  return {
    async all<Row>(text: string, values: readonly Value[] = []) {
      try {
        return prepared(text).all(values.map(bound)) as Row[];
      } catch (error) {
        throw sqliteFault(error);
      }
    },
    async run(text, values = []) {
      try {
        return prepared(text).run(values.map(bound)).changes;
      } catch (error) {
        throw sqliteFault(error);
      }
    },
    lock: async () => undefined,
  };
}

/** A list is passed as JSON. */
const bound = (value: Value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** How long a write waits for another process that is writing to the same file, in milliseconds. */
export const LOCK_TIMEOUT_MS = 10_000;

/**
 * @param reading a second connection; the same one for an in-memory database, which has only one
 */
export function createSqliteDatabase(
  writing: Database.Database,
  reading: Database.Database,
  lockTimeoutMs: number,
): StoreDatabase {
  const session = createSqliteSession(writing);
  const batcher = new Batcher(session, lockTimeoutMs);
  return {
    reader: reading === writing ? betweenBatches(batcher, session) : createSqliteSession(reading),
    write: (work) => batcher.write(work),
    async close() {
      await batcher.idle();
      if (reading !== writing) {
        reading.close();
        // libsql closes the file only when its statements are collected; until then the data would stay in the WAL.
        await session.all('pragma wal_checkpoint(truncate)').catch(() => undefined);
      }
      writing.close();
    },
  };
}

/** Reads over the writing connection, so that only committed data is seen. */
function betweenBatches(batcher: Batcher, session: Session): Session {
  return {
    ...session,
    all: async (text, values) => batcher.idle().then(() => session.all(text, values)),
  };
}

interface Write {
  since: number;
  work: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const MOST_WRITES = 64;

/**
 * Writes that arrive together share a transaction, and so one wait for the disk. Each runs within a savepoint, so that
 * the failure of one leaves the others.
 */
class Batcher {
  readonly #session: Session;
  readonly #lockTimeoutMs: number;
  #waiting: Write[] = [];
  #running: Promise<void> | null = null;

  constructor(session: Session, lockTimeoutMs: number) {
    this.#session = session;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  write<Result>(work: Work<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const settled = (result: unknown) => resolve(result as Result);
      this.#waiting.push({ since: performance.now(), work, resolve: settled, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that came in together reach their writes within a turn of the event loop.
      await nextTurn();
      await this.#commit(this.#waiting.splice(0, MOST_WRITES));
    }
    this.#running = null;
  }

  async #commit(batch: readonly Write[]): Promise<void> {
    const session = this.#session;
    const settle: (() => void)[] = [];
    try {
      await this.#begin(batch[0]?.since ?? 0);
      for (const write of batch) settle.push(await runApart(session, write));
      await session.run('commit');
    } catch (error) {
      // A full disk has already ended the transaction; the failing rollback must not hide that.
      await session.run('rollback').catch(() => undefined);
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const one of settle) one();
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

/**
 * @returns what tells the caller, after the commit
 * @throws StoreError if the transaction has ended
 */
async function runApart(session: Session, { work, resolve, reject }: Write): Promise<() => void> {
  await session.run('savepoint one_write');
  try {
    const result = await work(session);
    await session.run('release one_write');
    return () => resolve(result);
  } catch (error) {
    // A full disk has already ended the transaction: then this failure is that of all.
    await session.run('rollback to one_write').catch(() => Promise.reject(error));
    await session.run('release one_write');
    return () => reject(error);
  }
}

/** The meaning of a failure, by the beginning of SQLite's code. */
const MEANINGS: readonly [string, string][] = [
  ['SQLITE_FULL', 'the disk is full'],
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_READONLY', 'the database is read-only'],
  ['SQLITE_BUSY', 'the database was locked by another process for too long'],
  ['SQLITE_NOTADB', 'the file is not a SQLite database'],
  ['SQLITE_CORRUPT', 'the database is damaged'],
  ['SQLITE_CANTOPEN', 'the database cannot be opened; its folder must exist and be writable'],
  ['SQLITE_IOERR', 'the disk cannot be read or written'],
];

/** A failure of SQLite in our terms: a conflict, or an error that names the setting. */
export function sqliteFault(error: unknown): Error {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (code?.startsWith('SQLITE_CONSTRAINT')) {
    const conflict = conflictOn(error instanceof Error ? error.message : '');
    if (conflict) return conflict;
  }
  const [, meaning] = MEANINGS.find(([start]) => code?.startsWith(start)) ?? [];
  return new StoreError(meaning ?? 'the database failed', code, error);
}

export function isBusy(error: unknown): boolean {
  return error instanceof StoreError && (error.code?.startsWith('SQLITE_BUSY') ?? false);
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  // libsql gives no code if a file cannot be opened at all.
  return error.message.includes('Unable to open connection') ? 'SQLITE_CANTOPEN' : null;
}

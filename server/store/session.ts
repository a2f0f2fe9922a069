/** What a column holds. */
export type Value = string | number | null;

/** Postgres refuses texts with NUL, so that nothing is ever stored under such a name; SQLite would merely find nothing. */
export const canBeStored = (name: string): boolean => !name.includes('\0');

/**
 * Runs SQL texts on one connection, in the order in which they are given, also where the caller does not wait for each.
 * Texts are constant, with `?` for each value: they are prepared once and kept.
 * @throws StoreError, or ConflictError where a unique index refuses a row
 */
export interface Session {
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** @returns how many rows were changed */
  run(text: string, values?: readonly Value[]): Promise<number>;
  /**
   * Keeps an order from being deleted, and others from writing to it, until the transaction ends. Nothing has to be done
   * where only one transaction writes at a time.
   */
  lockOrder(orderId: string): Promise<void>;
}

export type Work<Result> = (session: Session) => Promise<Result>;

export interface WriteOptions {
  /** default: false */
  alone?: boolean;
}

/** A database as the store uses it. */
export interface StoreDatabase {
  /** Sees what is committed. */
  readonly reader: Session;
  /**
   * Runs `work` in a transaction, which it may share with other writes, and resolves after the commit. It may be run
   * several times, so it must do nothing but SQL. Writes of one `order` are run one after another. One that is `alone` shares
   * its transaction with no other where several run at once: it locks rows that writes of other orders lock as well, in an
   * order of its own.
   */
  write<Result>(order: string | null, work: Work<Result>, options?: WriteOptions): Promise<Result>;
  /** Changes with every write through another connection; null where the database cannot tell. */
  version(): Promise<number | null>;
  /** Waits for the writes that are on their way. */
  close(): Promise<void>;
}

/** More rows than that go into several statements, so that few texts have to be kept. */
const MOST_ROWS = 8;

export type Insert = (session: Session, rows: readonly (readonly Value[])[]) => Promise<unknown>;

/**
 * Prepares the insertion of several rows at once.
 * @param head as `insert into orders (id, created_at)`
 * @param columns how many
 * @param tail what follows the values, as `on conflict …`
 */
export function insertInto(head: string, columns: number, tail = ''): Insert {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const texts = Array.from(
    { length: MOST_ROWS + 1 },
    (_, rows) => `${head} values ${Array(rows).fill(row).join(', ')} ${tail}`,
  );
  return (session, rows) => {
    const runs: Promise<number>[] = [];
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const some = rows.slice(from, from + MOST_ROWS);
      runs.push(session.run(texts[some.length] ?? '', some.flat()));
    }
    return Promise.all(runs);
  };
}

/** The value of a column. */
export type Value = string | number | null;

/** Postgres refuses texts with NUL, so nothing is ever stored under such a name; SQLite would merely find nothing. */
export const canBeStored = (name: string): boolean => !name.includes('\0');

/**
 * Runs SQL statements on one connection, in the order of the calls, even if the caller does not await each. Their texts
 * are constant, with `?` for each value: they are prepared once and kept.
 * @throws StoreError, or ConflictError if a unique index refuses a row
 */
export interface Session {
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** @returns the number of changed rows */
  run(text: string, values?: readonly Value[]): Promise<number>;
  /**
   * Prevents other transactions from deleting or writing the order until this one ends. Does nothing if only one
   * transaction can write at a time.
   */
  lockOrder(orderId: string): Promise<void>;
}

export type Work<Result> = (session: Session) => Promise<Result>;

export interface WriteOptions {
  /** default: false */
  alone?: boolean;
  /** fails at once if the database cannot be reached: it may be restarting; default: false */
  atOnce?: boolean;
}

/** A database as the store uses it. */
export interface StoreDatabase {
  /** Sees committed data only. */
  readonly reader: Session;
  /**
   * Runs `work` in a transaction, which it may share with other writes, and resolves after the commit. It may be run
   * several times, so it must do nothing but SQL. Writes of one `order` are run in sequence. A write that is `alone`
   * does not share its transaction if several transactions run concurrently: it locks rows that writes of other orders
   * also lock, in its own sequence.
   */
  write<Result>(order: string | null, work: Work<Result>, options?: WriteOptions): Promise<Result>;
  /** Waits for the writes in progress. */
  close(): Promise<void>;
}

/** More rows than this are split into several statements, so that few statements are prepared. */
const MOST_ROWS = 8;

export type Insert = (session: Session, rows: readonly (readonly Value[])[]) => Promise<unknown>;

/**
 * Prepares the insertion of several rows at once.
 * @param head as `insert into orders (id, created_at)`
 * @param columns their number
 * @param tail the text after the values, such as `on conflict …`
 */
export function insertInto(head: string, columns: number, tail = ''): Insert {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const texts = Array.from(
    { length: MOST_ROWS + 1 },
    (_, rows) => `${head} values ${Array(rows).fill(row).join(', ')} ${tail}`,
  );
  const insert = (session: Session, rows: readonly (readonly Value[])[]) =>
    session.run(texts[rows.length] ?? '', rows.flat());
  return async (session, rows) => {
    if (rows.length > 0 && rows.length <= MOST_ROWS) return insert(session, rows);
    const lots = Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, lot) => lot * MOST_ROWS);
    return Promise.all(lots.map((from) => insert(session, rows.slice(from, from + MOST_ROWS))));
  };
}

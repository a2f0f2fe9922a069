/** What a column holds. */
export type Value = string | number | null;

/**
 * Runs SQL texts on one connection, in the order in which they are given, also where the caller does not wait for each.
 * Texts are constant, with `?` for each value: they are prepared once and kept.
 * @throws StoreError, or ConflictError where a unique index refuses a row
 */
export interface Session {
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** @returns how many rows were changed */
  run(text: string, values?: readonly Value[]): Promise<number>;
}

export type Work<Result> = (session: Session) => Promise<Result>;

/** A database as the store uses it. */
export interface StoreDatabase {
  /** Sees what is committed. */
  readonly reader: Session;
  /**
   * Runs `work` in a transaction, which it may share with other writes, and resolves after the commit. It may be run
   * several times, so it must do nothing but SQL. Writes of one `order` are run one after another.
   */
  write<Result>(order: string | null, work: Work<Result>): Promise<Result>;
  /** Waits for the writes that are on their way. */
  close(): Promise<void>;
}

import { ConflictError } from '../payments/ports.ts';

/** The value of a column, or a list of texts. */
export type Value = string | number | null | readonly string[];

/** Postgres refuses texts with NUL, so nothing is ever stored under such a name; SQLite would merely find nothing. */
export const canBeStored = (name: string): boolean => !name.includes('\0');

/**
 * Runs SQL statements on one connection. Their texts are constant, with `?` for each value and `= any(?)` for a list: they
 * are prepared once and kept.
 * @throws StoreError, or ConflictError if a unique index refuses a row
 */
export interface Session {
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** @returns the number of changed rows */
  run(text: string, values?: readonly Value[]): Promise<number>;
  /**
   * Waits until no other transaction holds this name, and holds it until this one ends. Does nothing if only one
   * transaction can write at a time.
   */
  lock(name: string): Promise<void>;
}

export type Work<Result> = (session: Session) => Promise<Result>;

/** A database as the store uses it. */
export interface StoreDatabase {
  /** Sees committed data only. */
  readonly reader: Session;
  /**
   * Runs `work` in a transaction and resolves after the commit. If it throws, none of it is written. It may be run
   * several times, so it must do nothing but SQL, and awaits each statement.
   */
  readonly write: <Result>(work: Work<Result>) => Promise<Result>;
  /** Waits for the writes in progress. */
  close(): Promise<void>;
}

/** More rows than this are split into several statements, so that few statements are prepared. */
const MOST_ROWS = 8;

export type Insert = (session: Session, rows: readonly (readonly Value[])[]) => Promise<void>;

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
  return async (session, rows) => {
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const lot = rows.slice(from, from + MOST_ROWS);
      await session.run(texts[lot.length] ?? '', lot.flat());
    }
  };
}

/** The store failed: the message names the setting to check, and no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** of the database, as `SQLITE_FULL` or `57P01`; null if it gave none */
  readonly code: string | null;

  constructor(message: string, code: string | null = null, cause?: unknown) {
    super(`DATABASE_URL: ${message}`, { cause });
    this.code = code;
  }
}

const CONFLICTS: readonly [RegExp, ConflictError['on']][] = [
  [/\bjournal(_key\b|\.)/, 'journal'],
  [/\bpayments[._]gateway_order_id\b/, 'gateway-order-id'],
  [/\boperations[._]idempotency_key\b/, 'idempotency-key'],
  [/\borders[._]link_id\b/, 'link'],
];

/**
 * The conflict that a unique index stands for, or null for any other index.
 * @param index its name (Postgres), or the message with its columns (SQLite)
 */
export function conflictOn(index: string): ConflictError | null {
  const found = CONFLICTS.find(([pattern]) => pattern.test(index));
  return found ? new ConflictError(found[1]) : null;
}

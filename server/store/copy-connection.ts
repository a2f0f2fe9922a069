import type { Session } from './session.ts';

/** One side of a copy: a connection without the limits of a companion. */
export interface CopyConnection {
  session: Session;
  /** a statement that finds a table by its name */
  find: string;
  begin(): Promise<void>;
  /**
   * Keeps everybody else from the tables until the transaction ends.
   * @throws CopyError if somebody uses them
   */
  hold(tables: readonly string[]): Promise<void>;
  /** Prepares the tables for use, once they are filled. */
  settle(tables: readonly string[]): Promise<void>;
  /** What is committed survives a loss of power from now on. */
  secure(): Promise<void>;
  close(): Promise<void>;
}

/** The copy is refused or has failed; the message names the store, and no secret. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

import { StoreError } from './session.ts';
import { conflictOn } from './session.ts';

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

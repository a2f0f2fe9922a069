import { closeSync, existsSync, fsyncSync, openSync, statSync, unlinkSync } from 'node:fs';
import { sqliteFault } from './sqlite-database.ts';
import { openCopier } from './sqlite-file.ts';
import { StoreError } from './session.ts';

/** The copy cannot be written to its target; the message names the file. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Copies the database of a companion, which may be running, into a file that only its owner can read. The copy contains
 * everything committed at one moment, including the WAL, and is flushed to disk.
 * @returns its size in bytes
 * @throws BackupError if the target exists or cannot be written, StoreError; in both cases no target is left
 */
export function backupSqlite(path: string, target: string): number {
  if (!existsSync(path)) throw new StoreError(`there is no database ${path}`);
  createTarget(target);
  try {
    const database = openCopier(path);
    try {
      database.prepare('vacuum into ?').run(target);
    } finally {
      database.close();
    }
    sync(target);
    return statSync(target).size;
  } catch (error) {
    unlinkSync(target);
    throw sqliteFault(error);
  }
}

/**
 * Creates an empty file, which SQLite treats as a new database. Creating it here prevents overwriting, and access by
 * other users.
 */
function createTarget(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new BackupError(
      code === 'EEXIST' ? `${target} is there already` : `${target} cannot be written (${code})`,
    );
  }
}

function sync(target: string): void {
  const file = openSync(target, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

import { closeSync, existsSync, fsyncSync, openSync, statSync, unlinkSync } from 'node:fs';
import { sqliteFault } from './sqlite-fault.ts';
import { openCopier } from './sqlite-file.ts';
import { StoreError } from './store-error.ts';

/** The copy cannot be made where it should be; the message names the file. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Copies the database of a companion that may be running into a file that only its owner can read. The copy is what was
 * committed at one moment, what the WAL holds included, and has reached the disk.
 * @returns its size in bytes
 * @throws BackupError where the target is there already or cannot be written, StoreError; no target is left then
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

/** Empty, which SQLite takes for a new file, and made by us, so that it never overwrites and nobody else may read it. */
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

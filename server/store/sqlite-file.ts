import Database from 'libsql';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { sqliteFault } from './sqlite-database.ts';
import { StoreError } from './session.ts';

/** How long opening waits for another process, and a reader for a recovery of the file, in milliseconds. */
const OPENING_MS = 5_000;
const READER_MS = 1_000;

/**
 * How many pages of 4 kB the WAL holds before they are moved into the database itself, which blocks everything else. A
 * page that was written many times meanwhile is moved once.
 */
const CHECKPOINT_PAGES = 4_000;

/**
 * Opens the connection that writes. A commit is flushed to disk, so that an attempt is recorded before it is sent to
 * the gateway. Deleted data is overwritten when its page is written anyway. The connection itself has
 * no busy timeout, which would block the event loop.
 */
export function openWriter(path: string): Database.Database {
  if (path !== ':memory:') createFile(path);
  return opened(path, [
    'journal_mode = WAL',
    'synchronous = FULL',
    'secure_delete = FAST',
    'foreign_keys = ON',
    'busy_timeout = 0',
    `wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
  ]);
}

/** Opens the connection that reads: with a WAL, no writer blocks it. */
export function openReader(path: string): Database.Database {
  return opened(path, ['query_only = ON', `busy_timeout = ${READER_MS}`]);
}

/** Opens a connection that copies the database: with a WAL, it neither blocks others nor is blocked. */
export function openCopier(path: string): Database.Database {
  return opened(path, [`busy_timeout = ${OPENING_MS}`]);
}

/**
 * Opens a connection that keeps every other process from the file, also from reading.
 * @param synchronous `NORMAL`: a commit may be lost with the machine, but never one before another
 */
export function openExclusive(path: string, synchronous: 'FULL' | 'NORMAL'): Database.Database {
  createFile(path);
  return opened(path, ['locking_mode = EXCLUSIVE', 'journal_mode = WAL', `synchronous = ${synchronous}`]);
}

const LOOK_MS = 1_000;

/**
 * A check, once a second, that the path still leads to the file that was opened: what is written to one that was removed
 * or replaced is lost with the process, and SQLite does not notice.
 * @throws StoreError
 */
export function fileCheck(path: string): () => void {
  const { ino, dev } = statSync(path);
  let seenAt = performance.now();
  return () => {
    if (performance.now() < seenAt + LOOK_MS) return;
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== ino || now.dev !== dev)
      throw new StoreError(`the file ${path} was moved, removed or replaced while it was open`);
    seenAt = performance.now();
  };
}

function opened(path: string, pragmas: readonly string[]): Database.Database {
  try {
    const database = new Database(path, { timeout: OPENING_MS });
    for (const pragma of pragmas) database.pragma(pragma);
    return database;
  } catch (error) {
    throw sqliteFault(error);
  }
}

/** The database contains card masks and customers' names: only the owner may read the files created here. */
function createFile(path: string): void {
  const folder = dirname(path);
  try {
    createFolder(folder);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw isFolder(path);
    if (!existsSync(path)) {
      accessSync(folder, constants.W_OK);
      closeSync(openSync(path, 'a', 0o600));
      chmodSync(path, 0o600);
    }
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw fileFault(error, path, folder);
  }
}

/** One by one: Node's own recursion never ends if the system cannot have the folder (`/proc`). */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
}

function isFolder(path: string): StoreError {
  return new StoreError(`${path} is a folder; name a file in it`);
}

function fileFault(error: unknown, path: string, folder: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'ENOSPC') return new StoreError('the disk is full', code, error);
  if (existsSync(path)) return new StoreError(`the file ${path} cannot be read and written`, code, error);
  const why = existsSync(folder) ? 'cannot be written' : 'does not exist and cannot be created';
  return new StoreError(`the folder ${folder} ${why}`, code, error);
}

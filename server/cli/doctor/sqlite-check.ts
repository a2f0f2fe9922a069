import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Check, fail, ok, warn } from './check.ts';

const NAME = 'store';
const MOST_WAL_BYTES = 64_000_000;
const MAGIC = 'SQLite format 3\0';

/**
 * Whether the companion can open its SQLite file. Does not open it as a database: SQLite would create files beside it that
 * belong to the user who runs the check.
 * @param path of the file, as in the settings
 */
export async function checkSqlite(path: string): Promise<Check> {
  if (path === ':memory:') {
    return warn(
      NAME,
      'kept in memory',
      'All data is lost when the process ends. Set DATABASE_URL to a file.',
    );
  }
  const file = resolve(path);
  try {
    return (await isThere(file)) ? await checkFile(file) : await checkFuture(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    const advice =
      'The companion must be able to read and write this file and its folder. Check DATABASE_URL.';
    return fail(NAME, `${file} cannot be read and written (${code})`, advice);
  }
}

/** Throws if the file, the files that SQLite puts beside it, or their folder cannot be written. */
async function checkFile(file: string): Promise<Check> {
  if (!(await stat(file)).isFile()) return fail(NAME, `${file} is not a file`, 'Check DATABASE_URL.');
  await access(dirname(file), constants.W_OK | constants.X_OK);
  for (const beside of [`${file}-wal`, `${file}-shm`]) {
    if (await isThere(beside)) await access(beside, constants.R_OK | constants.W_OK);
  }
  const start = await startOf(file);
  if (start === '' || start === MAGIC)
    return (await checkWal(`${file}-wal`)) ?? ok(NAME, `${file} can be read and written`);
  return fail(
    NAME,
    `${file} is not a SQLite database`,
    'Check DATABASE_URL: it is the wrong file, or the file is damaged.',
  );
}

/** SQLite checkpoints its WAL at about sixteen megabytes, unless a reader holds an old state of the database. */
async function checkWal(path: string): Promise<Check | null> {
  if (!(await isThere(path))) return null;
  const { size } = await stat(path);
  if (size <= MOST_WAL_BYTES) return null;
  return warn(
    NAME,
    `${path} has grown to ${Math.round(size / 1_000_000)} MB`,
    'A long-running reader prevents the checkpoint: end it (a sqlite3 shell, for example), or restart the companion.',
  );
}

/** The companion creates the file and its missing folders. */
async function checkFuture(file: string): Promise<Check> {
  let folder = dirname(file);
  while (!(await isThere(folder))) folder = dirname(folder);
  if (!(await stat(folder)).isDirectory()) {
    return fail(NAME, `${folder} is not a folder`, `${file} cannot be created there. Check DATABASE_URL.`);
  }
  await access(folder, constants.W_OK | constants.X_OK);
  return ok(NAME, `${file} does not exist yet and will be created at the first start`);
}

/** Opens the file for writing as well, which proves more than its permissions. */
async function startOf(file: string): Promise<string> {
  const handle = await open(file, 'r+');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}

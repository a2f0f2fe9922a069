import { access, link, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

/** A file cannot be written. */
export class SaveError extends Error {
  override readonly name = 'SaveError';
}

/** @throws UsageError if a file exists and may not be replaced */
export async function checkTarget(path: string, force: boolean): Promise<void> {
  if (force) return;
  const there = await access(path).then(
    () => true,
    () => false,
  );
  if (there) throw occupied(path);
}

/**
 * Writes a file that only its owner can read: receipts name customers. It has a temporary name beside its target until it
 * is complete, so that an incomplete file is never visible. An existing file is replaced only with `force`.
 * @returns its size in bytes
 * @throws SaveError, UsageError if the target exists by now, and the body's error; nothing is left behind then
 */
export async function saveFile(
  path: string,
  body: AsyncIterable<Uint8Array>,
  { force, suffix }: { force: boolean; suffix: string },
): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${suffix}.part`);
  try {
    const size = await writeAll(temporary, body);
    await moveInto(temporary, path, force);
    return size;
  } catch (error) {
    await unlink(temporary).catch(() => {});
    const code = fileCode(error);
    throw code === null ? error : new SaveError(`${path} cannot be written (${code})`);
  }
}

async function writeAll(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of body) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** A link, unlike a rename, never replaces a file; not every file system supports links. */
async function moveInto(temporary: string, path: string, force: boolean): Promise<void> {
  if (force) return rename(temporary, path);
  try {
    await link(temporary, path);
  } catch (error) {
    if (fileCode(error) === 'EEXIST') throw occupied(path);
    return rename(temporary, path);
  }
  await unlink(temporary);
}

function occupied(path: string): UsageError {
  return new UsageError(`${path} already exists; use --force to overwrite it.`);
}

/** The code of a file system error, or null for any other error. */
function fileCode(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : null;
}

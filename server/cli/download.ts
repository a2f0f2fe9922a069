import { constants, createWriteStream } from 'node:fs';
import { access, copyFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../gateway/failure.ts';
import { EXIT, UsageError } from './exit.ts';
import type { Query } from './merchant-api.ts';
import type { Session } from './merchant-command.ts';
import { explainReason } from './reasons.ts';

/** The file to download, and its target. */
export interface Download {
  path: string;
  query: Query;
  /** a file, or "-" for standard output */
  output: string;
  /** overwrite an existing file */
  force?: boolean | undefined;
}

/**
 * Streams a file to disk or to standard output. With `--json` prints name, type and size of the file.
 * @throws UsageError if standard output would receive both the file and JSON, or if the file exists
 */
export async function download({ api, world, json }: Session, target: Download): Promise<number> {
  const { path, query, output, force = false } = target;
  if (output === '-' && json) throw new UsageError('--json cannot be combined with --output -.');
  if (output !== '-' && !force && (await exists(output))) throw occupied(output);
  const { body, headers } = await api.file(path, query);
  try {
    if (output === '-') {
      await pipeline(body ?? [], world.stdout, { end: false });
      return EXIT.done;
    }
    const bytes = await save(body, output, { force, suffix: world.newKey() });
    const type = headers.get('content-type');
    if (json) world.print(`${JSON.stringify({ file: output, type, bytes })}\n`);
    else world.say(`${output}: ${bytes} bytes\n`);
    return EXIT.done;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const kept = output === '-' ? 'The output is incomplete.' : 'Nothing was saved.';
    world.say(`pay-form: ${whyIncomplete(error, output, world.interrupted())}. ${kept}\n`);
    return EXIT.failed;
  }
}

/** Errors of the file system have a system call, those of fetch only in their cause. */
function whyIncomplete(error: unknown, output: string, interrupted: AbortSignal): string {
  const code = errorCode(error);
  if (error instanceof Error && 'syscall' in error) return `${output} cannot be written (${code})`;
  return `The download was cut off: ${explainReason(interrupted.aborted ? 'interrupted' : code)}`;
}

/**
 * Writes a file that only its owner can read: receipts name customers. It has a temporary name beside its target until it
 * is complete.
 * @returns its size in bytes
 * @throws UsageError if the target exists by now, and the errors of body and file system; nothing is left behind then
 */
async function save(
  body: ReadableStream<Uint8Array> | null,
  path: string,
  { force, suffix }: { force: boolean; suffix: string },
): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${suffix}.part`);
  try {
    await pipeline(body ?? [], createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
    const { size } = await stat(temporary);
    if (force) await rename(temporary, path);
    else await copyFile(temporary, path, constants.COPYFILE_EXCL);
    return size;
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? occupied(path) : error;
  } finally {
    await rm(temporary, { force: true });
  }
}

function occupied(path: string): UsageError {
  return new UsageError(`${path} already exists; use --force to overwrite it.`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

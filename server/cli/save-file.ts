import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { errorCode } from '../gateway/failure.ts';
import { UsageError } from './arguments.ts';
import { EXIT } from './command.ts';
import type { ApiAnswer } from './api-call.ts';
import type { Values } from './merchant-options.ts';
import type { Terminal } from './terminal.ts';

/**
 * Saves a file that only its owner can read: receipts name customers. With `--json` prints its name, type and size.
 * @param fileName where it goes without --output
 * @returns the exit code
 * @throws UsageError if standard output would receive both the file and JSON, or if the file exists
 */
export async function saveFile(
  terminal: Terminal,
  { output: named, force, json }: Values,
  fileName: string | undefined,
  download: () => Promise<ApiAnswer>,
): Promise<number> {
  const output = typeof named === 'string' ? named : (fileName ?? '-');
  const occupied = new UsageError(`${output} already exists; use --force to overwrite it.`);
  if (output === '-' && json) throw new UsageError('--json cannot be combined with --output -.');
  if (output !== '-' && !force && existsSync(output)) throw occupied;
  const { bytes, type } = await download();
  if (output === '-') {
    terminal.print(bytes);
    return EXIT.done;
  }
  try {
    // The old file is kept until the new one is complete.
    const written = force ? `${output}.part` : output;
    if (force) await rm(written, { force: true });
    await writeFile(written, bytes, { flag: 'wx', mode: 0o600 });
    if (force) await rename(written, output);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw occupied;
    terminal.say(`pay-form: ${output} cannot be written (${errorCode(error)}).\n`);
    return EXIT.failed;
  }
  if (json) terminal.print(`${JSON.stringify({ file: output, type, bytes: bytes.length })}\n`);
  else terminal.say(`${output}: ${bytes.length} bytes\n`);
  return EXIT.done;
}

import { errorCode } from '../gateway/failure.ts';
import { EXIT } from './exit-codes.ts';
import type { Query } from './merchant-api.ts';
import { printJson, type Session } from './merchant-command.ts';
import { explainReason } from './reasons.ts';
import { checkTarget, SaveError, saveFile } from './save-file.ts';
import { UsageError } from './usage-error.ts';
import type { World } from './world.ts';

/** Options of every command that downloads a file. */
export const FILE_OPTIONS = {
  force: { type: 'boolean', help: 'overwrite an existing file' },
  json: { type: 'boolean', help: 'print the saved file as JSON: file, type, bytes' },
} as const;

/** The file to download, and its target. */
export interface Download {
  path: string;
  query: Query;
  /** a file, or "-" for standard output */
  output: string;
  force?: boolean | undefined;
  json?: boolean | undefined;
}

/**
 * Streams a file to disk or to standard output.
 * @throws UsageError if standard output would receive both the file and JSON
 */
export async function download(
  { api, world }: Session,
  { path, query, output, force = false, json = false }: Download,
): Promise<number> {
  if (output === '-' && json) throw new UsageError('--json cannot be combined with --output -.');
  if (output !== '-') await checkTarget(output, force);
  const { body, headers } = await api.file(path, query);
  const chunks = chunksOf(body, world.interrupted());
  try {
    if (output === '-') return await pour(chunks, world);
    const size = await saveFile(output, chunks, { force, suffix: world.newKey() });
    if (json)
      await printJson(
        world,
        JSON.stringify({ file: output, type: headers.get('content-type'), bytes: size }),
      );
    else await world.stderr.write(`${output}: ${size} bytes\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof CutError || error instanceof SaveError)) throw error;
    const kept = output === '-' ? 'The output is incomplete.' : 'Nothing was saved.';
    await world.stderr.write(`pay-form: ${error.message}. ${kept}\n`);
    return EXIT.failed;
  }
}

/** A file that arrived incomplete. */
class CutError extends Error {
  override readonly name = 'CutError';
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null, interrupted: AbortSignal) {
  const reader = body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      const reason = interrupted.aborted ? 'interrupted' : errorCode(error);
      throw new CutError(`The download was cut off: ${explainReason(reason)}`);
    });
    if (done) return;
    yield value;
  }
}

async function pour(chunks: AsyncIterable<Uint8Array>, { stdout }: World): Promise<number> {
  for await (const chunk of chunks) {
    await stdout.write(chunk);
    if (stdout.closed) return EXIT.failed;
  }
  return EXIT.done;
}

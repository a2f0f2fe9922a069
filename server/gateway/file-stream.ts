import type { BodyReader } from './body-reader.ts';
import { errorCode } from './outcome.ts';

/** Why a file ended before its end: `cut` on the way, `too-large`, or `silent` for too long. */
export type FileFailure = 'cut' | 'too-large' | 'silent';

/** The error of a {@link GatewayFile}'s stream. What was read until then is not the whole file. */
export class GatewayFileError extends Error {
  override readonly name = 'GatewayFileError';
  readonly failure: FileFailure;

  /** @param detail the code of the error below, as "ECONNRESET" */
  constructor(failure: FileFailure, detail?: string) {
    super(`The gateway's file is ${failure}${detail === undefined ? '' : ` (${detail})`}`);
    this.failure = failure;
  }
}

/**
 * A body as a stream that reads on only when it is asked to, and so holds no more than a piece. It fails with a
 * {@link GatewayFileError}; a consumer that cancels gives the connection up.
 * @param rules bytes and milliseconds
 */
export function fileStream(
  body: BodyReader,
  { maxBytes, idleMs }: { maxBytes: number; idleMs: number },
): ReadableStream<Uint8Array> {
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextPiece(body, idleMs);
        size += piece?.byteLength ?? 0;
        if (size > maxBytes) throw await given(body, new GatewayFileError('too-large'));
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      cancel: () => body.cancel(),
    },
    { highWaterMark: 0 },
  );
}

/** The next piece, unless it lets wait for too long. */
async function nextPiece(body: BodyReader, idleMs: number): Promise<Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayFileError('silent')), idleMs);
  });
  try {
    return await Promise.race([body.read(), silence]);
  } catch (error) {
    const failure = error instanceof GatewayFileError ? error : new GatewayFileError('cut', errorCode(error));
    throw await given(body, failure);
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the connection up, whatever that brings. */
async function given(body: BodyReader, failure: GatewayFileError): Promise<GatewayFileError> {
  await body.cancel();
  return failure;
}

import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** A stream of Node, as far as it is used here. */
export interface NodeBody extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/**
 * A body without its `Content-Encoding`: requests forbid one, but a proxy may give one all the same. It fails where what
 * was encoded is cut or broken. An empty body is a whole one, whatever it is declared as.
 */
export function decoded(body: NodeBody, encoding: string | null): NodeBody {
  const createDecoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (!createDecoder) return body;
  return {
    [Symbol.asyncIterator]: () => pieces(body, createDecoder()),
    destroy: () => body.destroy(),
  };
}

async function* pieces(body: NodeBody, decoder: Transform): AsyncGenerator<Uint8Array> {
  let isEmpty = false;
  async function* encoded() {
    let size = 0;
    for await (const piece of body) {
      size += piece.byteLength;
      yield piece;
    }
    isEmpty = size === 0;
  }
  try {
    // Errors come out of the decoder.
    yield* pipeline(encoded, decoder, () => {});
  } catch (error) {
    if (!isEmpty) throw error;
  }
}

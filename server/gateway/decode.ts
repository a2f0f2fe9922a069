import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** The part of a Node stream that is used here. */
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
 * A body without its `Content-Encoding`: requests forbid one, but a proxy may still add one. The stream fails if the
 * encoded data is cut off or broken. An empty body is complete, whatever encoding it declares.
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
    // The decoder emits the errors.
    yield* pipeline(encoded, decoder, () => {});
  } catch (error) {
    if (!isEmpty) throw error;
  }
}

import type { NodeBody, Received } from './send.ts';

/** A body that is read piece by piece, as it comes. */
export interface BodyReader {
  /** The next piece, or null at the end. */
  read(): Promise<Uint8Array | null>;
  /** Puts a piece back in front, to be read once more. */
  putBack(piece: Uint8Array): void;
  /** Gives the rest up, and the connection with it. */
  cancel(): Promise<void>;
}

export function bodyOf({ body }: Received): BodyReader {
  const source = body && 'destroy' in body ? nodeSource(body) : webSource(body);
  const ahead: Uint8Array[] = [];
  return {
    read: async () => ahead.shift() ?? source.read(),
    putBack(piece) {
      ahead.unshift(piece);
    },
    async cancel() {
      ahead.length = 0;
      await source.cancel();
    },
  };
}

type Source = Pick<BodyReader, 'read' | 'cancel'>;

/** Without a web stream in between, which would double the time that a small answer takes. */
function nodeSource(body: NodeBody): Source {
  const pieces = body[Symbol.asyncIterator]();
  return {
    async read() {
      const { done, value } = await pieces.next();
      return done ? null : value;
    },
    async cancel() {
      body.destroy();
    },
  };
}

function webSource(body: ReadableStream<Uint8Array> | null): Source {
  const reader = body?.getReader();
  return {
    read: async () => (await reader?.read())?.value ?? null,
    async cancel() {
      await reader?.cancel().catch(() => {});
    },
  };
}

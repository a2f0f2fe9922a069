/**
 * Marks an answer that stands for a broken connection. Web APIs know no sockets, so the app answers the mark,
 * which never reaches a client: the listener breaks the connection instead. See start.ts.
 */
const MARK = 'x-sandbox-fault';

/** `reset`: no answer at all. `cut`: the connection ends in the middle of the body. */
export type BrokenConnection = 'reset' | 'cut';

/** Stands for a connection that is reset without an answer. */
export function droppedConnection(): Response {
  return new Response(null, { status: 599, headers: { [MARK]: 'reset' } });
}

/** Holds a request until its sender gives up or the sandbox closes. */
export async function neverAnswered(closing: AbortSignal, { signal }: Request): Promise<Response> {
  const ended = AbortSignal.any([closing, signal]);
  if (!ended.aborted) {
    await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
  }
  return droppedConnection();
}

/** Stands for an answer of which only half arrives. */
export function cutShort(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set(MARK, 'cut');
  return new Response(answer.body, { status: answer.status, headers });
}

/** The broken connection that an answer stands for, or null. */
export function brokenConnectionOf(answer: Response): BrokenConnection | null {
  const mark = answer.headers.get(MARK);
  return mark === 'reset' || mark === 'cut' ? mark : null;
}

/** The headers of a good answer over the page of some proxy. */
export function disguised(answer: Response): Response {
  return new Response('<html><body>Bad Gateway', { status: answer.status, headers: answer.headers });
}

const CHUNK = new Uint8Array(65_536).fill(0x20);
const CHUNKS_TOO_MANY = 4096;

/** A good answer with 256 MiB of blanks behind it, made as fast as they are read and no faster. */
export async function tooLarge(answer: Response): Promise<Response> {
  const start = new Uint8Array(await answer.arrayBuffer());
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      stream.enqueue(sent === 0 ? start : CHUNK.slice());
      sent += 1;
      if (sent > CHUNKS_TOO_MANY) stream.close();
    },
  });
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
}

/** HTTP 500 with the gateway's error body. */
export function unexpectedError(): Response {
  return Response.json({ message: 'Internal error' }, { status: 500 });
}

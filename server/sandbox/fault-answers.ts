/**
 * Marks an answer that stands for a broken connection. Web APIs have no sockets: the app returns a marked answer, and the
 * listener breaks the connection instead of sending it. See start.ts.
 */
const MARK = 'x-sandbox-fault';

/** `reset`: no answer at all. `cut`: the connection ends in the middle of the body. */
export type BrokenConnection = 'reset' | 'cut';

/** Stands for a connection reset without an answer. */
export function droppedConnection(): Response {
  return new Response(null, { status: 599, headers: { [MARK]: 'reset' } });
}

/** Delays a request until its sender gives up or the sandbox closes. */
export async function neverAnswered(closing: AbortSignal, { signal }: Request): Promise<Response> {
  const ended = AbortSignal.any([closing, signal]);
  if (!ended.aborted) {
    await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
  }
  return droppedConnection();
}

/** Stands for an answer that arrives only in half. */
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

/** A proxy's error page with the headers of a good answer. */
export function disguised(answer: Response): Response {
  return new Response('<html><body>Bad Gateway', { status: answer.status, headers: answer.headers });
}

const CHUNK = new Uint8Array(65_536).fill(0x20);
const CHUNKS_TOO_MANY = 4096;

/** A good answer followed by 256 MiB of spaces, produced only as fast as they are read. */
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

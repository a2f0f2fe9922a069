/**
 * Marks an answer that stands for a broken connection. Web APIs know no sockets, so the app answers the mark,
 * which never reaches a client: the listener breaks the connection instead. See start.ts.
 */
const MARK = 'x-sandbox-mishap';

/** `reset`: no answer at all. `cut`: the connection ends in the middle of the body. */
export type Mishap = 'reset' | 'cut';

/** Stands for a connection that is reset without an answer. */
export function droppedConnection(): Response {
  return new Response(null, { status: 599, headers: { [MARK]: 'reset' } });
}

/** Stands for an answer of which only half arrives. */
export function cutShort(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set(MARK, 'cut');
  return new Response(answer.body, { status: answer.status, headers });
}

/** The mishap that an answer stands for, or null. */
export function mishapOf(answer: Response): Mishap | null {
  const mark = answer.headers.get(MARK);
  return mark === 'reset' || mark === 'cut' ? mark : null;
}

/** HTTP 500 with the gateway's error body. */
export function unexpectedError(): Response {
  return Response.json({ message: 'Internal error' }, { status: 500 });
}

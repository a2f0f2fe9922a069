/** Marks an answer that stands for a connection torn down. The listener tears it down; see start.ts. */
const RESET_MARK = 'x-sandbox-reset';

/**
 * Stands for a connection that is reset without an answer. Web APIs know no sockets, so the app answers this
 * mark, which never reaches a client: the listener resets the socket instead.
 */
export function droppedConnection(): Response {
  return new Response(null, { status: 599, headers: { [RESET_MARK]: 'true' } });
}

export function isDroppedConnection(answer: Response): boolean {
  return answer.headers.has(RESET_MARK);
}

/** HTTP 500 with the gateway's error body. */
export function unexpectedError(): Response {
  return Response.json({ message: 'Internal error' }, { status: 500 });
}

import { getRequestListener } from '@hono/node-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PeerSource } from './peer-address.ts';

/** A listener of node:http, and a handler of Express. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error: unknown) => void,
) => void;

/**
 * The body of a request was read before the companion received it: mount the companion before `express.json()` and
 * other body parsers.
 */
export class BodyConsumedError extends Error {
  override readonly name = 'BodyConsumedError';
  readonly code = 'body-consumed';

  constructor() {
    super(
      'The request body was read before pay-form received it: mount the companion before express.json() and other body parsers.',
    );
  }
}

/**
 * Answers the requests of Node's server with a fetch handler, without changing globals. A path that Express has
 * shortened by the mount point is restored.
 *
 * A body that was already read causes a {@link BodyConsumedError}: it is passed to `next` if there is one, as in
 * Express, otherwise answered with 500 and passed to `onError`.
 */
export function nodeHandler(
  fetch: (request: Request, source: PeerSource) => Promise<Response>,
  onError: (error: BodyConsumedError) => void,
): NodeHandler {
  const listener = getRequestListener((request, source) => fetch(request, source), {
    overrideGlobalObjects: false,
  });
  return (request, response, next) => {
    if (isConsumed(request)) {
      const error = new BodyConsumedError();
      onError(error);
      if (next) next(error);
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message);
      return;
    }
    if ('originalUrl' in request && typeof request.originalUrl === 'string') {
      request.url = request.originalUrl;
    }
    void listener(request, response);
  };
}

/** Some hosts keep the read bytes as `rawBody`, which `@hono/node-server` uses. */
function isConsumed(request: IncomingMessage): boolean {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return hasBody && request.readableDidRead && !hasBytes(request);
}

function hasBytes(request: IncomingMessage): boolean {
  return 'rawBody' in request && request.rawBody instanceof Buffer;
}

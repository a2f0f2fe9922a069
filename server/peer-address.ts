/** How a server says with whom it is connected. One of them is enough. */
export interface PeerSource {
  /** the address itself, where the server has another way to say it */
  peerAddress?: string;
  /** Node: the request, as `@hono/node-server` hands it along in `c.env` */
  incoming?: { socket: { remoteAddress?: string | undefined } };
  /** Bun: its server, as Hono hands it along in `c.env` */
  requestIP?(request: Request): { address: string } | null;
  /** Deno: of its handler's second argument, as Hono hands it along in `c.env` */
  remoteAddr?: { hostname?: string };
}

/**
 * The address at the other end of the connection: empty where that is closed, null where the server says nothing of it.
 * @param source of any form: it may be anything that a host hands along
 */
export function peerAddress(request: Request, source: PeerSource | undefined): string | null {
  if (source?.peerAddress !== undefined) return source.peerAddress;
  if (source?.incoming) return source.incoming.socket.remoteAddress ?? '';
  if (typeof source?.requestIP === 'function') return source.requestIP(request)?.address ?? '';
  return source?.remoteAddr?.hostname ?? null;
}

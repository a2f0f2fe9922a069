/** The ways in which a server passes the peer's address. One of them is enough. */
export interface PeerSource {
  /** the address itself, for other servers */
  peerAddress?: string;
  /** Node: the request, as `@hono/node-server` passes it in `c.env` */
  incoming?: { socket: { remoteAddress?: string | undefined } };
  /** Bun: its server, as Hono passes it in `c.env` */
  requestIP?(request: Request): { address: string } | null;
  /** Deno: from its handler's second argument, as Hono passes it in `c.env` */
  remoteAddr?: { hostname?: string };
}

/**
 * The address at the other end of the connection: empty if it is closed, null if the server does not pass it.
 * @param source of any form: a host may pass anything
 */
export function peerAddress(request: Request, source: PeerSource | undefined): string | null {
  if (source?.peerAddress !== undefined) return source.peerAddress;
  if (source?.incoming) return source.incoming.socket.remoteAddress ?? '';
  if (typeof source?.requestIP === 'function') return source.requestIP(request)?.address ?? '';
  return source?.remoteAddr?.hostname ?? null;
}

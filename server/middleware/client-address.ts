import { isIP } from 'node:net';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

export interface AddressSource {
  /** the address at the other end of the connection */
  peer: (c: Context) => string;
  /** whether an address is a proxy whose X-Forwarded-For is trusted */
  isTrustedProxy: (address: string) => boolean;
}

/**
 * The customer's address: the peer's or, if the peer is a trusted proxy, the last address in X-Forwarded-For that is
 * not itself a trusted proxy. Earlier entries can be forged.
 *
 * ```ts
 * app.use(clientAddress({ peer: (c) => c.env.incoming.socket.remoteAddress, isTrustedProxy: addressList(['10.0.0.1']) }))
 * app.get('/', (c) => c.text(c.var.clientIp))
 * ```
 */
export function clientAddress(source: AddressSource) {
  return createMiddleware<AppEnv>((c, next) => {
    c.set('clientIp', resolve(source, bare(source.peer(c)), c.req.header('x-forwarded-for')));
    return next();
  });
}

const hopsOf = (forwardedFor = ''): string[] => forwardedFor.split(',').map(bare);

function resolve(source: AddressSource, peer: string, forwarded: string | undefined): string {
  if (forwarded === undefined) return peer;
  let address = peer;
  for (const hop of hopsOf(forwarded).toReversed()) {
    if (!source.isTrustedProxy(address) || isIP(hop) === 0 || hop.includes('%')) return address;
    address = hop;
  }
  return address;
}

/** The address without port, brackets and the IPv6 prefix of a mapped IPv4 address, which some proxies add. */
function bare(hop: string): string {
  const text = hop.trim().toLowerCase();
  const inBrackets = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (inBrackets ?? withPort ?? text).replace(/^::ffff:(?=\d+\.)/, '');
}

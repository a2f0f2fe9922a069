import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

export interface AddressSource {
  /** the address at the other end of the connection */
  peer: (c: Context) => string;
  /** whether an address is a proxy whose X-Forwarded-For is believed */
  isTrustedProxy: (address: string) => boolean;
}

/**
 * The customer's address: the peer's, or, where the peer is a trusted proxy, the last address in
 * X-Forwarded-For that is not a trusted proxy itself. What stands before that one anybody may have written.
 */
export function clientAddress(source: AddressSource) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('clientIp', resolve(source, normal(source.peer(c)), c.req.header('x-forwarded-for')));
    await next();
  });
}

function resolve(source: AddressSource, peer: string, forwarded: string | undefined): string {
  let address = peer;
  for (const hop of (forwarded ?? '').split(',').map(normal).reverse()) {
    if (!source.isTrustedProxy(address) || !/^[0-9A-Fa-f:.]{2,45}$/.test(hop)) return address;
    address = hop;
  }
  return address;
}

/** Without the IPv6 clothing of an IPv4 address. */
function normal(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
}

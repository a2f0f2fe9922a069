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
 * The customer's address: the peer's, or, where the peer is a trusted proxy, the last address in
 * X-Forwarded-For that is not a trusted proxy itself. What stands before that one anybody may have written.
 */
export function clientAddress(source: AddressSource) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('clientIp', resolve(source, bare(source.peer(c)), c.req.header('x-forwarded-for')));
    await next();
  });
}

/**
 * Whether the client is on this very machine. What a proxy passes on that is not trusted comes from nobody knows where,
 * also where that proxy is on this machine.
 */
export function isLocalClient(source: AddressSource, c: Context<AppEnv>): boolean {
  const isForwarded = c.req.header('x-forwarded-for') !== undefined;
  if (isForwarded && !source.isTrustedProxy(bare(source.peer(c)))) return false;
  return /^(127(\.\d+){3}|::1)$/.test(c.var.clientIp);
}

function resolve(source: AddressSource, peer: string, forwarded: string | undefined): string {
  let address = peer;
  for (const hop of (forwarded ?? '').split(',').map(bare).toReversed()) {
    if (!source.isTrustedProxy(address) || !isAddress(hop)) return address;
    address = hop;
  }
  return address;
}

/** Without port, brackets and the IPv6 clothing of an IPv4 address, which some proxies add. */
function bare(hop: string): string {
  const text = hop.trim().toLowerCase();
  const inBrackets = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (inBrackets ?? withPort ?? text).replace(/^::ffff:(?=\d+\.)/, '');
}

/** By the rules of URLs, which every runtime knows. */
function isAddress(text: string): boolean {
  if (text.includes(':')) return /^[\da-f:.]+$/.test(text) && URL.canParse(`http://[${text}]`);
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && URL.canParse(`http://${text}`);
}

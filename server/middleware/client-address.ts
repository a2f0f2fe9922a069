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
 * Whether the client is on this very machine. What is forwarded comes from nobody knows where, also where the proxy is on
 * this machine, unless a trusted one names addresses of this machine only.
 */
export function isLocalClient(source: AddressSource, c: Context<AppEnv>): boolean {
  const peer = bare(source.peer(c));
  if (!isForwarded(c)) return isLoopback(peer);
  const hops = hopsOf(c.req.header('x-forwarded-for'));
  return source.isTrustedProxy(peer) && hops.every(isLoopback);
}

/** By any of the headers with which proxies say so. */
function isForwarded(c: Context<AppEnv>): boolean {
  return Object.keys(c.req.header()).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));
}

const isLoopback = (address: string): boolean => /^(127(\.\d+){3}|::1)$/.test(address);

const hopsOf = (forwardedFor = ''): string[] => forwardedFor.split(',').map(bare);

function resolve(source: AddressSource, peer: string, forwarded: string | undefined): string {
  let address = peer;
  for (const hop of hopsOf(forwarded).toReversed()) {
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

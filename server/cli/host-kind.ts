import { isIP } from 'node:net';
import { addressList } from '../address-list.ts';

const isPrivate = addressList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/128 fc00::/7 fe80::/10'.split(
    ' ',
  ),
);
const isLoopback = addressList(['127.0.0.0/8', '::1/128']);

/**
 * Who can reach a host: only this machine, a private network, or everybody, as far as its name shows (a public name may
 * still resolve to a private address).
 * @param hostname as URL has it, IPv6 in brackets
 */
export function hostKind(hostname: string): 'loopback' | 'private' | 'public' {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isLoopback(host) ? 'loopback' : isPrivate(host) ? 'private' : 'public';
  if (/^(.*\.)?localhost$/.test(host)) return 'loopback';
  return !host.includes('.') || /\.(local|internal|lan|home\.arpa|test)$/.test(host) ? 'private' : 'public';
}

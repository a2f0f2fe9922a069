import { isIP } from 'node:net';
import { addressList } from '../address-list.ts';
import { isBaseAddress } from '../contract/address.ts';
import { UsageError } from './exit.ts';

/**
 * The companion's base address: `--url`, otherwise PUBLIC_URL, otherwise this machine at PORT, as in the companion's
 * settings.
 * @throws UsageError if it is not a valid base address
 */
export function baseAddress(env: Readonly<Record<string, string | undefined>>, url?: string): string {
  const publicUrl = env['PUBLIC_URL']?.trim();
  const [address, source] = url ? [url, '--url'] : [publicUrl || local(env['PORT']), 'PUBLIC_URL'];
  if (!isBaseAddress(address)) {
    throw new UsageError(
      `${source} must be an http or https address without credentials, query or fragment, such as https://pay.shop.example/pay.`,
    );
  }
  return address.replace(/\/+$/, '');
}

function local(port: string | undefined): string {
  const given = port?.trim() || '8080';
  if (!/^\d{1,5}$/.test(given)) throw new UsageError('PORT must be a whole number.');
  return `http://localhost:${given}/pay`;
}

const isLoopback = addressList(['127.0.0.0/8', '::1/128']);
const isPrivate = addressList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/128 fc00::/7 fe80::/10'.split(
    ' ',
  ),
);

/**
 * Who can reach a host: only this machine, a private network, or everybody, as far as its name shows (a public name may
 * still resolve to a private address).
 * @param url an http or https address
 */
export function hostKind(url: string): 'loopback' | 'private' | 'public' {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isLoopback(host) ? 'loopback' : isPrivate(host) ? 'private' : 'public';
  if (/^(.*\.)?localhost$/.test(host)) return 'loopback';
  return !host.includes('.') || /\.(local|internal|lan|home\.arpa|test)$/.test(host) ? 'private' : 'public';
}

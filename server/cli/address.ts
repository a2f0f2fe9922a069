import { isIP } from 'node:net';
import { addressList } from '../node/address-list.ts';
import { isBaseAddress } from '../contract/address.ts';
import { UsageError } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/**
 * The companion's base address: `--url`, otherwise PUBLIC_URL, otherwise this machine at PORT, as in the companion's
 * settings.
 * @throws UsageError if it is not a valid base address
 */
export function baseAddress(env: Terminal['env'], url?: string): string {
  const local = `http://localhost:${env['PORT']?.trim() || '8080'}/pay`;
  const address = url ?? (env['PUBLIC_URL']?.trim() || local);
  if (!isBaseAddress(address)) {
    throw new UsageError(
      `${url ? '--url' : 'PUBLIC_URL'} must be an http or https address without credentials, query or fragment, such as https://pay.shop.example/pay.`,
    );
  }
  return address.replace(/\/+$/, '');
}

/**
 * Refuses to send a secret of the environment to an address that only `.env` names: the folder may be a stranger's.
 * @param addresses the settings that say where the secrets go
 * @param remedy a sentence
 * @throws UsageError
 */
export function checkReceiver(
  { env, envFile }: Terminal,
  addresses: readonly string[],
  secrets: readonly string[],
  remedy: string,
): void {
  const address = addresses.find((name) => envFile.has(name));
  const secret = secrets.find((name) => env[name]?.trim() && !envFile.has(name));
  if (address && secret) throw new UsageError(`${address} is from .env, and ${secret} is not. ${remedy}`);
}

const isPrivate = addressList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/127 fc00::/7 fe80::/10'.split(
    ' ',
  ),
);

/**
 * Whether everybody can reach a host, as far as its name shows (a public name may still resolve to a private address).
 * @param url an http or https address
 */
export function isPublic(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return !isPrivate(host);
  return host.includes('.') && !/\.(localhost|local|internal|lan|home\.arpa|test)$/.test(host);
}

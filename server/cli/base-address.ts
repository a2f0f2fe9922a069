import { isBaseAddress } from '../contract/address.ts';
import { UsageError } from './usage-error.ts';

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

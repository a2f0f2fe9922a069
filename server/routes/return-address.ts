import type { PaymentView } from '../contract/checkout-api.ts';

/**
 * The order's `returnUrl` with `payment` and `status` as the last parameters of its query. Everything else stays as the
 * merchant wrote it, byte by byte: the address may be signed, or in another encoding.
 */
export function returnAddress(returnUrl: string, { id, status }: Pick<PaymentView, 'id' | 'status'>): string {
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(inHeader(returnUrl)) ?? [];
  const joint = /[?&]$/.test(address) ? '' : address.includes('?') ? '&' : '?';
  return `${address}${joint}payment=${encodeURIComponent(id)}&status=${status}${fragment}`;
}

/**
 * An address as a `Location` header can carry it. Only what no address and no header may contain is encoded, as a
 * browser would: control characters, blanks, all beyond ASCII.
 */
function inHeader(address: string): string {
  const [, origin = '', rest = ''] = /^(\w+:\/\/[^/?#\\]*)(.*)$/s.exec(address) ?? [];
  // A host name has an encoding of its own.
  const plain = /^[!-~]*$/.test(origin) ? origin : new URL(origin).href.slice(0, -1);
  return plain + rest.replace(/[^!-~]+/g, inPercent);
}

const inPercent = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

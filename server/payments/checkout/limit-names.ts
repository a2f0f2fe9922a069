import { createHmac, hkdfSync } from 'node:crypto';
import type { SubjectKind, WindowKeys } from '../ports/limits.ts';

/** A card or an address as the counts know it. */
export interface Subject {
  kind: SubjectKind;
  /** keyed hash, under the key of this window and under that of the window before */
  name: string;
  previousName: string;
}

/** More are never of use at once: card and address, this window and the one before, around a change of window. */
const MOST_KEYS = 8;

/**
 * Derives the keys of card and address hashes from the store's secret, one for each window since 1970, and remembers the
 * latest: deriving costs more than hashing.
 */
export function windowKeys(secret: string): WindowKeys {
  const known = new Map<string, Buffer>();
  return (window) => {
    const found = known.get(window);
    if (found) return found;
    const key = Buffer.from(hkdfSync('sha256', secret, 'pay-form', `limits: ${window}`, 32));
    if (known.size >= MOST_KEYS) known.clear();
    known.set(window, key);
    return key;
  };
}

/**
 * Names a card or an address by an HMAC (PCI DSS 3.5.1: a keyed hash of the whole number). The key changes with each
 * window, so that a name means nothing two windows later.
 * @param value digits of the number, a card token, or an address as {@link addressRange} gives it
 * @param windowMs of the limit
 */
export function subjectOf(
  kind: SubjectKind,
  value: string,
  { keyOf, windowMs, nowMs }: { keyOf: WindowKeys; windowMs: number; nowMs: number },
): Subject {
  const window = Math.floor(nowMs / windowMs);
  const nameIn = (number: number) =>
    createHmac('sha256', keyOf(`${kind} ${windowMs} ${number}`))
      .update(value)
      .digest('base64url');
  return { kind, name: nameIn(window), previousName: nameIn(window - 1) };
}

/**
 * What counts as one address: an IPv4 address, also where it is mapped into IPv6, or the /64 of an IPv6 address, which is
 * what one customer of a provider gets at least. Other text is taken as it is.
 */
export function addressRange(ip: string): string {
  const bare = ip.replace(/%.*$/, '');
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return bare;
  // As "2001:db8::1": without leading zeros, with IPv4 as two groups.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? [];
  if (high && low) return [high, low].flatMap(octets).join('.');
  const [head = '', tail = ''] = canonical.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = canonical.includes('::') ? 8 - (before?.length ?? 0) - (after?.length ?? 0) : 0;
  const groups = [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function octets(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}

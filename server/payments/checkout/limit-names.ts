import { createHmac, hkdfSync } from 'node:crypto';
import type { PaymentDeps } from '../ports/deps.ts';
import type { SubjectKind, WindowKeys } from '../ports/limits.ts';

/** Keyed hashes of one value: under the key of this window and under that of the window before. */
export interface Names {
  name: string;
  previousName: string;
}

/** A card or an address as it is counted. */
export interface Subject extends Names {
  kind: SubjectKind;
  /** the network of an address; null for a card */
  network: Names | null;
}

/**
 * More are never in use at once: card, address and network, in this window and the one before, around a change of
 * window.
 */
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

/** The payer's card and address, by which limits count. Stays in memory. */
export interface Payer {
  /** the number of a card or its token; null if unknown here */
  card: string | null;
  /** empty if unknown: all unknown addresses count as one */
  ip: string;
}

/** The subjects that a payer's attempts are counted by; none if there are no limits. */
export function subjectsOf(
  { limits, clock }: Pick<PaymentDeps, 'limits' | 'clock'>,
  { card, ip }: Payer,
): Subject[] {
  if (!limits) return [];
  const { rules, keyOf } = limits;
  const nowMs = clock.now().getTime();
  return [
    ...(card === null ? [] : [cardSubject(card, { keyOf, windowMs: rules.card.windowMs, nowMs })]),
    addressSubject(ip, { keyOf, windowMs: rules.address.windowMs, nowMs }),
  ];
}

interface Naming {
  keyOf: WindowKeys;
  /** of the limit */
  windowMs: number;
  nowMs: number;
}

/** @param value digits of the number, or a card token */
export function cardSubject(value: string, naming: Naming): Subject {
  return { kind: 'card', ...namesOf('card', value, naming), network: null };
}

export function addressSubject(ip: string, naming: Naming): Subject {
  return {
    kind: 'address',
    ...namesOf('address', addressRange(ip), naming),
    network: namesOf('network', networkRange(ip), naming),
  };
}

/**
 * Names a subject by an HMAC (PCI DSS 3.5.1: a keyed hash of the full number). The key changes with each window, so
 * that a name is meaningless two windows later.
 */
function namesOf(kind: SubjectKind | 'network', value: string, { keyOf, windowMs, nowMs }: Naming): Names {
  const window = Math.floor(nowMs / windowMs);
  const nameIn = (number: number) =>
    createHmac('sha256', keyOf(`${kind} ${windowMs} ${number}`))
      .update(value)
      .digest('base64url');
  return { name: nameIn(window), previousName: nameIn(window - 1) };
}

/**
 * The range that counts as one address: an IPv4 address, including one mapped into IPv6, or the /64 of an IPv6 address,
 * which is the least that a provider assigns to a customer. Other text is returned unchanged.
 */
export function addressRange(ip: string): string {
  const address = parse(ip);
  if (typeof address === 'string') return address;
  return address.length === 4 ? address.join('.') : `${address.slice(0, 4).join(':')}::/64`;
}

/**
 * The range that counts as one network: the /24 of an IPv4 address, or the /48 of an IPv6 address, which is assigned to
 * an organization and has 65,536 addresses as {@link addressRange} counts them. Other text is returned unchanged.
 */
export function networkRange(ip: string): string {
  const address = parse(ip);
  if (typeof address === 'string') return address;
  const three = address.slice(0, 3);
  return address.length === 4 ? `${three.join('.')}.0/24` : `${three.join(':')}::/48`;
}

/** The four octets of an IPv4 address, including one mapped into IPv6; the eight groups of IPv6; or other text. */
function parse(ip: string): string[] | string {
  const bare = ip.replace(/%.*$/, '');
  if (/^\d+(\.\d+){3}$/.test(bare)) return bare.split('.');
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return bare;
  // As "2001:db8::1": without leading zeros, with IPv4 as two groups.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? [];
  if (high && low) return [high, low].flatMap(octets);
  const [head = '', tail = ''] = canonical.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = canonical.includes('::') ? 8 - (before?.length ?? 0) - (after?.length ?? 0) : 0;
  return [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])];
}

function octets(group: string): string[] {
  const value = Number.parseInt(group, 16);
  return [`${value >> 8}`, `${value & 255}`];
}

import { ProblemError } from '../../contract/problem.ts';
import type { LimitName, LimitRules, NewCount, PaymentDeps, Subject } from '../ports.ts';

/**
 * Limits against card testing: an attempt counts from its start, in the same append, under its card's mask, its order,
 * its address and its network: under the last two for two minutes, unless it is declined. What ends in anything but a
 * decline no longer counts. A card number is never hashed: the mask, which the journal has anyway, is enough.
 */

/** Who pays, as far as it is known. */
export interface Payer {
  /** null if only a token of the card is known here */
  cardMask: string | null;
  orderId: string;
  /** empty if unknown: all unknown addresses count as one */
  ip: string;
}

/** What an attempt is counted under; nothing if there are no limits. */
export function subjectsOf(
  { limits }: Pick<PaymentDeps, 'limits'>,
  { cardMask, orderId, ip }: Payer,
): Subject[] {
  if (!limits) return [];
  return [
    ...(cardMask === null ? [] : [{ limit: 'card' as const, name: `card:${cardMask}` }]),
    orderSubject(orderId),
    { limit: 'address', name: `address:${addressRange(ip)}` },
    { limit: 'network', name: `network:${networkRange(ip)}` },
  ];
}

const orderSubject = (orderId: string): Subject => ({ limit: 'order', name: `order:${orderId}` });

/** Thrown before anything is written or sent. */
export class LimitReached extends ProblemError {
  readonly limit: LimitName;
  /** of those that count, how many are open and how many were declined; empty where both count alike */
  readonly counted: { open?: number; declined?: number };

  constructor(limit: LimitName, retryAfterS: number, counted: LimitReached['counted']) {
    const minutes = Math.ceil(retryAfterS / 60);
    const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    super('limit-reached', `Too many attempts. Try again in ${time} or pay another way.`, [], retryAfterS);
    this.limit = limit;
    this.counted = counted;
  }
}

/** Why a new attempt would be refused now, or null. The store refuses it too if others are counted meanwhile. */
export async function limitRefusal(
  { limits, clock, store }: Pick<PaymentDeps, 'limits' | 'clock' | 'store'>,
  subjects: readonly Subject[],
): Promise<LimitReached | null> {
  if (!limits || subjects.length === 0) return null;
  const nowMs = clock.now().getTime();
  const counted = await store.limits.counted(
    subjects.map(({ name }) => name),
    nowMs,
  );
  for (const { limit, name } of subjects) {
    const own = counted.filter((one) => one.subject === name);
    const expiries = own.map(({ expiresAt }) => expiresAt).toSorted((one, other) => one - other);
    const freeAt = expiries[expiries.length - limits.rules[limit].most];
    if (freeAt === undefined) continue;
    const open = own.filter(({ isOpen }) => isOpen).length;
    const told = limit in OPEN_MS ? { open, declined: own.length - open } : {};
    return new LimitReached(limit, Math.ceil((freeAt - nowMs) / 1_000), told);
  }
  return null;
}

/** An abandoned challenge keeps no other customer of a shared address waiting for longer. */
const OPEN_MS: Partial<Record<LimitName, number>> = { address: 120_000, network: 120_000 };

/** The counts of an attempt that starts now. */
export function countsOf(
  rules: LimitRules,
  subjects: readonly Subject[],
  { id, sentAt }: { id: string; sentAt: number },
): NewCount[] {
  return subjects.map(({ limit, name }) => ({
    ...rules[limit],
    openMs: OPEN_MS[limit] ?? rules[limit].windowMs,
    subject: name,
    paymentId: id,
    at: sentAt,
  }));
}

/** Reports a refused attempt if a limit refused it. */
export function noteRefusal(
  { limits }: Pick<PaymentDeps, 'limits'>,
  orderId: string,
  refusal: unknown,
): void {
  if (refusal instanceof LimitReached) limits?.refused(refusal.limit, orderId, refusal.counted);
}

/** How many more attempts the limit of an order allows now; no limit: infinitely many. */
export async function orderAttemptsLeft(
  { limits, clock, store }: Pick<PaymentDeps, 'limits' | 'clock' | 'store'>,
  orderId: string,
): Promise<number> {
  if (!limits) return Number.POSITIVE_INFINITY;
  const counted = await store.limits.counted([orderSubject(orderId).name], clock.now().getTime());
  return Math.max(0, limits.rules.order.most - counted.length);
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

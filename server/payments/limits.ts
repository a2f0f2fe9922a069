import { createHmac, hkdfSync } from 'node:crypto';
import type { PaymentMode } from '../contract/checkout-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { OrderState } from './order/order.ts';
import { isDecline } from './order/paying.ts';
import type {
  CountedAttempt,
  DeclineShare,
  Limit,
  LimitName,
  LimitRules,
  NetworkShare,
  PaymentDeps,
  SubjectKind,
  TakenPlace,
  WindowKeys,
} from './ports.ts';

/** Limits against card testing (contract, section 5); limits.test.ts shows what they allow. */

/** The store's counts for a new attempt. */
export interface Counts {
  subjects: readonly Subject[];
  counted: readonly CountedAttempt[];
  /** over all addresses; only read if the card or the address of this attempt was already declined */
  share: DeclineShare | null;
  /** over the network of this attempt's address; null if unknown */
  networkShare: NetworkShare | null;
}

/**
 * Reads the counts that limits are checked against; null if there are no limits. A payer who was never declined costs
 * two queries, sent together.
 */
export async function readCounts(
  { limits, clock, store }: Pick<PaymentDeps, 'limits' | 'clock' | 'store'>,
  subjects: readonly Subject[],
): Promise<Counts | null> {
  if (!limits) return null;
  const nowMs = clock.now().getTime();
  const names = subjects.flatMap(({ name, previousName }) => [name, previousName]);
  const network = subjects.find((one) => one.network)?.network;
  const unseenMs = Math.max(0, limits.rules.address.windowMs - BRAKE.lookbackMs);
  const after = nowMs + unseenMs;
  const [counted, networkShare] = await Promise.all([
    names.length === 0 ? [] : store.limits.counted(names, nowMs),
    network ? store.limits.networkShare([network.name, network.previousName], after, BRAKE.latest) : null,
  ]);
  const share = counted.some(({ declined }) => declined)
    ? await store.limits.share(after, BRAKE.latest)
    : null;
  return { subjects, counted, share, networkShare };
}

/** Thrown before anything is written or sent. */
export class LimitReached extends ProblemError {
  readonly limit: LimitName;
  /** whether attempts in flight hold the last places: they may end without a decline */
  readonly isPassing: boolean;

  constructor(limit: LimitName, retryAfterS: number, isPassing = false) {
    const minutes = Math.ceil(retryAfterS / 60);
    const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    super('limit-reached', `Too many attempts. Try again in ${time} or pay another way.`, [], retryAfterS);
    this.limit = limit;
    this.isPassing = isPassing;
  }
}

/**
 * The brake: if more than 50 of the latest attempts (of ten minutes, at most 500) were declined, and more than 80 % of
 * them, then a card or an address that was itself declined has to wait five minutes after each decline before it may
 * pay directly. Payers who were not declined before are not affected, and the hosted page stays open. A network has a
 * brake of its own, with the same numbers over its own attempts. It affects all addresses of the network, including new
 * ones, so that changing addresses within it does not help.
 */
export const BRAKE = {
  declines: 50,
  share: 0.8,
  lookbackMs: 600_000,
  latest: 500,
  pauseMs: 300_000,
} as const;

/** Factor on the limit for attempts that are open at once: most of them were abandoned at the bank's page. */
const OPEN_TIMES = 3;

/** Retry delay when attempts in flight hold the places: they end soon. */
const PASSING_S = 5;

/** Why a new attempt is refused now, or null. */
export function limitRefusal(
  rules: LimitRules,
  { payments }: Pick<OrderState, 'payments'>,
  counts: Counts,
  { mode, nowMs }: { mode: PaymentMode; nowMs: number },
): LimitReached | null {
  const after = (ms: number) => Math.max(1, Math.ceil((ms - nowMs) / 1_000));
  const expiries = orderExpiries(rules.order, payments, nowMs);
  const orderFreeAt = freeAt(expiries, rules.order.most);
  if (orderFreeAt !== null) return new LimitReached('order', after(orderFreeAt));
  for (const kind of ['card', 'address'] as const) {
    const { most } = rules[kind];
    const own = counts.counted.filter((one) => one.kind === kind);
    const declined = own.filter((one) => one.declined).map(({ expiresAt }) => expiresAt);
    const declinedFreeAt = freeAt(declined, most);
    if (declinedFreeAt !== null) return new LimitReached(kind, after(declinedFreeAt));
    if (own.filter((one) => one.declined || one.place < most).length >= most)
      return new LimitReached(kind, PASSING_S, true);
    const openFreeAt = freeAt(
      own.map(({ expiresAt }) => expiresAt),
      most * OPEN_TIMES,
    );
    if (openFreeAt !== null) return new LimitReached(kind, after(openFreeAt));
  }
  if (mode !== 'direct') return null;
  const pausedUntil = pauseEnd(rules, counts);
  return pausedUntil > nowMs ? new LimitReached('declines', after(pausedUntil)) : null;
}

/** Reports a refused attempt if a limit refused it. */
export function noteRefusal(
  { limits }: Pick<PaymentDeps, 'limits'>,
  orderId: string,
  refusal: unknown,
): void {
  if (refusal instanceof LimitReached) limits?.refused(refusal.limit, orderId);
}

/** How many more declines an order may have before its limit refuses the next attempt. */
export function orderAttemptsLeft(
  { order }: LimitRules,
  { payments }: Pick<OrderState, 'payments'>,
  nowMs: number,
): number {
  return Math.max(0, order.most - orderExpiries(order, payments, nowMs).length);
}

/** When the declines of an order no longer count. Those dated a whole window ahead, by a wrong clock, do not count. */
function orderExpiries({ windowMs }: Limit, payments: OrderState['payments'], nowMs: number): number[] {
  const declined = payments.filter((one) => isDecline(one) && one.sentAt <= nowMs + windowMs);
  const expiries = declined.map(({ sentAt }) => sentAt + windowMs);
  return expiries.filter((expiresAt) => expiresAt > nowMs);
}

/** When enough have expired that there is room for one more; null if there is room now. */
function freeAt(expiries: readonly number[], most: number): number | null {
  return expiries.toSorted((one, other) => one - other)[expiries.length - most] ?? null;
}

/** Until when the brake blocks a direct payment: milliseconds since 1970, or 0. */
function pauseEnd(rules: LimitRules, { counted, share, networkShare }: Counts): number {
  const declined = isBraking(share) ? counted.filter((one) => one.declined) : [];
  const latest = isBraking(networkShare) ? networkShare.expiresAt : null;
  const began = declined.map(({ kind, expiresAt }) => expiresAt - rules[kind].windowMs);
  if (latest !== null) began.push(latest - rules.address.windowMs);
  return Math.max(0, ...began.map((at) => at + BRAKE.pauseMs));
}

function isBraking<Share extends DeclineShare>(share: Share | null): share is Share {
  return share !== null && share.declines > BRAKE.declines && share.declines > BRAKE.share * share.attempts;
}

/**
 * The places that a new attempt takes, among those that are free under the current names and the previous ones. They
 * are chosen at random, so that two racing attempts seldom choose the same.
 */
export function placesFor(
  rules: LimitRules,
  { subjects, counted }: Counts,
  { attemptId, nowMs, random }: { attemptId: string; nowMs: number; random: () => number },
): TakenPlace[] {
  return subjects.map(({ kind, name, network }) => {
    const { most, windowMs } = rules[kind];
    const free = freePlaces(kind, most, counted);
    const place = free[Math.floor(random() * free.length)] ?? 0;
    return {
      attemptId,
      kind,
      name,
      network: network?.name ?? null,
      place,
      at: nowMs,
      expiresAt: nowMs + windowMs,
    };
  });
}

function freePlaces(kind: SubjectKind, most: number, counted: readonly CountedAttempt[]): number[] {
  const taken = new Set(counted.filter((one) => one.kind === kind).map(({ place }) => place));
  return Array.from({ length: most }, (_, place) => place).filter((place) => !taken.has(place));
}

// --- How payers are named ---

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

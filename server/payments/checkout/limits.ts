import type { PaymentMode } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { OrderState } from '../order/state.ts';
import { isDeclined } from '../order/attempt-end.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type {
  CountedAttempt,
  DeclineShare,
  Limit,
  LimitName,
  LimitRules,
  NetworkShare,
  SubjectKind,
  TakenPlace,
} from '../ports/limits.ts';
import type { Subject } from './limit-names.ts';

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
  { attempts }: Pick<OrderState, 'attempts'>,
  counts: Counts,
  { mode, nowMs }: { mode: PaymentMode; nowMs: number },
): LimitReached | null {
  const after = (ms: number) => Math.max(1, Math.ceil((ms - nowMs) / 1_000));
  const expiries = orderExpiries(rules.order, attempts, nowMs);
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
  { attempts }: Pick<OrderState, 'attempts'>,
  nowMs: number,
): number {
  return Math.max(0, order.most - orderExpiries(order, attempts, nowMs).length);
}

/** When the declines of an order no longer count. Those dated a whole window ahead, by a wrong clock, do not count. */
function orderExpiries({ windowMs }: Limit, attempts: OrderState['attempts'], nowMs: number): number[] {
  const declined = attempts.filter((one) => isDeclined(one) && one.sentAt <= nowMs + windowMs);
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

import type { PaymentDeps } from '../ports/deps.ts';
import { addressSubject, cardSubject, type Subject } from './limit-names.ts';
import { BRAKE, type Counts, LimitReached } from './limits.ts';

/** The payer's card and address, by which limits count. Stays in memory. */
export interface Payer {
  /** the number of a card or its token; null if unknown here */
  card: string | null;
  /** empty if unknown: all unknown addresses count as one */
  ip: string;
}

type Deps = Pick<PaymentDeps, 'limits' | 'clock' | 'store'>;

/** The subjects that a payer's attempts are counted by; none if there are no limits. */
export function subjectsOf({ limits, clock }: Deps, { card, ip }: Payer): Subject[] {
  if (!limits) return [];
  const { rules, keyOf } = limits;
  const nowMs = clock.now().getTime();
  return [
    ...(card === null ? [] : [cardSubject(card, { keyOf, windowMs: rules.card.windowMs, nowMs })]),
    addressSubject(ip, { keyOf, windowMs: rules.address.windowMs, nowMs }),
  ];
}

/**
 * Reads the counts that limits are checked against; null if there are no limits. A payer who was never declined costs
 * two queries, sent together.
 */
export async function readCounts(
  { limits, clock, store }: Deps,
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

/** Reports a refused attempt if a limit refused it. */
export function noteRefusal(
  { limits }: Pick<PaymentDeps, 'limits'>,
  orderId: string,
  refusal: unknown,
): void {
  if (refusal instanceof LimitReached) limits?.refused(refusal.limit, orderId);
}

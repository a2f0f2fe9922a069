import type { PaymentDeps } from '../ports/deps.ts';
import { addressRange, type Subject, subjectOf } from './limit-names.ts';
import { BRAKE, type Counts, LimitReached } from './limits.ts';

/** Who wants to pay, as far as limits count it. Stays in memory. */
export interface Payer {
  /** the number of a card or its token; null where it is not known here */
  card: string | null;
  /** empty where it is not known */
  ip: string;
}

type Deps = Pick<PaymentDeps, 'limits' | 'clock' | 'store'>;

/** What the attempts of a payer are counted by; nothing where there are no limits. */
export function subjectsOf({ limits, clock }: Deps, { card, ip }: Payer): Subject[] {
  if (!limits) return [];
  const { rules, keyOf } = limits;
  const nowMs = clock.now().getTime();
  return [
    ...(card === null ? [] : [subjectOf('card', card, { keyOf, windowMs: rules.card.windowMs, nowMs })]),
    ...(ip === ''
      ? []
      : [subjectOf('address', addressRange(ip), { keyOf, windowMs: rules.address.windowMs, nowMs })]),
  ];
}

/** Reads what limits decide by; null where there are none. Whoever was never declined costs one query. */
export async function readCounts(
  { limits, clock, store }: Deps,
  subjects: readonly Subject[],
): Promise<Counts | null> {
  if (!limits) return null;
  const nowMs = clock.now().getTime();
  const names = subjects.flatMap(({ name, previousName }) => [name, previousName]);
  const counted = names.length === 0 ? [] : await store.limits.counted(names, nowMs);
  const unseenMs = Math.max(0, limits.rules.address.windowMs - BRAKE.lookbackMs);
  const share = counted.some(({ declined }) => declined)
    ? await store.limits.share(nowMs + unseenMs, BRAKE.latest)
    : null;
  return { subjects, counted, share };
}

/** Tells that an attempt is refused, where a limit is what refuses it. */
export function noteRefusal(
  { limits }: Pick<PaymentDeps, 'limits'>,
  orderId: string,
  refusal: unknown,
): void {
  if (refusal instanceof LimitReached) limits?.refused(refusal.limit, orderId);
}

import { CLOCKS_MS } from '../order/schedule.ts';
import type { PaymentDeps } from '../ports/deps.ts';

/**
 * Creates a check that logs when this machine's clock and the database's begin to differ too much for companions that
 * share the database: one that is ahead takes the others' calls for lost while they are being made. Never rejects.
 */
export function createClockWatch({
  store,
  clock,
  log,
}: Pick<PaymentDeps, 'store' | 'clock' | 'log'>): () => Promise<void> {
  let wasOff = false;
  return async () => {
    const before = clock.now().getTime();
    // A store that fails is reported by everything else.
    const theirs = await store.time().catch(() => null);
    if (theirs === null) return;
    const aheadMs = aheadOf(theirs, before, clock.now().getTime());
    const isOff = Math.abs(aheadMs) > CLOCKS_MS;
    if (isOff && !wasOff) log('clock.off', { aheadMs });
    wasOff = isOff;
  };
}

/** How far our clock is ahead, at least: the answer was made at some moment between `before` and `after`. */
function aheadOf(theirs: number, before: number, after: number): number {
  return Math.max(before - theirs, 0) + Math.min(after - theirs, 0);
}

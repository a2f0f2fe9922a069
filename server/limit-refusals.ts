import type { LimitName, Log } from './payments/ports.ts';

/** After this long without refusals, the next one is logged again, milliseconds. */
const QUIET_MS = 600_000;

/**
 * Counts every attempt that a limit refuses, and logs only the first for each limit: card testing produces thousands.
 * The line names the order, never the card or the address.
 * @param now milliseconds
 */
export function observeRefusals(
  log: Log,
  counted: (limit: LimitName) => void,
  now: () => number,
): (limit: LimitName, orderId: string) => void {
  const lastAt = new Map<LimitName, number>();
  return (limit, orderId) => {
    counted(limit);
    const isFirst = now() - (lastAt.get(limit) ?? Number.NEGATIVE_INFINITY) > QUIET_MS;
    lastAt.set(limit, now());
    if (isFirst) log('limit.reached', { limit, orderId });
  };
}

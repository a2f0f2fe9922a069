import type { Snapshot } from './order/order.ts';
import { isFinal } from './order/transaction.ts';
import type { PaymentDeps } from './ports/deps.ts';

export interface WaitOptions {
  /** the longest wait, milliseconds */
  ms: number;
  signal?: AbortSignal | undefined;
}

/** Waits until an order meets a condition, or until the time is over. @returns the order after the wait */
export async function waitUntil(
  { clock, changes }: Pick<PaymentDeps, 'clock' | 'changes'>,
  order: Snapshot,
  holds: (order: Snapshot) => boolean,
  { ms, signal }: WaitOptions,
): Promise<Snapshot> {
  const end = clock.monotonic() + ms;
  let current = order;
  for (;;) {
    const left = end - clock.monotonic();
    if (holds(current) || left <= 0 || changes.ended || signal?.aborted) return current;
    current = await changes.next(current, left, signal);
  }
}

/**
 * If the call of an attempt or request is still in flight (two identical requests at once), waits for its end, or until
 * a webhook has reported its outcome.
 */
export function whenAnswered(deps: PaymentDeps, order: Snapshot, id: string): Promise<Snapshot> {
  const find = ({ state }: Snapshot) => [...state.attempts, ...state.requests].find((one) => one.id === id);
  const holds = (current: Snapshot) => {
    const one = find(current);
    return !one?.inFlight || isFinal(one.status);
  };
  return waitUntil(deps, order, holds, { ms: find(order)?.callMs ?? 0 });
}

import { readOrder, type Snapshot } from './desk.ts';
import { isFinal } from './order/transaction.ts';
import type { PaymentDeps } from './ports/deps.ts';

/** How often a waiting request looks for changes made by another process. */
const LOOK_EVERY_MS = 1_000;

export interface WaitOptions {
  /** at most so long, milliseconds */
  ms: number;
  signal?: AbortSignal | undefined;
}

/** Waits until something holds of an order, or until the time is over. @returns the order as it stands then */
export async function waitUntil(
  deps: Pick<PaymentDeps, 'store' | 'clock' | 'changes'>,
  order: Snapshot,
  holds: (order: Snapshot) => boolean,
  { ms, signal }: WaitOptions,
): Promise<Snapshot> {
  const end = deps.clock.now().getTime() + ms;
  let current = order;
  for (;;) {
    const left = end - deps.clock.now().getTime();
    if (holds(current) || left <= 0 || deps.changes.ended || signal?.aborted) return current;
    current = await look(deps, current, Math.min(LOOK_EVERY_MS, left), signal);
  }
}

/** The order after its next change. Listens before it looks, so that no change falls in between. */
async function look(
  deps: Pick<PaymentDeps, 'store' | 'changes'>,
  seen: Snapshot,
  ms: number,
  signal?: AbortSignal,
): Promise<Snapshot> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  signal?.addEventListener('abort', stop);
  const change = deps.changes.next(seen.orderId, ms, enough.signal);
  const present = await readOrder(deps, seen.orderId);
  if (present.entries.length !== seen.entries.length) enough.abort();
  await change;
  signal?.removeEventListener('abort', stop);
  return readOrder(deps, seen.orderId);
}

/**
 * Where the call of an attempt or request is still in flight (two equal requests at once): waits for its end, or until a
 * webhook has told how it ended.
 */
export function whenAnswered(deps: PaymentDeps, order: Snapshot, id: string): Promise<Snapshot> {
  const find = ({ state }: Snapshot) => [...state.attempts, ...state.requests].find((one) => one.id === id);
  const holds = (current: Snapshot) => {
    const one = find(current);
    return !one?.inFlight || isFinal(one.status);
  };
  return waitUntil(deps, order, holds, { ms: find(order)?.callMs ?? 0 });
}

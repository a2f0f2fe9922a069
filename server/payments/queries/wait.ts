import type { PaymentView } from '../../contract/checkout-api.ts';
import { errorFacts } from '../../contract/log-events.ts';
import { ProblemError } from '../../contract/problem.ts';
import { type Snapshot, snapshot } from '../order/order.ts';
import { isFinal } from '../order/payment.ts';
import { paymentView } from '../order/views.ts';
import { readOrder } from '../orders.ts';
import type { PaymentDeps, Store } from '../ports.ts';

/** Requests that wait for a change of an order. */

/** How often the store is checked for changes by other processes, milliseconds. */
const LOOK_EVERY_MS = 1_000;

interface Waiter {
  orderId: string;
  /** whether it takes one of the limited places */
  counts: boolean;
  /** how many entries it has seen */
  seen: number;
  /** ends the wait; without an order, nothing has changed */
  end: (order?: Snapshot) => void;
}

/**
 * Notifies waiters of an order's change: immediately if this process wrote it, within a second if another one did. Once
 * a second the lengths of all awaited journals are read together, and a journal that has grown is read once.
 */
export class Changes {
  readonly #store: Pick<Store, 'lengths' | 'readMany'>;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  constructor(store: Pick<Store, 'lengths' | 'readMany'>) {
    this.#store = store;
  }

  /** True once the process is shutting down: no new wait should begin. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The number of counted waiters, for this order and for all. */
  waiting(orderId: string): { order: number; all: number } {
    const counted = [...this.#waiting].filter((one) => one.counts);
    return { order: counted.filter((one) => one.orderId === orderId).length, all: counted.length };
  }

  /** Ends all waits, present and future. */
  end(): void {
    this.#ended = true;
    for (const one of this.#waiting) one.end();
  }

  /** @param order as it has just been written */
  announce(order: Snapshot): void {
    for (const one of this.#waiting) {
      if (one.orderId === order.orderId && one.seen !== order.entries.length) one.end(order);
    }
  }

  /**
   * @param counts whether it takes one of the places of {@link waiting}
   * @returns the order after its next change; `seen` after `ms`, at shutdown, or when `signal` is aborted
   */
  next(seen: Snapshot, ms: number, signal?: AbortSignal, counts = true): Promise<Snapshot> {
    if (this.#ended || signal?.aborted) return Promise.resolve(seen);
    return new Promise((resolve) => {
      const leave = () => waiter.end();
      const timer = setTimeout(leave, ms);
      const waiter: Waiter = {
        orderId: seen.orderId,
        counts,
        seen: seen.entries.length,
        end: (order = seen) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          this.#remove(waiter);
          resolve(order);
        },
      };
      signal?.addEventListener('abort', leave);
      this.#waiting.add(waiter);
      this.#timer ??= this.#lookLater();
    });
  }

  #remove(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    if (this.#waiting.size > 0 || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    this.#timer = null;
    // Errors of the store are reported where it is used.
    await this.#announceGrown().catch(() => undefined);
    if (this.#waiting.size > 0) this.#timer ??= this.#lookLater();
  }

  async #announceGrown(): Promise<void> {
    const seen = new Map([...this.#waiting].map((one) => [one.orderId, one.seen]));
    if (seen.size === 0) return;
    const lengths = await this.#store.lengths([...seen.keys()]);
    const grown = [...seen.keys()].filter((id) => this.#isNews(id, lengths.get(id) ?? 0));
    const journals = await this.#store.readMany(grown);
    for (const [index, id] of grown.entries()) this.announce(snapshot(id, journals[index] ?? []));
  }

  #isNews(orderId: string, length: number): boolean {
    return [...this.#waiting].some((one) => one.orderId === orderId && one.seen !== length);
  }
}

export interface WaitOptions {
  /** the longest wait, milliseconds */
  ms: number;
  signal?: AbortSignal | undefined;
}

/** Waits until an order meets a condition, or until the time is over. @returns the order after the wait */
async function waitUntil(
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
 * If the call of a payment or operation is still in flight (two identical requests at once), waits for its end, or
 * until a webhook has reported its outcome.
 */
export function whenAnswered(deps: PaymentDeps, order: Snapshot, id: string): Promise<Snapshot> {
  const find = ({ state }: Snapshot) => [...state.payments, ...state.operations].find((one) => one.id === id);
  const holds = (current: Snapshot) => {
    const one = find(current);
    return !one?.inFlight || isFinal(one);
  };
  return waitUntil(deps, order, holds, { ms: find(order)?.callMs ?? 0 });
}

/** How long a customer waits for the gateway before a page is shown without its answer. */
const LONGEST_LOOK_MS = 5_000;

/** Waits for the work with the gateway, until the order has changed, but not for long. It goes on meanwhile. */
export async function notForLong(
  { changes, log }: Pick<PaymentDeps, 'changes' | 'log'>,
  order: Snapshot,
  work: Promise<unknown>,
): Promise<void> {
  const { orderId } = order;
  const ended = new AbortController();
  const working = work
    .catch((error: unknown) => log('order.poll-failed', { orderId, ...errorFacts(error) }))
    .finally(() => ended.abort());
  await Promise.race([working, changes.next(order, LONGEST_LOOK_MS, ended.signal, false)]);
}

/**
 * A payment of an order: returned immediately if it is final or has changed since `since`, otherwise at its next change
 * or when the time is over.
 * @param since an `updatedAt` of the payment
 * @throws ProblemError `payment-not-found`, `too-many-waiting`
 */
export async function followPayment(
  deps: PaymentDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  { since, ...options }: WaitOptions & { since?: string | undefined },
): Promise<PaymentView> {
  const order = await readOrder(deps, orderId);
  const seen = since ?? viewOf(order, paymentId).updatedAt;
  const holds = (current: Snapshot) => {
    const view = viewOf(current, paymentId);
    return isFinal(view) || view.updatedAt !== seen;
  };
  if (options.ms > 0 && !holds(order)) requireRoom(deps, orderId);
  return viewOf(await waitUntil(deps, order, holds, options), paymentId);
}

/** Each open page of a customer makes one waiting request, which costs about 100 KB. */
const MOST_OF_ORDER = 100;
const MOST = 5_000;
const RETRY_AFTER_S = 5;

function requireRoom({ changes }: PaymentDeps, orderId: string): void {
  const { order, all } = changes.waiting(orderId);
  if (order < MOST_OF_ORDER && all < MOST) return;
  throw new ProblemError('too-many-waiting', 'Try again in a moment.', [], RETRY_AFTER_S);
}

function viewOf(order: Snapshot, paymentId: string): PaymentView {
  const payment = order.state.payments.find((one) => one.id === paymentId);
  if (!payment) throw new ProblemError('payment-not-found');
  return paymentView(order, payment);
}

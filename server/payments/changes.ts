import { type Snapshot, snapshot } from './order/order.ts';
import type { Store } from './ports/store.ts';

/** How often the store is checked for changes by other processes, milliseconds. */
const LOOK_EVERY_MS = 1_000;

interface Waiter {
  /** whether it takes one of the limited places */
  counts: boolean;
  /** how many entries it has seen */
  seen: number;
  notify: (order: Snapshot) => void;
  /** ends the wait without a change */
  leave: () => void;
}

/**
 * Notifies waiters of an order's change: immediately if this process wrote it, within a second if another one did. The
 * store is checked once a second for all waiters together, and each order is read once per change.
 */
export class Changes {
  readonly #store: Pick<Store, 'version' | 'lengths' | 'readMany'>;
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** orders that a waiter was added for since the last check */
  readonly #fresh = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #version: number | null = null;
  #count = 0;
  #counted = 0;
  #ended = false;

  constructor(store: Pick<Store, 'version' | 'lengths' | 'readMany'>) {
    this.#store = store;
  }

  /** True once the process is shutting down: no new wait should begin. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The number of counted waiters, for this order and for all. */
  waiting(orderId: string): { order: number; all: number } {
    const own = [...(this.#waiting.get(orderId) ?? [])];
    return { order: own.filter((one) => one.counts).length, all: this.#counted };
  }

  /** Ends all waits, present and future. */
  end(): void {
    this.#ended = true;
    for (const waiters of this.#waiting.values()) for (const one of waiters) one.leave();
  }

  /** @param order as it has just been written */
  announce(order: Snapshot): void {
    const waiters = this.#waiting.get(order.orderId) ?? [];
    for (const one of waiters) if (one.seen !== order.entries.length) one.notify(order);
  }

  /**
   * @param counted whether it takes one of the places of {@link waiting}
   * @returns the order after its next change; `seen` after `ms`, at shutdown, or when `signal` is aborted
   */
  next(
    seen: Snapshot,
    ms: number,
    signal?: AbortSignal,
    counted: 'counted' | 'uncounted' = 'counted',
  ): Promise<Snapshot> {
    if (this.#ended || signal?.aborted) return Promise.resolve(seen);
    return new Promise((resolve) => {
      const notify = (order: Snapshot) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.#remove(seen.orderId, waiter);
        resolve(order);
      };
      const leave = () => notify(seen);
      const waiter: Waiter = { seen: seen.entries.length, counts: counted === 'counted', notify, leave };
      const timer = setTimeout(leave, ms);
      signal?.addEventListener('abort', leave);
      this.#add(seen.orderId, waiter);
    });
  }

  #add(orderId: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(orderId) ?? new Set();
    this.#waiting.set(orderId, waiters.add(waiter));
    this.#count += 1;
    this.#counted += waiter.counts ? 1 : 0;
    this.#fresh.add(orderId);
    this.#timer ??= this.#lookLater();
  }

  #remove(orderId: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(orderId);
    if (!waiters?.delete(waiter)) return;
    this.#count -= 1;
    this.#counted -= waiter.counts ? 1 : 0;
    if (waiters.size === 0) {
      this.#waiting.delete(orderId);
      this.#fresh.delete(orderId);
    }
    if (this.#count > 0 || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    const mine = this.#timer;
    // Errors of the store are reported where it is used.
    await this.#notifyGrown().catch(() => undefined);
    // Meanwhile all waiters left and new ones came, which have a timer of their own.
    if (this.#timer !== mine) return;
    this.#timer = this.#count === 0 ? null : this.#lookLater();
  }

  async #notifyGrown(): Promise<void> {
    const fresh = [...this.#fresh];
    const version = await this.#store.version();
    const isSame = version !== null && version === this.#version;
    const orderIds = (isSame ? fresh : [...this.#waiting.keys()]).filter((id) => this.#waiting.has(id));
    const lengths = await this.#store.lengths(orderIds);
    const grown = orderIds.filter((id) => this.#isNew(id, lengths.get(id) ?? 0));
    const journals = await this.#store.readMany(grown);
    for (const [index, id] of grown.entries()) this.announce(snapshot(id, journals[index] ?? []));
    this.#version = version;
    for (const id of fresh) this.#fresh.delete(id);
  }

  #isNew(orderId: string, length: number): boolean {
    return [...(this.#waiting.get(orderId) ?? [])].some((one) => one.seen !== length);
  }
}

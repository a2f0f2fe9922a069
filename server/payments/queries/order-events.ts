import type { Entry } from '../order/journal.ts';
import { type Snapshot, snapshot } from '../order/order.ts';

/** How often the store is checked for changes by other processes, milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** The part of the store that tells what other processes wrote (ports.ts). */
interface Journals {
  lengths(orderIds: readonly string[]): Promise<Map<string, number>>;
  read(orderId: string): Promise<Entry[]>;
}

interface Waiter {
  orderId: string;
  /** of the customer; empty if it is unknown */
  address: string;
  /** how many entries it has seen */
  seen: number;
  /** ends the wait; without an order, nothing has changed */
  end: (order?: Snapshot) => void;
}

/**
 * Notifies waiters of an order's change: immediately if this process wrote it, within a second if another one did. Once
 * a second the lengths of all awaited journals are read together, and a journal that has grown is read once.
 */
export class OrderEvents {
  readonly #store: Journals;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  constructor(store: Journals) {
    this.#store = store;
  }

  /** True once the process is shutting down: no new wait should begin. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The number of waiters: for this order, of this address, and all. */
  waiting(orderId: string, address = ''): { order: number; address: number; all: number } {
    const all = [...this.#waiting];
    return {
      order: all.filter((one) => one.orderId === orderId).length,
      address: all.filter((one) => one.address === address && address !== '').length,
      all: all.length,
    };
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
   * @param address of the customer who waits
   * @returns the order after its next change; `seen` after `ms`, at shutdown, or when `signal` is aborted
   */
  next(seen: Snapshot, ms: number, signal?: AbortSignal, address = ''): Promise<Snapshot> {
    if (this.#ended || signal?.aborted) return Promise.resolve(seen);
    return new Promise((resolve) => {
      const leave = () => waiter.end();
      const timer = setTimeout(leave, ms);
      const waiter: Waiter = {
        orderId: seen.orderId,
        address,
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
    await Promise.allSettled(
      grown.map(async (id) => this.announce(snapshot(id, await this.#store.read(id)))),
    );
  }

  #isNews(orderId: string, length: number): boolean {
    return [...this.#waiting].some((one) => one.orderId === orderId && one.seen !== length);
  }
}

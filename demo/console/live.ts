import type { Page } from '../../server/contract/merchant-api.ts';
import { type Failure, failureOf } from './api.ts';
import type { Place } from './place.ts';

/** Something that is loaded. A newer request discards the answer of an older one. */
export class Loading<T> {
  /** stays while it is loaded again */
  value: T | null = null;
  failure: Failure | null = null;
  /** whether the user waits for it */
  isBusy = false;
  protected readonly place: Place;
  #current: AbortController | null = null;

  constructor(place: Place) {
    this.place = place;
  }

  protected get isIdle(): boolean {
    return this.#current === null;
  }

  run(load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.isBusy = true;
    this.place.redraw();
    return this.runQuietly(load);
  }

  protected async runQuietly(load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.#current?.abort();
    const mine = new AbortController();
    this.#current = mine;
    const signal = AbortSignal.any([mine.signal, this.place.closed]);
    try {
      const value = await load(signal);
      if (signal.aborted) return;
      this.value = value;
      this.failure = null;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = failureOf(error);
    }
    this.#current = null;
    this.isBusy = false;
    this.place.redraw();
  }
}

const EVERY_MS = 5_000;
const RELOAD = 'console-reload';

/** Loads everything that is shown again, because something was changed. */
export const reloadAll = (): boolean => dispatchEvent(new Event(RELOAD));

/**
 * Something that is loaded again every five seconds while the page is visible, and at once when it becomes visible. Sends
 * no request for that while another one is pending.
 */
export class Live<T> extends Loading<T> {
  readonly #load: (signal: AbortSignal) => Promise<T>;

  constructor(place: Place, load: (signal: AbortSignal) => Promise<T>) {
    super(place);
    this.#load = load;
    const { closed } = place;
    const timer = setInterval(this.#reload, EVERY_MS);
    closed.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', this.#reload, { signal: closed });
    addEventListener(RELOAD, this.#reload, { signal: closed });
  }

  load(): Promise<void> {
    return this.run(this.#load);
  }

  readonly #reload = () => {
    if (!document.hidden && this.isIdle) void this.runQuietly(this.#load);
  };
}

/** A list that is shown page by page. */
export class LiveList<Item> extends Live<Page<Item>> {
  #wanted = 1;

  constructor(place: Place, loadPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>) {
    super(place, async (signal) => {
      let page = await loadPage(null, signal);
      while (page.nextCursor !== null && page.data.length < this.#wanted) {
        const next = await loadPage(page.nextCursor, signal);
        page = { ...next, data: [...page.data, ...next.data] };
      }
      return page;
    });
  }

  /** null until the first page is loaded */
  get items(): readonly Item[] | null {
    return this.value?.data ?? null;
  }

  /** Shows another list, for example with another filter. */
  restart(): void {
    this.value = null;
    this.failure = null;
    this.#wanted = 1;
    void this.load();
  }

  /** Shows another page. */
  more(): void {
    this.#wanted = (this.items?.length ?? 0) + 1;
    void this.load();
  }
}

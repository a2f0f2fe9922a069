import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Page } from '../../server/contract/merchant-api.ts';
import { ApiFailure, type Failure } from './api.ts';

/** A value that a view shows once it is loaded. A newer request discards the answer of an older one. */
export class Loading<T> implements ReactiveController {
  /** stays while it is loaded again */
  value: T | null = null;
  failure: Failure | null = null;
  isBusy = false;
  readonly #host: ReactiveControllerHost;
  #current = new AbortController();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#current.abort();
  }

  /** @throws any error except a failure of the API */
  async run(load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.#current.abort();
    const mine = new AbortController();
    this.#current = mine;
    this.isBusy = true;
    this.#host.requestUpdate();
    try {
      const value = await load(mine.signal);
      if (mine.signal.aborted) return;
      this.value = value;
      this.failure = null;
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiFailure)) throw error;
      this.failure = error.failure;
    }
    this.isBusy = false;
    this.#host.requestUpdate();
  }

  /** Clears the value, for example because it belongs to another view. */
  clear(): void {
    this.#current.abort();
    this.value = null;
    this.failure = null;
    this.isBusy = false;
    this.#host.requestUpdate();
  }
}

/** A list that is loaded page by page. */
export class PagedList<Item> {
  readonly #loading: Loading<Page<Item>>;
  #load: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>> = () =>
    Promise.resolve({ data: [], nextCursor: null });

  constructor(host: ReactiveControllerHost) {
    this.#loading = new Loading(host);
  }

  /** null until the first page is loaded */
  get items(): readonly Item[] | null {
    return this.#loading.value?.data ?? null;
  }

  get hasMore(): boolean {
    return this.#loading.value?.nextCursor != null;
  }

  get isBusy(): boolean {
    return this.#loading.isBusy;
  }

  get failure(): Failure | null {
    return this.#loading.failure;
  }

  /** Loads the first page of another list. */
  start(load: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>): void {
    this.#load = load;
    this.#loading.clear();
    void this.again();
  }

  /** Loads as many entries again as are shown; those stay until then. */
  again(): Promise<void> {
    const shown = this.items?.length ?? 0;
    return this.#loading.run(async (signal) => {
      let page = await this.#load(null, signal);
      while (page.nextCursor !== null && page.data.length < shown) {
        const next = await this.#load(page.nextCursor, signal);
        page = { ...next, data: [...page.data, ...next.data] };
      }
      return page;
    });
  }

  /** Appends the next page. */
  more(): void {
    const { data = [], nextCursor = null } = this.#loading.value ?? {};
    void this.#loading.run(async (signal) => {
      const page = await this.#load(nextCursor, signal);
      return { ...page, data: [...data, ...page.data] };
    });
  }
}

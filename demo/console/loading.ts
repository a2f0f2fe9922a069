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
  run(load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.isBusy = true;
    this.#host.requestUpdate();
    return this.#take(load);
  }

  /** The same without a progress bar. Does nothing while something else is loaded. */
  async runQuietly(load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    if (!this.isBusy) await this.#take(load);
  }

  async #take(load: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.#current.abort();
    const mine = new AbortController();
    this.#current = mine;
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

type LoadPage<Item> = (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>;

/** A list that is loaded page by page. */
export class PagedList<Item> {
  readonly #loading: Loading<Page<Item>>;
  readonly #stateOf: (item: Item) => string;
  #load: LoadPage<Item> = () => Promise.resolve({ data: [], nextCursor: null });
  #changed: ReadonlySet<string> = new Set();
  /** repeats the latest request */
  #last: () => Promise<void> = () => this.again();

  /** @param stateOf identifies an item in one state; an item in another state counts as changed */
  constructor(host: ReactiveControllerHost, stateOf: (item: Item) => string) {
    this.#loading = new Loading(host);
    this.#stateOf = stateOf;
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

  /** Whether the last reload brought this item, or another state of it. */
  hasChanged(item: Item): boolean {
    return this.#changed.has(this.#stateOf(item));
  }

  /** Loads the first page of another list. */
  start(load: LoadPage<Item>): void {
    this.#load = load;
    this.#loading.clear();
    void this.again();
  }

  /** Loads as many entries again as are shown; those stay until then. */
  again(): Promise<void> {
    return this.#loading.run(this.#reload);
  }

  /** The same without a progress bar. */
  reload(): Promise<void> {
    return this.#loading.runQuietly(this.#reload);
  }

  /** Appends the next page. */
  more(): Promise<void> {
    const { data = [], nextCursor = null } = this.#loading.value ?? {};
    return this.#loading.run(async (signal) => {
      this.#last = () => this.more();
      const page = await this.#load(nextCursor, signal);
      this.#changed = new Set();
      return { ...page, data: [...data, ...page.data] };
    });
  }

  /** Repeats the request that failed. */
  retry(): Promise<void> {
    return this.#last();
  }

  readonly #reload = async (signal: AbortSignal): Promise<Page<Item>> => {
    this.#last = () => this.again();
    const shown = this.items;
    let page = await this.#load(null, signal);
    while (page.nextCursor !== null && page.data.length < (shown?.length ?? 0)) {
      const next = await this.#load(page.nextCursor, signal);
      page = { ...next, data: [...page.data, ...next.data] };
    }
    const known = new Set(shown?.map(this.#stateOf));
    this.#changed = new Set(shown ? page.data.map(this.#stateOf).filter((one) => !known.has(one)) : []);
    return page;
  };
}

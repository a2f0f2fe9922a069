import type { ReactiveController } from 'lit';

const EVERY_MS = 5_000;

/**
 * Loads a view again every few seconds while the page is visible, and at once when it becomes visible or its address is
 * opened again. Never sends a request while another one is pending.
 */
export class AutoReload implements ReactiveController {
  readonly #load: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLoading = false;
  #isConnected = false;

  constructor(load: () => Promise<void>) {
    this.#load = load;
  }

  hostConnected(): void {
    this.#isConnected = true;
    document.addEventListener('visibilitychange', this.#now);
    addEventListener('hashchange', this.#now);
    this.#wait();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    document.removeEventListener('visibilitychange', this.#now);
    removeEventListener('hashchange', this.#now);
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#isConnected && !document.hidden) this.#timer = setTimeout(this.#now, EVERY_MS);
  }

  readonly #now = () => {
    clearTimeout(this.#timer);
    if (!document.hidden && !this.#isLoading) void this.#run();
  };

  async #run(): Promise<void> {
    this.#isLoading = true;
    try {
      await this.#load();
    } finally {
      this.#isLoading = false;
      this.#wait();
    }
  }
}

/** Tells those who wait for an order that it changed. Within this process; other processes are seen by looking again. */
export class Changes {
  readonly #target = new EventTarget();
  readonly #ending = new AbortController();

  /** True once the process is about to end: nobody should wait any more. */
  get ended(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Lets everybody go who waits, now and from now on. */
  end(): void {
    this.#ending.abort();
  }

  announce(orderId: string): void {
    this.#target.dispatchEvent(new Event(orderId));
  }

  /** Resolves at the next change of the order, after `ms`, at the end, or when `signal` is aborted. */
  next(orderId: string, ms: number, signal?: AbortSignal): Promise<void> {
    const signals = signal ? [signal, this.#ending.signal] : [this.#ending.signal];
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#target.removeEventListener(orderId, done);
        for (const one of signals) one.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#target.addEventListener(orderId, done);
      for (const one of signals) one.addEventListener('abort', done);
      if (signals.some((one) => one.aborted)) done();
    });
  }
}

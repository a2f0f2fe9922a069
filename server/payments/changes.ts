/** Tells those who wait for a payment that it changed. Within this process; other processes are seen by looking again. */
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

  announce(paymentId: string): void {
    this.#target.dispatchEvent(new Event(paymentId));
  }

  /** Resolves at the next change of the payment, after `ms`, at the end, or when `given` is aborted. */
  next(paymentId: string, ms: number, given?: AbortSignal): Promise<void> {
    const signal = given ? AbortSignal.any([given, this.#ending.signal]) : this.#ending.signal;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#target.removeEventListener(paymentId, done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#target.addEventListener(paymentId, done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}

/** Tells those who wait for a payment that it changed. Within this process; other processes are seen by looking again. */
export class Changes {
  readonly #target = new EventTarget();

  announce(paymentId: string): void {
    this.#target.dispatchEvent(new Event(paymentId));
  }

  /** Resolves at the next change of the payment, after `ms`, or when `signal` is aborted. */
  next(paymentId: string, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#target.removeEventListener(paymentId, done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#target.addEventListener(paymentId, done);
      signal?.addEventListener('abort', done);
      if (signal?.aborted) done();
    });
  }
}

const SHARED_FOR_MS = 2_000;

/** One status query for all who ask about the same payment within two seconds: the rest get its answer. */
export class SharedPolls {
  readonly #clock: { now(): Date };
  /** the oldest first */
  readonly #polls = new Map<string, { at: number; polling: Promise<void> }>();

  constructor(clock: { now(): Date }) {
    this.#clock = clock;
  }

  /** @param poll asks the gateway; may reject, and then for all */
  poll(paymentId: string, poll: () => Promise<void>): Promise<void> {
    const now = this.#clock.now().getTime();
    for (const [id, { at }] of this.#polls) {
      if (Math.abs(now - at) < SHARED_FOR_MS) break;
      this.#polls.delete(id);
    }
    const shared = this.#polls.get(paymentId);
    if (shared) return shared.polling;
    const polling = poll();
    this.#polls.set(paymentId, { at: now, polling });
    return polling;
  }
}

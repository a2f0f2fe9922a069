const PAUSE_MS = 2_000;

interface Poll {
  /** monotonic */
  at: number;
  answer: Promise<unknown>;
  isOver: boolean;
  /** the next query, for callers who came too late for this answer */
  next: Promise<unknown> | null;
}

interface Time {
  monotonic(): number;
  sleep(ms: number): Promise<void>;
}

/**
 * Shares status queries: at most one per payment in two seconds. A caller that comes while a query runs gets its
 * answer, and a later caller waits for the next one. No caller gets an answer that is older than its call.
 */
export class SingleFlight {
  readonly #clock: Time;
  /** oldest first */
  readonly #polls = new Map<string, Poll>();

  constructor(clock: Time) {
    this.#clock = clock;
  }

  /** @param query queries the gateway; if it rejects, it rejects for all callers */
  run(paymentId: string, query: () => Promise<unknown>): Promise<unknown> {
    this.#forgetOld();
    const last = this.#polls.get(paymentId);
    if (!last) return this.#start(paymentId, query);
    if (!last.isOver) return last.answer;
    const wait = PAUSE_MS - this.#age(last);
    last.next ??= this.#clock.sleep(wait).then(() => this.#start(paymentId, query));
    return last.next;
  }

  #start(paymentId: string, query: () => Promise<unknown>): Promise<unknown> {
    const answer = query();
    const poll: Poll = { at: this.#clock.monotonic(), answer, isOver: false, next: null };
    this.#polls.delete(paymentId);
    this.#polls.set(paymentId, poll);
    const end = () => {
      poll.isOver = true;
    };
    answer.then(end, end);
    return answer;
  }

  #forgetOld(): void {
    for (const [id, poll] of this.#polls) {
      if (this.#age(poll) < PAUSE_MS) break;
      if (poll.isOver && !poll.next) this.#polls.delete(id);
    }
  }

  #age({ at }: Poll): number {
    return this.#clock.monotonic() - at;
  }
}

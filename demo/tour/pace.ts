/** Thrown out of a wait where a person took over. */
export class TourStopped extends Error {}

const TICK_MS = 100;

/** The time of a tour: it can be held, hurried through a step, and stopped. */
export class Pace {
  isPaused = false;
  #isStopped = false;
  #isHurried = false;
  readonly #sleep: (ms: number) => Promise<void>;

  /** @param sleep waits so many milliseconds */
  constructor(sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))) {
    this.#sleep = sleep;
  }

  /** Lets the waits of this step end at once. */
  hurry(): void {
    this.#isHurried = true;
    this.isPaused = false;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** A new step takes its time again. */
  beginStep(): void {
    this.#isHurried = false;
  }

  /**
   * Waits; longer while it is paused, not at all where the step is hurried.
   * @throws TourStopped where a person took over meanwhile
   */
  async wait(ms: number): Promise<void> {
    for (let left = ms; (left > 0 || this.isPaused) && !this.#isHurried && !this.#isStopped; ) {
      const tick = Math.min(TICK_MS, Math.max(left, 1));
      await this.#sleep(tick);
      if (!this.isPaused) left -= tick;
    }
    this.#check();
  }

  /**
   * Waits for what the page does: that cannot be hurried.
   * @throws TourStopped where a person took over meanwhile
   * @throws Error where it has not come in this time
   */
  async until(has: () => boolean, ms: number): Promise<void> {
    for (let left = ms; !has(); left -= TICK_MS) {
      this.#check();
      if (left <= 0) throw new Error('the page has not gone on');
      await this.#sleep(TICK_MS);
    }
    this.#check();
  }

  #check(): void {
    if (this.#isStopped) throw new TourStopped();
  }
}

/** Thrown from a wait if the user takes over. */
export class TourStopped extends Error {}

const TICK_MS = 100;

/** The timing of a tour: it can be paused, hurried through a step, and stopped. */
export class Pace {
  isPaused = false;
  #isStopped = false;
  #isHurried = false;
  readonly #sleep: (ms: number) => Promise<void>;

  /** @param sleep waits the given milliseconds */
  constructor(sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))) {
    this.#sleep = sleep;
  }

  /** Ends all waits of this step at once. */
  hurry(): void {
    this.#isHurried = true;
    this.isPaused = false;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Restores the normal pace for a new step. */
  beginStep(): void {
    this.#isHurried = false;
  }

  /**
   * Waits; longer while paused, not at all if the step is hurried.
   * @param isOver ends the wait early
   * @throws TourStopped if the user takes over meanwhile
   */
  async wait(ms: number, isOver = () => false): Promise<void> {
    const isCut = () => this.#isHurried || this.#isStopped || isOver();
    for (let left = ms; (left > 0 || this.isPaused) && !isCut(); ) {
      const tick = Math.min(TICK_MS, Math.max(left, 1));
      await this.#sleep(tick);
      if (!this.isPaused) left -= tick;
    }
    this.#check();
  }

  /**
   * Waits for the page, which cannot be hurried.
   * @throws TourStopped if the user takes over meanwhile
   * @throws Error if the page is not ready in time
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

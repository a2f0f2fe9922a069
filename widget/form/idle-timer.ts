/** Milliseconds without a key after which a typed card is forgotten. */
const IDLE = 15 * 60_000;
/** Milliseconds after which the clock is looked at again: timers stand still while a computer sleeps. */
const LOOK = 60_000;

/** Calls back when nothing was typed for fifteen minutes. */
export class IdleTimer {
  readonly #act: () => void;
  #timer = 0;
  #typedAt = 0;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** A key was pressed. */
  typed(): void {
    this.#typedAt = Date.now();
    // A new timer at every key would be noticeable.
    if (!this.#timer) this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  readonly #look = (): void => {
    const left = IDLE - Math.abs(Date.now() - this.#typedAt);
    if (left > 0) this.#timer = window.setTimeout(this.#look, Math.min(left, LOOK));
    else this.#act();
  };
}

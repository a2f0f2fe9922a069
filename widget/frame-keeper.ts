/** Puts a frame back if the page removes it with the tag's children. */

/** At most this many times within so many milliseconds; beyond that, something on the page rejects the frame. */
const RETURNS = 5;
const WITHIN = 30_000;

export class FrameKeeper {
  readonly #tag: Element;
  readonly #frame: Element;
  readonly #lost: () => void;
  readonly #observer = new MutationObserver(() => this.#look());
  #returns: number[] = [];
  #timer = 0;

  /** @param lost called when the frame is no longer put back */
  constructor(tag: Element, frame: Element, lost: () => void) {
    this.#tag = tag;
    this.#frame = frame;
    this.#lost = lost;
  }

  /** Puts the frame into the tag and keeps it there. */
  keep(): void {
    this.#returns = [];
    if (!this.#isThere()) this.#tag.append(this.#frame);
    this.#observer.observe(this.#tag, { childList: true });
  }

  stop(): void {
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  #isThere(): boolean {
    return this.#frame.parentNode === this.#tag;
  }

  /** In a task of its own: otherwise it and another observer that removes frames would block all other tasks in turn. */
  #look(): void {
    clearTimeout(this.#timer);
    if (!this.#isThere()) this.#timer = window.setTimeout(() => this.#putBack());
  }

  #putBack(): void {
    const now = performance.now();
    this.#returns = [...this.#returns.filter((then) => then > now - WITHIN), now];
    if (this.#returns.length <= RETURNS) return this.#tag.append(this.#frame);
    this.stop();
    this.#lost();
  }
}

/** Puts a frame back into the tag that the page has cleared away with the tag's children. */

/** So often in so many milliseconds; then something on the page does not want it there. */
const RETURNS = 5;
const WITHIN = 30_000;

export class FrameKeeper {
  readonly #tag: Element;
  readonly #frame: Element;
  readonly #lost: () => void;
  readonly #observer = new MutationObserver(() => this.#look());
  #returns: number[] = [];
  #timer = 0;

  /** @param lost called where the frame is not put back any more */
  constructor(tag: Element, frame: Element, lost: () => void) {
    this.#tag = tag;
    this.#frame = frame;
    this.#lost = lost;
  }

  /** Sees to it that the frame stands in the tag from now on. */
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

  /** In a task of its own: with another observer that takes frames away, two in turn would let no other task come. */
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

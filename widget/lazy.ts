import type { CSSResult, ReactiveController, ReactiveControllerHost } from 'lit';
import { until } from './environment.ts';

/** Milliseconds within which a part has to arrive. */
const PATIENCE = 8_000;

export interface StyledHost extends ReactiveControllerHost, HTMLElement {
  addStyles(styles: CSSResult): void;
}

/** A part of the tag that is a file of its own: loaded when it is needed, and dropped with the tag. */
export class LatePart<Part extends { styles: CSSResult }> implements ReactiveController {
  readonly #host: StyledHost;
  /** Loads the file, or finds it loaded. */
  readonly fetch: () => Promise<Part>;
  #ends: AbortController | null = null;

  constructor(host: StyledHost, fetch: () => Promise<Part>) {
    this.#host = host;
    this.fetch = fetch;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.drop();
  }

  /** Whether somebody waits for it, or has it. */
  get isWanted(): boolean {
    return this.#ends !== null;
  }

  /** Nobody waits any more. */
  drop(): void {
    this.#ends?.abort();
    this.#ends = null;
  }

  /**
   * Loads it for a new user in place of the one before.
   * @param came receives it whenever it arrives, even if that took too long
   * @param late called if it cannot be loaded, or does not arrive in time
   * @returns resolves when either was called, or the part was dropped
   */
  async load(came: (part: Part) => void, late = (): void => {}): Promise<void> {
    this.drop();
    const { signal } = (this.#ends = new AbortController());
    const arrives = this.#give(came, signal).catch(() => false);
    const isHere = await Promise.race([arrives, until(signal, signal, 'abort', PATIENCE)]);
    if (!isHere && !signal.aborted) late();
  }

  async #give(came: (part: Part) => void, signal: AbortSignal): Promise<boolean> {
    const part = await this.fetch();
    if (signal.aborted) return false;
    this.#host.addStyles(part.styles);
    came(part);
    this.#host.requestUpdate();
    return true;
  }
}

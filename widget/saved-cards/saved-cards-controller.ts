import type { CSSResult, ReactiveController, ReactiveControllerHost } from 'lit';
import type { SessionView } from '../../server/contract/checkout-api.ts';
import { arrived } from '../lazy.ts';
import type * as Part from './saved-cards.ts';
import type { SavedCards, SavedCardsHost } from './saved-cards.ts';

interface Host extends ReactiveControllerHost, HTMLElement {
  saveCard: boolean;
  addStyles(styles: CSSResult): void;
}

/** Loads the list of saved cards if a session has any, or offers to save one. A card can still be typed without it. */
export class SavedCardsController implements ReactiveController {
  /** The list, once it is loaded. */
  list: SavedCards | null = null;
  readonly #host: Host;
  readonly #lend: () => SavedCardsHost;
  #of: SessionView | null = null;
  #saving = false;
  #loading: Promise<void> | null = null;
  #ends = new AbortController();

  constructor(host: Host, lend: () => SavedCardsHost) {
    this.#host = host;
    this.#lend = lend;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.list?.leave();
    this.#ends.abort();
    this.#of = null;
  }

  hostUpdate(): void {
    void this.follow();
  }

  /** Follows the session. Resolves once its list is loaded; null if nothing is loading. */
  follow(): Promise<void> | null {
    if (!this.#host.isConnected) return null;
    const { session } = this.#lend().state;
    const saving = this.#host.saveCard && session?.savable === true;
    if (session === this.#of && saving === this.#saving) return this.#loading;
    this.#of = session;
    this.#saving = saving;
    this.#ends.abort();
    this.#ends = new AbortController();
    const isWanted = session !== null && (session.savedCards.length > 0 || saving);
    if (!isWanted) this.list = null;
    this.#loading = isWanted ? this.#load(this.#ends.signal) : null;
    return this.#loading;
  }

  /** Shows the list whenever it arrives. Who pays waits for it no longer than for any part. */
  async #load(signal: AbortSignal): Promise<void> {
    const loading = import('./saved-cards.ts');
    void this.#show(loading, signal);
    await arrived(loading, signal);
    if (!signal.aborted) this.#loading = null;
  }

  async #show(loading: Promise<typeof Part>, signal: AbortSignal): Promise<void> {
    const part = await loading.catch(() => null);
    if (signal.aborted) return;
    if (part) this.#host.addStyles(part.styles);
    this.list = part && new part.SavedCards(this.#lend, this.#saving, this.list);
    this.#host.requestUpdate();
  }
}

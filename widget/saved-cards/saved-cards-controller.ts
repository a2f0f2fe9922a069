import type { ReactiveController } from 'lit';
import type { SessionView } from '../../server/contract/checkout-api.ts';
import { customerOf } from '../checkout/token.ts';
import { LatePart, type StyledHost } from '../lazy.ts';
import type * as Part from './saved-cards.ts';
import type { SavedCards, SavedCardsHost } from './saved-cards.ts';

interface Tag extends StyledHost {
  saveCard: boolean;
  isolated: boolean;
}

/** Loads the list of saved cards if a session has any, or offers to save one. A card can still be typed without it. */
export class SavedCardsController implements ReactiveController {
  /** The list, once it is loaded. */
  list: SavedCards | null = null;
  readonly #tag: Tag;
  readonly #host: () => SavedCardsHost;
  readonly #part: LatePart<typeof Part>;
  #order = '';
  #of: SessionView | null = null;
  #saving = false;
  #loading: Promise<void> | null = null;

  constructor(tag: Tag, host: () => SavedCardsHost) {
    this.#tag = tag;
    this.#host = host;
    this.#part = new LatePart(tag, () => import('./saved-cards.ts'));
    tag.addController(this);
  }

  hostDisconnected(): void {
    this.list?.leave();
    this.#of = null;
  }

  hostUpdate(): void {
    this.#prepare();
    void this.follow();
  }

  /** Follows the session. Resolves once its list is loaded or late; null if nothing is loading. */
  follow(): Promise<void> | null {
    if (!this.#tag.isConnected) return null;
    const { session } = this.#host().state;
    const saving = this.#tag.saveCard && session?.savable === true;
    if (session === this.#of && saving === this.#saving) return this.#loading;
    this.#of = session;
    this.#saving = saving;
    const isWanted = session !== null && (session.savedCards.length > 0 || saving);
    if (isWanted) this.#load();
    else {
      this.#part.drop();
      this.list = this.#loading = null;
    }
    return this.#loading;
  }

  /** Fetches the file beside the session, if the order is likely to need it. */
  #prepare(): void {
    const { order } = this.#host();
    if (order === this.#order || this.#tag.isolated) return;
    this.#order = order;
    if (this.#tag.saveCard || customerOf(order)) this.#part.fetch().catch(() => null);
  }

  #load(): void {
    const loading = this.#part.load(({ SavedCards }) => {
      this.list = new SavedCards(this.#host, this.#saving, this.list);
    });
    this.#loading = loading;
    void loading.finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
  }
}

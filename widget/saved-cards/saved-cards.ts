import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../../server/contract/card.ts';
import type { SavedCard } from '../../server/contract/checkout-api.ts';
import { brandChip } from '../form/brand-chip.ts';
import { icon } from '../icons.ts';
import { type Language, withOwn } from '../language/language.ts';
import { saved as english } from './saved-cards.texts.ts';
import type { CheckoutState } from '../checkout/phases.ts';
import { customerOf, endOf as endOfToken } from '../checkout/token.ts';

/** The customer's saved cards, and the checkbox that saves one. Loaded if a session has cards or offers to save one. */

export { savedStyles as styles } from './saved-cards.styles.ts';

/** The form around the list, as it is now. */
export interface SavedCardsHost {
  root: ShadowRoot;
  language: Language;
  state: CheckoutState;
  /** the companion's base address */
  src: string;
  /** the order token */
  order: string;
  /** renders again; resolves when that is done */
  rerender(): Promise<unknown>;
}

/** Milliseconds during which a removal can be undone. */
const UNDO_MS = 8_000;

/** Cards that are removed, or about to be. Shared by the page: another session's list still has those about to be removed. */
const removals = new Map<string, 'undoable' | 'sent'>();
/** Removals that have not been sent yet. */
const pending = new Map<string, { send: () => void; stop: () => void }>();
/** Cards that could not be removed. */
const failures = new Set<string>();

/** The list of one session. */
export class SavedCards {
  readonly #host: () => SavedCardsHost;
  readonly #saving: boolean;
  readonly #cards: readonly SavedCard[];
  readonly #refused = new Set<string>();
  /** as the order token names it */
  readonly #customer: unknown;
  /** the card to pay with; null: a typed one; undefined: not chosen yet */
  #choice: string | null | undefined;
  /** whether it came while a card was being typed: it then stands below the fields, and moves none of them */
  readonly isBelow: boolean = false;
  #wants = false;
  #lastDecline: object | null;

  /**
   * @param host returns the form as it is now
   * @param saving whether a typed card may be saved
   * @param before the previous session's list
   */
  constructor(host: () => SavedCardsHost, saving: boolean, before: SavedCards | null) {
    const { state, order, root } = host();
    this.#host = host;
    this.#saving = saving;
    this.#cards = state.session?.savedCards ?? [];
    this.#customer = customerOf(order);
    if (before) this.#take(before);
    this.#lastDecline = refusalOf(state);
    // A customer who has begun to type a card, or is about to, continues with it.
    const number = root.querySelector<HTMLInputElement>('input[name=number]');
    if (number && (number.value || number === root.activeElement)) this.#choice = null;
    this.isBelow = before ? before.isBelow : this.#choice === null;
  }

  /** `choices` stand above the card fields or, if the list is below, above `save`. */
  render(busy: boolean): { choices: unknown; save: unknown } {
    this.#hear();
    return { choices: this.#renderChoices(busy), save: this.#renderSave(busy) };
  }

  /** The id of the card to pay with; null if one is typed. */
  chosen(): string | null {
    if (this.#choice === null) return null;
    const usable = this.#cards.filter(
      (card) => !removals.has(card.id) && !this.#refused.has(card.id) && !this.#isOver(card),
    );
    return (usable.find(({ id }) => id === this.#choice) ?? usable[0])?.id ?? null;
  }

  wantsSaving(): boolean {
    return this.#saving && this.#wants && this.chosen() === null;
  }

  /** Lets the customer type a card. */
  type(): void {
    this.#choice = null;
  }

  /** Clears the checkbox. */
  reset(): void {
    this.#wants = false;
    void this.#host().rerender();
  }

  /** A customer's choice must not apply to another's account; without an id it is unknown whose it was. */
  #take(before: SavedCards): void {
    const isSame = typeof this.#customer === 'string' && this.#customer === before.#customer;
    const id = before.chosen();
    // A chosen card that has gone is not replaced by another.
    const isGone = id !== null && !(isSame && this.#cards.some((card) => card.id === id));
    this.#choice = before.#choice === null || isGone ? null : (id ?? undefined);
    this.#wants = isSame && before.#wants;
  }

  /** Sends the removals that could still be undone: the form leaves the page. */
  leave(): void {
    for (const { id } of this.#cards) pending.get(id)?.send();
  }

  /** Drops the card that the gateway has just refused, without choosing another; handles each refusal once. */
  #hear(): void {
    const refusal = refusalOf(this.#host().state);
    const id = this.chosen();
    if (refusal && refusal !== this.#lastDecline && id) {
      this.#refused.add(id);
      this.#choice = null;
    }
    this.#lastDecline = refusal;
  }

  #isOver(card: SavedCard): boolean {
    return endOf(card) <= Math.min(Date.now(), endOfToken(this.#host().order));
  }

  get #words() {
    return withOwn(english, this.#host().language.texts.saved);
  }

  async #focus(selector: string): Promise<void> {
    await this.#host().rerender();
    this.#host().root.querySelector<HTMLElement>(selector)?.focus();
  }

  /** The removal waits while its undo button has the focus or the pointer (WCAG 2.2, 2.2.1). */
  #remove({ id }: SavedCard): void {
    const { src, order } = this.#host();
    removals.set(id, 'undoable');
    failures.delete(id);
    const send = () => {
      stop();
      void this.#forget(id, src, order);
    };
    const look = () => {
      const { root } = this.#host();
      const undo = root.querySelector(`#undo-${id}`);
      if (undo && (undo === root.activeElement || undo.matches(':hover'))) timer = setTimeout(look, UNDO_MS);
      else send();
    };
    let timer = setTimeout(look, UNDO_MS);
    const stop = () => {
      clearTimeout(timer);
      removeEventListener('pagehide', send);
      pending.delete(id);
    };
    pending.set(id, { send, stop });
    addEventListener('pagehide', send);
    void this.#focus(`#undo-${id}`);
  }

  #undo({ id }: SavedCard): void {
    pending.get(id)?.stop();
    removals.delete(id);
    void this.#focus(`#remove-${id}`);
  }

  async #forget(id: string, src: string, order: string): Promise<void> {
    removals.set(id, 'sent');
    void this.#host().rerender();
    if (await sendRemoval(id, src, order)) return;
    removals.delete(id);
    failures.add(id);
    void this.#host().rerender();
  }

  #renderChoices(busy: boolean): unknown {
    const { title, other, kept } = this.#words;
    const shown = this.#cards.filter(({ id }) => removals.get(id) !== 'sent' && !this.#refused.has(id));
    const failed = this.#cards.some(({ id }) => failures.has(id));
    if (!shown.length) return failed ? html`<p class="fault" role="alert">${kept}</p>` : nothing;
    return html`<fieldset class="saved" part="saved">
      <legend part="label">${title}</legend>
      ${shown.map((card) => (removals.has(card.id) ? this.#renderUndo(card) : this.#renderCard(card, busy)))}
      <div class="saved-card" part="saved-card">${this.#renderRadio(null, busy, other)}</div>
      <p class="fault" role="alert">${failed ? kept : nothing}</p>
    </fieldset>`;
  }

  #renderCard(card: SavedCard, busy: boolean): TemplateResult {
    const { remove, expired, expires } = this.#words;
    const { id, brand, mask } = card;
    const isOver = this.#isOver(card);
    const date = expires.replace('{}', card.expires);
    const label = html`${brandChip(brand)}<span class="aside">${brandName(brand)}</span>
      <span><bdi dir="ltr">••••\u00a0${mask.slice(-4)}</bdi> <em>${isOver ? expired : date}</em></span>`;
    return html`<div class="saved-card" part="saved-card">
      ${this.#renderRadio(id, busy, label, isOver)}
      <button
        type="button"
        part="remove"
        class="remove"
        id=${`remove-${id}`}
        aria-label=${remove.replace('{}', () => nameOf(card))}
        aria-disabled=${busy}
        @click=${() => busy || this.#remove(card)}
      >
        ${icon('close')}
      </button>
    </div>`;
  }

  #renderRadio(id: string | null, busy: boolean, label: unknown, isOver = false): TemplateResult {
    // A disabled radio button would lose the focus.
    const hold = (event: Event) => busy && event.preventDefault();
    const choose = () => {
      this.#choice = id;
      void this.#host().rerender();
    };
    return html`<label>
      <input
        type="radio"
        name="saved-card"
        .value=${id ?? ''}
        .checked=${this.chosen() === id}
        ?disabled=${isOver}
        @click=${hold}
        @change=${choose}
      />${label}</label
    >`;
  }

  #renderUndo(card: SavedCard): TemplateResult {
    const { id } = card;
    const name = html`<bdi dir="ltr">${nameOf(card)}</bdi>`;
    const { removed, undo } = this.#words;
    return html`<div class="saved-card" part="saved-card">
      <span id=${`removed-${id}`}>${removed.split('{}').map((text, at) => [at ? name : '', text])}</span>
      <button
        type="button"
        part="button"
        class="undo"
        id=${`undo-${id}`}
        aria-describedby=${`removed-${id}`}
        @click=${() => this.#undo(card)}
      >
        ${undo}
      </button>
    </div>`;
  }

  #renderSave(busy: boolean): unknown {
    const { save, safe } = this.#words;
    if (!this.#saving || this.chosen() !== null) return nothing;
    const hold = (event: Event) => busy && event.preventDefault();
    const note = (event: Event) => {
      this.#wants = (event.target as HTMLInputElement).checked;
      void this.#host().rerender();
    };
    return html`<div class="save" part="save">
      <label
        ><input type="checkbox" name="save" aria-describedby="save-hint" .checked=${this.#wants} @click=${hold} @change=${note} />${save}</label
      >
      <p class="hint" id="save-hint">${safe}</p>
    </div>`;
  }
}

/** The problem or payment that says a saved card was refused, or null. */
function refusalOf({ phase, problem, payment }: CheckoutState): object | null {
  if (problem?.code === 'saved-card-refused') return problem;
  return phase === 'failed' && payment?.savedCardRefused ? payment : null;
}

const nameOf = ({ brand, mask, expires }: SavedCard): string =>
  `${brandName(brand)} ••••\u00a0${mask.slice(-4)}, ${expires}`.trim();

/** A card is valid until its month ends; Unix time in milliseconds. */
function endOf({ expires }: SavedCard): number {
  const [month = 0, year = 0] = expires.split('/').map(Number);
  return new Date(2000 + year, month).getTime();
}

/** Removes a card; one that no longer exists counts as removed. The request outlives the page. */
async function sendRemoval(id: string, src: string, order: string): Promise<boolean> {
  const url = `${src.replace(/\/+$/, '')}/saved-cards/${encodeURIComponent(id)}`;
  const headers = { authorization: `Bearer ${order}` };
  const init = { method: 'DELETE', headers, keepalive: true, credentials: 'omit' } as const;
  const status = await fetch(url, init).then(
    (answer) => answer.status,
    () => 0,
  );
  return status === 204 || status === 404;
}

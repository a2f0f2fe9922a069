import type { TemplateResult } from 'lit/html.js';
import type { SavedCard } from '../server/contract/checkout-api.ts';
import type { brandChip as BrandChip } from './brand-chip.ts';
import type { Host } from './host.ts';
import { saved as english } from './messages/en-saved.ts';
import type { CheckoutState } from './phases.ts';

/**
 * The customer's saved cards, and the checkbox that saves one. Loaded if a session has cards or offers to save one; shares
 * no code with the element.
 */

export { savedStyles as styles } from './saved-cards.styles.ts';

export interface SavedCards {
  /** `choices` stand above the card fields, `save` below them. */
  render(busy: boolean): { choices: unknown; save: unknown };
  /** The id of the card to pay with; null if one is typed. */
  chosen(): string | null;
  wantsSaving(): boolean;
  /** Clears the checkbox. */
  reset(): void;
  /** The state to be taken over by the next session's list. */
  readonly left: Left;
}

interface Left {
  /** as the order token names it */
  customer: unknown;
  /** the card to pay with; null: a typed one; undefined: not chosen yet */
  choice: string | null | undefined;
  wants: boolean;
}

/** Milliseconds during which a removal can be undone. */
const UNDO_MS = 8_000;

/** Cards that are removed, or about to be. Shared by the page: another session's list still has those about to be removed. */
const removals = new Map<string, 'undoable' | 'sent'>();
/** Cancel removals that have not been sent yet. */
const undos = new Map<string, () => void>();
/** Cards that could not be removed. */
const failures = new Set<string>();

/**
 * @param lend returns what the element provides now
 * @param brandChip draws a brand's icon
 * @param saving whether a typed card may be saved
 * @param before the previous session's list
 */
export function createSavedCards(
  lend: () => Host,
  brandChip: typeof BrandChip,
  saving: boolean,
  before: SavedCards | null,
): SavedCards {
  const first = lend();
  const cards = first.state.session?.savedCards ?? [];
  const refused = new Set<string>();
  const { exp = Infinity, order } = claimsOf(first.order);
  const customer = order?.customer?.id;
  // A customer's choice must not apply to another's account; without an id it is unknown whose it was.
  const isSame = typeof customer === 'string' && customer === before?.left.customer;
  /** undefined: the customer has not chosen yet */
  let choice = before?.left.choice;
  // A chosen card that has gone is not replaced by another.
  if (choice && !(isSame && cards.some(({ id }) => id === choice))) choice = null;
  let wants = isSame && before.left.wants;
  let heard = refusalOf(first.state);
  // A customer who has begun to type a card continues with it.
  if (first.root.querySelector<HTMLInputElement>('input[name=number]')?.value) choice = null;

  const words = () => {
    const { texts, own, withOwn } = lend();
    return withOwn({ ...english, ...texts.saved }, own.saved);
  };
  const shown = () => cards.filter(({ id }) => removals.get(id) !== 'sent' && !refused.has(id));
  const isOver = (card: SavedCard) => endOf(card) <= Math.min(Date.now(), exp * 1_000);
  const usable = (card: SavedCard) => !removals.has(card.id) && !refused.has(card.id) && !isOver(card);

  function chosen(): string | null {
    if (choice === null) return null;
    const valid = cards.filter(usable);
    return (valid.find(({ id }) => id === choice) ?? valid[0])?.id ?? null;
  }

  /** Drops the card that the gateway has just refused, without choosing another; handles each refusal once. */
  function hear(): void {
    const refusal = refusalOf(lend().state);
    const id = chosen();
    if (refusal && refusal !== heard && id) {
      refused.add(id);
      choice = null;
    }
    heard = refusal;
  }

  function choose(id: string | null): void {
    choice = id;
    lend().again();
  }

  /** Focuses an element once the latest change is rendered. */
  async function focus(selector: string): Promise<void> {
    lend().again();
    await Promise.resolve();
    await Promise.resolve();
    lend().root.querySelector<HTMLElement>(selector)?.focus();
  }

  function remove({ id }: SavedCard): void {
    const { src, order } = lend();
    removals.set(id, 'undoable');
    failures.delete(id);
    const send = () => {
      stop();
      void forget(id, src, order);
    };
    const timer = setTimeout(send, UNDO_MS);
    const stop = () => {
      clearTimeout(timer);
      removeEventListener('pagehide', send);
      undos.delete(id);
    };
    undos.set(id, stop);
    addEventListener('pagehide', send);
    void focus(`#undo-${id}`);
  }

  function undo({ id }: SavedCard): void {
    undos.get(id)?.();
    removals.delete(id);
    void focus(`#remove-${id}`);
  }

  async function forget(id: string, src: string, order: string): Promise<void> {
    const { root } = lend();
    const hadFocus = root.activeElement?.id === `undo-${id}`;
    removals.set(id, 'sent');
    if (hadFocus) void focus('[name=saved-card]:checked,input');
    else lend().again();
    if (await sendRemoval(id, src, order)) return;
    removals.delete(id);
    failures.add(id);
    lend().again();
  }

  function renderCard(card: SavedCard, busy: boolean): TemplateResult {
    const { html, nothing, brandName } = lend();
    const { remove: removing, expired } = words();
    const { id, brand } = card;
    const over = isOver(card);
    const name = `${brandName(brand)} ${digitsOf(card)}`.trim();
    return html`<div class="saved-card" part="saved-card">
      ${renderRadio(
        id,
        busy,
        html`${brandChip(brand)}<span class="aside">${brandName(brand)}</span>
        <span><bdi dir="ltr">${digitsOf(card)}</bdi>${over ? html` <em>${expired}</em>` : nothing}</span>`,
        over,
      )}
      <button
        type="button"
        part="remove"
        class="remove"
        id=${`remove-${id}`}
        aria-label=${removing.replace('{}', () => name)}
        aria-disabled=${busy}
        @click=${() => busy || remove(card)}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </div>`;
  }

  function renderRadio(id: string | null, busy: boolean, label: unknown, over = false): TemplateResult {
    const { html } = lend();
    // A disabled radio button would lose the focus.
    const hold = (event: Event) => busy && event.preventDefault();
    return html`<label>
      <input
        type="radio"
        name="saved-card"
        .value=${id ?? ''}
        .checked=${chosen() === id}
        ?disabled=${over}
        @click=${hold}
        @change=${() => choose(id)}
      />${label}</label
    >`;
  }

  function renderUndo(card: SavedCard): TemplateResult {
    const { html, brandName } = lend();
    const { id, brand } = card;
    const name = html`<bdi dir="ltr">${brandName(brand)} ${digitsOf(card)}</bdi>`;
    const said = words().removed.split('{}');
    return html`<div class="saved-card" part="saved-card">
      <span id=${`removed-${id}`}>${said.map((text, at) => [at ? name : '', text])}</span>
      <button
        type="button"
        part="button"
        class="undo"
        id=${`undo-${id}`}
        aria-describedby=${`removed-${id}`}
        @click=${() => undo(card)}
      >
        ${words().undo}
      </button>
    </div>`;
  }

  function renderChoices(busy: boolean): unknown {
    const { html, nothing } = lend();
    const { title, other, kept } = words();
    const all = shown();
    const failed = cards.some(({ id }) => failures.has(id));
    if (!all.length) return failed ? html`<p class="fault" role="alert">${kept}</p>` : nothing;
    return html`<fieldset class="saved" part="saved">
      <legend part="label">${title}</legend>
      ${all.map((card) => (removals.has(card.id) ? renderUndo(card) : renderCard(card, busy)))}
      <div class="saved-card" part="saved-card">${renderRadio(null, busy, other)}</div>
      <p class="fault" role="alert">${failed ? kept : nothing}</p>
    </fieldset>`;
  }

  function renderSave(busy: boolean): unknown {
    const { html, nothing } = lend();
    const { save, safe } = words();
    if (!saving || chosen() !== null) return nothing;
    const hold = (event: Event) => busy && event.preventDefault();
    const note = (event: Event) => {
      wants = (event.target as HTMLInputElement).checked;
    };
    return html`<div class="save" part="save">
      <label
        ><input type="checkbox" name="save" aria-describedby="save-hint" .checked=${wants} @click=${hold} @change=${note} />${save}</label
      >
      <p class="hint" id="save-hint">${safe}</p>
    </div>`;
  }

  return {
    render(busy) {
      hear();
      return { choices: renderChoices(busy), save: renderSave(busy) };
    },
    chosen,
    wantsSaving: () => saving && wants && chosen() === null,
    reset() {
      wants = false;
      const box = lend().root.querySelector<HTMLInputElement>('[name=save]');
      if (box) box.checked = false;
    },
    get left() {
      return { customer, choice: choice === null ? null : (chosen() ?? undefined), wants };
    },
  };
}

interface Claims {
  order?: { customer?: { id?: unknown } };
  /** Unix time in seconds: a later time can only be that of a clock that is ahead */
  exp?: number;
}

/** Claims of the order token. Non-ASCII letters come out garbled, but always in the same way. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}

/** The problem or payment that says a saved card was refused, or null. */
function refusalOf({ phase, problem, payment }: CheckoutState): object | null {
  if (problem?.code === 'saved-card-refused') return problem;
  return phase === 'failed' && payment?.savedCardRefused ? payment : null;
}

/** Narrow forms break it only before the date. */
const digitsOf = ({ mask, expires }: SavedCard): string => `••••\u00a0${mask.slice(-4)}, ${expires}`;

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

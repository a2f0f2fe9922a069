import { html, nothing } from 'lit/html.js';
import type { PaymentMode, SessionView } from '../server/contract/checkout-api.ts';
import { reflect } from './base-element.ts';
import { brandChip } from './brand-chip.ts';
import { CardForm } from './card-form.ts';
import type { Challenge } from './challenge-dialog.ts';
import { environment } from './environment.ts';
import { mark, send } from './events.ts';
import { renderAccepted, renderField } from './field-view.ts';
import { CARD_FIELDS, cardOf, customerOf, FIELD_NAMES, type FieldName } from './fields.ts';
import type { Isolated } from './isolated-host.ts';
import { canPay, type CheckoutState, isResumable, isOpen, modeOf } from './phases.ts';
import { noMode, type PayProblem, widgetProblem } from './problem.ts';
import type { SavedCards } from './saved-cards.ts';
import { leadsOn } from './token.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-form': PayForm;
  }
}

/**
 * A card form for one order: `<pay-form src="https://pay.shop.example/pay" order="eyJ…"></pay-form>`.
 * It takes part in a form around it: validity, `disabled`, reset. Its phase is a state: `:state(ready)` and the others.
 * Content of the tag is shown without JavaScript. `PayElement` documents what all tags share.
 *
 * @tag pay-form
 *
 * @attr {'auto' | 'direct' | 'hosted'} mode - how the order is paid; `auto` (default) is direct if that is offered and the page is a secure context, otherwise hosted
 * @attr {'redirect' | 'dialog'} challenge - where 3-D Secure takes place: on the full page (default), or in a dialog over it
 * @attr {boolean} isolated - shows the form in a frame of the companion's origin, where no script of this page can read the fields
 * @attr {boolean} save-card - offers to save the card
 *
 * @fires pay-change - `{valid, complete, brand}` changed
 * @fires pay-submit - before a payment is sent; can be cancelled
 *
 * @csspart form - the form
 * @csspart fields - all fields and the main button
 * @csspart field - label, input and message of one field
 * @csspart field-number - the same for the number; likewise for `expiry`, `cvv`, `firstName` and the others
 * @csspart label - a label
 * @csspart input - an input
 * @csspart invalid - beside `input`: its value is invalid
 * @csspart focused - beside `input`: it has the focus
 * @csspart error - the message below an input
 * @csspart brand - the card's brand, at the end of the number
 * @csspart brands - the accepted brands
 * @csspart chip - the icon of a brand
 * @csspart saved - the customer's saved cards
 * @csspart saved-card - one of them, or the choice of another card
 * @csspart remove - the button that removes a saved card
 * @csspart save - the checkbox that saves a card
 * @csspart dialog - the 3-D Secure dialog
 * @csspart dialog-title - what is paid and to whom, above the bank's page
 * @csspart dialog-close - closes the dialog
 *
 * @cssprop --pay-error - messages and faulty fields
 * @cssprop --pay-surface - background of the inputs
 * @cssprop --pay-line - borders
 * @cssprop --pay-autofill - background of what the browser filled in
 * @cssprop --pay-gap - between fields side by side
 */
export class PayForm extends CardForm {
  static readonly formAssociated = true;

  static {
    reflect(this, {
      mode: ['auto', 'direct', 'hosted'],
      challenge: ['redirect', 'dialog'],
      isolated: false,
      saveCard: false,
    });
  }

  /** `direct`, `hosted`, or `auto`: direct if it is offered and the page is a secure context, otherwise hosted. */
  declare mode: 'auto' | 'direct' | 'hosted';
  /** Where 3-D Secure takes place: `dialog` opens over the page, `redirect` uses the full page. */
  declare challenge: 'redirect' | 'dialog';
  /** Whether the fields are in a frame of the companion's origin, where no script of this page can read them. */
  declare isolated: boolean;
  /** Whether to offer to save the card. */
  declare saveCard: boolean;

  /**
   * Asked before a payment is sent. Set in the frame of `isolated`, where `pay-submit` does not reach the page's
   * listeners.
   * @internal
   */
  asks: (() => Promise<boolean>) | null = null;

  readonly #internals = this.attachInternals();
  /** the mode that is loaded */
  #mode = '';
  #submitting = false;
  /** whether the button for other ways was pressed last, not the main one */
  #hosted = false;
  /** loaded when needed */
  #saved: SavedCards | null = null;
  #savedOf: SessionView | null = null;
  #saving = false;
  #savedShown: Promise<void> | null = null;
  #dialog: Challenge | null = null;
  #frame: Isolated | null = null;
  /** whether the frame was requested */
  #isolating = false;

  /**
   * Pays the tag's order if all fields are valid; otherwise shows the errors. Waits for the companion if it has not
   * answered yet. A second call meanwhile does nothing.
   */
  async submit(): Promise<void> {
    await this.#begin();
  }

  async #begin(hosted = false): Promise<void> {
    if (this.#submitting) return;
    this.#submitting = true;
    this.#hosted = hosted;
    try {
      await this.#submit(hosted);
    } finally {
      this.#submitting = false;
      this.requestUpdate();
    }
  }

  override reset(): void {
    super.reset();
    this.#saved?.reset();
  }

  formResetCallback(): void {
    this.reset();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  override performUpdate(): void {
    const { mode } = this;
    this.followOrder();
    if (mode !== this.#mode && this.checkout.state.session && this.phase !== 'loading') this.load();
    this.#mode = mode;
    void this.#followSaved();
    super.performUpdate();
  }

  protected override updated(): void {
    super.updated();
    this.#dialog?.speak(this.host());
    const { states } = this.#internals;
    states?.clear();
    states?.add(this.phase);
    const faulty = this.find('[aria-invalid=true]') ?? this.find('input:enabled,slot');
    if (!faulty || this.phase === 'done' || this.checkValidity()) this.#internals.setValidity({});
    else this.#internals.setValidity({ customError: true }, this.language.texts.invalid, faulty);
  }

  protected override check(session: SessionView): PayProblem | null {
    return this.#modeOf(session) ? null : noMode(this.mode);
  }

  override disconnectedCallback(): void {
    this.#dialog?.close();
    super.disconnectedCallback();
  }

  protected override followOrder(): void {
    if (this.isolated) {
      if (this.#frame) this.#frame.changed();
      else if (!this.#isolating) void this.#isolate();
      return;
    }
    this.#frame?.stop();
    this.#frame = null;
    this.#isolating = false;
    super.followOrder();
  }

  protected override again(): void {
    if (!this.isolated) super.again();
    else if (!this.#frame) void this.#isolate(true);
  }

  protected override render(): unknown {
    return this.#frame?.frame ?? super.render();
  }

  protected override leads(url: string): boolean {
    if (this.challenge !== 'dialog' || this.payment?.mode !== 'direct') return true;
    void this.#openDialog(url);
    return false;
  }

  protected override changed(state: CheckoutState): void {
    if (!isOpen(state.payment)) this.#dialog?.close();
    super.changed(state);
  }

  protected override body(): unknown {
    const session = this.knownSession();
    if (!session) return this.bone();
    const { state } = this.checkout;
    const { texts } = this.language;
    const mode = this.#modeOf(session);
    const names = this.fieldNames(session);
    const resumable = state.phase === 'ready' && isResumable(state.payment);
    const lookup = isLookup(session);
    // A card may replace an open hosted page, but that of a lookup cannot be cancelled.
    const beside = mode === 'direct' && !lookup;
    const shown = mode && (state.phase === 'submitting' || this.#mayType()) && (beside || !resumable);
    // The hosted page accepts more than cards.
    const offersMore = this.mode !== 'direct' && session.modes.includes('hosted');
    const hint = lookup ? texts.checkHint : this.priced(session, texts.reserveHint, texts.hostedHint);
    const field = this.fieldStates(session, names);
    const saved = (beside || lookup) && this.#saved?.render(this.isBusy());
    return html`${
      resumable
        ? html`<p class="hint">${texts.offer}</p>
            ${this.button(texts.resume, this.leave, beside ? 'quiet held' : '', true)}`
        : nothing
    }
      <form
        part="form"
        novalidate
        aria-label=${texts.card}
        ?hidden=${!shown}
        @submit=${this.#onSubmit}
        @keydown=${this.onFieldKey}
        @keyup=${this.onFieldKey}
        @beforeinput=${this.onFieldEdit}
        @input=${this.onFieldInput}
        @change=${this.onFieldInput}
        @compositionend=${this.onFieldInput}
        @focusin=${this.onFieldFocus}
        @focusout=${this.onFieldLeave}
      >
        <fieldset part="fields" ?disabled=${this.matches(':disabled')}>
          <legend class="aside">${texts.card}</legend>
          ${names.includes('number') ? renderAccepted(field('number')) : nothing}
          ${saved ? saved.choices : nothing}
          ${
            // Each field at a place of its own, so that no input becomes that of another: what was typed would move along.
            FIELD_NAMES.map((name) => (names.includes(name) ? renderField(name, field(name)) : nothing))
          }
          ${saved ? saved.save : nothing} ${mode === 'direct' ? nothing : html`<p class="hint">${hint}</p>`}
          <button part="submit" type="submit" class=${this.#hosted ? 'held' : nothing} aria-disabled=${this.isBusy()}>${this.#label(session)}</button>
        </fieldset>
      </form>
      ${shown && beside && offersMore ? this.button(texts.otherWays, () => void this.#begin(true), this.#hosted ? 'quiet' : 'quiet held', true) : nothing}`;
  }

  async #submit(hosted: boolean): Promise<void> {
    this.followOrder();
    if (this.checkout.state.problem?.code === 'order-token-expired') return this.renew();
    if (!this.#mayPay() || !this.knownSession()) return;
    mark('submit');
    if (!this.reportFaults(hosted, true) || !send(this, 'pay-submit', null, true)) return;
    if (this.asks && !(await this.asks())) return;
    // A listener may have set another order.
    this.followOrder();
    this.requestUpdate();
    const session = await this.checkout.loaded();
    // Awaits only if something is loading: `submit()` starts to pay in the task of its call.
    const saved = this.#followSaved();
    if (saved) await saved;
    // A tag that a listener has removed does not pay, as a removed form does not submit.
    // Only clicks are disabled: a page may disable the tag in `pay-submit`, as many do with buttons in `submit`.
    if (!session || !this.isConnected || !canPay(this.checkout.state) || !this.reportFaults(hosted)) return;
    const values = this.fieldValues();
    const card = cardOf(values);
    const direct = !hosted && this.#modeOf(session) === 'direct';
    const customer = customerOf(direct ? session.customerFields : session.hostedCustomerFields, values);
    const saveCard = this.#saved?.wantsSaving() === true;
    const typed = { card, ...(saveCard && { saveCard }) };
    if (!direct) return this.checkout.hosted({ customer, ...(isLookup(session) && typed) });
    if (this.challenge === 'dialog') loadDialog().catch(() => null);
    const id = this.#saved?.chosen();
    await this.checkout.pay(id ? { savedCard: { id } } : typed, customer);
  }

  /** Opens the bank's page over this one; if the dialog cannot be loaded in time, navigates to it. */
  async #openDialog(url: string): Promise<void> {
    try {
      const { openChallenge } = await this.arrived(loadDialog());
      if (this.isConnected) this.#dialog = openChallenge(url, this.host()) ?? this.#dialog;
    } catch {
      // The tag may have been removed meanwhile, and the payment may have ended.
      if (this.isConnected && url === this.payment?.action?.url) environment.navigate(url);
    }
  }

  /**
   * Follows the session's saved cards and its offer to save one. Resolves once they are loaded; null if nothing is
   * loading.
   */
  #followSaved(): Promise<void> | null {
    const { session } = this.checkout.state;
    const saving = this.saveCard && session?.savable === true;
    if (session === this.#savedOf && saving === this.#saving) return this.#savedShown;
    this.#savedOf = session;
    this.#saving = saving;
    const wanted = session?.savedCards.length || saving;
    if (!wanted) this.#saved = null;
    return (this.#savedShown = wanted ? this.#loadSaved(session, saving) : null);
  }

  /** If this cannot be loaded, a card can still be typed. */
  async #loadSaved(session: SessionView | null, saving: boolean): Promise<void> {
    const late = () => {
      this.#savedOf = null;
      this.requestUpdate();
    };
    const file = await this.arrived(import('./saved-cards.ts'), late).catch(() => null);
    if (session !== this.#savedOf || saving !== this.#saving) return;
    this.#savedShown = null;
    this.#saved = file?.createSavedCards(() => this.host(), brandChip, saving, this.#saved) ?? null;
    this.requestUpdate();
  }

  /** Replaces the fields with the frame. If it cannot be loaded, there are no fields. */
  async #isolate(again = false): Promise<void> {
    this.#isolating = true;
    this.checkout.clear();
    this.loaded = '';
    const isWanted = () => this.isConnected && this.isolated;
    const late = () => void (isWanted() && !this.#frame && this.#isolate());
    try {
      const { isolate } = await this.arrived(import('./isolated.ts'), late);
      // A tag that was moved while this loaded has begun twice.
      this.#frame?.stop();
      this.#frame = isolate(this, {
        host: () => this.host(),
        send: (name, detail, cancelable) =>
          send(this, name, detail, cancelable) && (name !== 'pay-result' || leadsOn(this.order)),
        show: (state, merchant) => this.show(state, merchant),
        lead: (url) => this.leads(url) && environment.navigate(url),
      });
      this.requestUpdate();
    } catch {
      // Firefox never asks again for a script that failed, and after an update of the companion it is gone.
      if (again && navigator.onLine && isWanted()) environment.reload();
      else if (this.isolated) this.checkout.refuse(widgetProblem('no-answer', 'No answer'));
    }
  }

  /** With a frame, nothing is typed here. */
  protected override knownSession(): SessionView | null {
    return this.isolated ? null : super.knownSession();
  }

  #mayPay(): boolean {
    const { state } = this.checkout;
    return !this.matches(':disabled') && (state.phase === 'loading' || canPay(state));
  }

  /** Whether the fields are shown: also while the session is loading, and after its token has expired. */
  #mayType(): boolean {
    const { state } = this.checkout;
    const expired = state.problem?.code === 'order-token-expired' && !isOpen(state.payment);
    return state.phase === 'loading' || canPay(state) || expired;
  }

  protected override isBusy(): boolean {
    return this.#submitting || super.isBusy();
  }

  #label(session: SessionView): string {
    const { texts } = this.language;
    if (isLookup(session)) return texts.check;
    if (this.#modeOf(session) !== 'direct') return texts.hosted;
    return this.priced(session);
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.submit();
  };

  /** A lookup takes a card in either mode, and cards are typed only in secure contexts. */
  #modeOf(session: SessionView): PaymentMode | null {
    const secure = environment.secure();
    return secure || !isLookup(session) ? modeOf(session.modes, this.mode, secure) : null;
  }

  protected override fieldNames(session: SessionView): FieldName[] {
    const direct = this.#modeOf(session) === 'direct';
    const card = isLookup(session) || (direct && !this.#saved?.chosen());
    const asked = direct ? session.customerFields : session.hostedCustomerFields;
    return [...(card ? CARD_FIELDS : []), ...asked];
  }
}

const loadDialog = () => import('./challenge-dialog.ts');

/**
 * A lookup verifies a card: it is typed here even if the hosted page follows (interface document, Create payment, rule 8).
 */
const isLookup = ({ order }: SessionView): boolean => order.method === 'lookup';

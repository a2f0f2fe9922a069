import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { HostedMethod, SessionView } from '../server/contract/checkout-api.ts';
import type { PaymentMode } from '../server/contract/words.ts';
import { ChallengeController } from './challenge/challenge-controller.ts';
import { environment } from './environment.ts';
import { mark, send } from './events.ts';
import { plural } from './checkout/feedback.ts';
import { renderAccepted, renderField } from './form/field-view.ts';
import { cardOf, customerOf, fieldsIn, type FieldName } from './form/fields.ts';
import { FieldsController, SHOWN_INPUT } from './form/fields-controller.ts';
import { likelyHeight } from './form/form-height.ts';
import { isKnownWallet, renderSummary, renderWallets, WALLETS } from './form/form-view.ts';
import { spinner } from './icons.ts';
import { IsolationController } from './isolated/isolation-controller.ts';
import { fieldsOf, type Offer, offerOf } from './checkout/offer.ts';
import { PayElement } from './pay-element.ts';
import { canPay, type CheckoutState } from './checkout/phases.ts';
import { noMode, type PayProblem, widgetProblem } from './checkout/problem.ts';
import { SavedCardsController } from './saved-cards/saved-cards-controller.ts';
import {
  customerOf as customerIdOf,
  guessSession,
  keepOffered,
  leadsOn,
  modesOf,
  offeredBy,
} from './checkout/token.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-form': PayForm;
  }
}

const MODES = ['auto', 'direct', 'hosted'] as const satisfies ('auto' | PaymentMode)[];
const CHALLENGES = ['redirect', 'dialog'] as const;

/**
 * A card form for one order: `<pay-form src="https://pay.shop.example/pay" order="eyJ…"></pay-form>`.
 * It takes part in a form around it: validity, `disabled`, reset.
 * Content of the tag is shown without JavaScript. `PayElement` documents what all tags share.
 *
 * @tag pay-form
 *
 * @attr {'auto' | 'direct' | 'hosted'} [mode=auto] - how the order is paid; `auto` is direct if that is offered and the page is a secure context, otherwise hosted
 * @attr {'redirect' | 'dialog'} [challenge=redirect] - where 3-D Secure takes place: on the full page, or in a dialog over it
 * @attr {boolean} isolated - shows the form in a frame of the companion's origin, where no script of this page can read the fields
 * @attr {boolean} save-card - offers to save the card
 *
 * @fires pay-change - `{valid, complete, brand}` changed
 * @fires pay-submit - before a payment is sent; can be cancelled
 *
 * @csspart form - the form
 * @csspart fields - all fields and the main button
 * @csspart field - label, input and error text of one field
 * @csspart field-number - the same for the number; likewise for `expiry`, `cvv`, `firstName` and the others
 * @csspart label - a label
 * @csspart input - an input
 * @csspart invalid - beside `input`: its value is invalid
 * @csspart focused - beside `input`: it has the focus
 * @csspart error - the error text below an input
 * @csspart hint - help for a field, below it
 * @csspart brand - the card's brand, at the end of the number
 * @csspart brands - the accepted brands
 * @csspart chip - the icon of a brand
 * @csspart submit - the main button
 * @csspart wallets - the buttons of wallets
 * @csspart wallet - one of them
 * @csspart saved - the customer's saved cards
 * @csspart saved-card - one of them, or the choice of another card
 * @csspart remove - the button that removes a saved card
 * @csspart save - the checkbox that saves a card
 * @csspart dialog - the 3-D Secure dialog
 * @csspart dialog-title - what is paid and to whom, above the bank's page
 * @csspart dialog-close - closes the dialog
 *
 * @cssprop --pay-line - borders of the inputs
 * @cssprop --pay-placeholder - examples in empty fields
 * @cssprop --pay-autofill - background of what the browser filled in
 * @cssprop --pay-gap - between fields side by side
 *
 * @cssstate loading - the order is being loaded
 * @cssstate ready - the customer can pay
 * @cssstate submitting - a payment is being sent
 * @cssstate action - the customer has to go on to 3-D Secure or the hosted page
 * @cssstate waiting - the bank's answer is awaited
 * @cssstate done - the payment succeeded
 * @cssstate failed - the payment failed, or the order cannot be paid here
 */
export class PayForm extends PayElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    mode: { reflect: true, useDefault: true },
    challenge: { reflect: true, useDefault: true },
    isolated: { reflect: true, type: Boolean },
    saveCard: { reflect: true, type: Boolean, attribute: 'save-card' },
  };

  /** Whether the fields are in a frame of the companion's origin, where no script of this page can read them. */
  declare isolated: boolean;
  /** Whether to offer to save the card. */
  declare saveCard: boolean;

  /** `direct`, `hosted`, or `auto`: direct if it is offered and the page is a secure context, otherwise hosted. */
  get mode(): 'auto' | PaymentMode {
    return this.#mode;
  }
  set mode(value: 'auto' | PaymentMode) {
    this.#mode = oneOf(MODES, value, 'mode');
  }
  /** Where 3-D Secure takes place: `dialog` opens over the page, `redirect` uses the full page. */
  get challenge(): 'redirect' | 'dialog' {
    return this.#challenge;
  }
  set challenge(value: 'redirect' | 'dialog') {
    this.#challenge = oneOf(CHALLENGES, value, 'challenge');
  }
  /**
   * Asked before a payment is sent. Set in the frame of `isolated`, where `pay-submit` does not reach the page's
   * listeners.
   * @internal
   */
  asks: (() => Promise<boolean>) | null = null;

  #mode: (typeof MODES)[number] = 'auto';
  #challenge: (typeof CHALLENGES)[number] = 'redirect';
  #submitting = false;
  /** the hosted page that was chosen in place of the card: of a wallet, or for any other way */
  #chosen: HostedMethod | 'other' | null = null;
  /** the customer's fields that were valid when it was chosen */
  #had: readonly FieldName[] = [];
  /** how many invalid fields the alert counts: those of the last attempt to pay, −1 until they are known; then 0 */
  #told = 0;
  /** the order token read last, and the session guessed from it */
  #guess: [token: string, session: SessionView | null] = ['', null];
  #isDrawn = false;
  /** whether the page wanted the focus to be here before there was anything to focus */
  #awaitsFocus = false;
  /** whether the form was drawn before it was known which wallets there are: they then stand below it */
  #isBelow = false;
  readonly #internals = this.attachInternals();

  readonly #saved = new SavedCardsController(this, () => ({
    ...this.#shared(),
    order: this.order,
    rerender: () => {
      this.requestUpdate();
      return this.updateComplete;
    },
  }));
  readonly #fields = new FieldsController(this, {
    session: () => this.#session(),
    state: () => this.state,
    names: (session) => this.#names(session),
    language: () => this.language,
    render: () => {
      this.requestUpdate();
      this.performUpdate();
    },
    edited: () => this.checkout.edited(),
    dismiss: () => {
      if (this.state.problem || this.phase === 'failed') this.checkout.reset();
    },
  });
  readonly #dialog = new ChallengeController(this, () => ({
    ...this.#shared(),
    merchant: this.merchant,
    money: (payment) => this.money(payment),
    load: () => this.load(),
  }));
  readonly #isolation = new IsolationController(
    this,
    {
      language: () => this.language,
      height: () => this.#likelyHeight(),
      send: (name, detail, cancelable) =>
        send(this, name, detail, cancelable) && (name !== 'pay-result' || leadsOn(this.order)),
      show: (state, merchant) => this.show(state, merchant),
      lead: (url) => this.leads(url) && environment.navigate(url),
    },
    () => this.checkout.refuse(widgetProblem('no-answer', 'No answer')),
  );

  constructor() {
    super();
    this.isolated = this.saveCard = false;
  }

  /**
   * Pays the tag's order if all fields are valid; otherwise shows the errors. Waits for the companion if it has not
   * answered yet. A second call meanwhile does nothing.
   */
  async submit(): Promise<void> {
    await this.#begin();
  }

  /** Empties the form and dismisses a decline. */
  reset(): void {
    this.#chosen = null;
    this.checkout.reset();
    this.#fields.reset();
    this.#saved.list?.reset();
  }

  /** Whether all fields are valid. Shows no errors. */
  checkValidity(): boolean {
    return this.#fields.isValid();
  }

  /** Whether all fields are valid. Shows the errors and focuses the first invalid field. */
  reportValidity(): boolean {
    return this.#fields.report();
  }

  /** Focuses the first invalid field, otherwise the first field. */
  override focus(options?: FocusOptions): void {
    this.#awaitsFocus = !this.#isDrawn;
    this.#fields.focus(options);
  }

  formResetCallback(): void {
    this.reset();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  /** A quick answer of the companion decides what the first paint shows. Nobody waits longer for it than a moment. */
  protected override shouldUpdate(): boolean {
    const isReady = super.shouldUpdate() && (this.#isDrawn || !this.controller.isEarly || this.#isKnown);
    if (!this.hasUpdated && isReady) this.#isolation.skeleton.remove();
    else if (!isReady && this.src && this.order) this.renderRoot.append(this.#isolation.reserve());
    return isReady;
  }

  /** Whether it is known what stands beside the card. */
  get #isKnown(): boolean {
    if (this.isolated || this.mode !== 'auto' || this.phase !== 'loading') return true;
    return modesOf(this.order)?.length === 1 || offeredBy(this.src) !== null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.#isDrawn && this.src && this.order) {
      this.#isDrawn = true;
      this.#isBelow = !this.#isKnown;
    }
    if (this.hasUpdated && changed.has('mode') && this.state.session && this.phase !== 'loading') this.load();
  }

  protected override updated(): void {
    const { states } = this.#internals;
    try {
      states?.clear();
      states?.add(this.phase);
    } catch {
      // Chrome before 125 knows only names with two dashes.
    }
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    if (this.#awaitsFocus && this.#isDrawn) this.focus();
    const faulty = find('[aria-invalid=true]') ?? find(`${SHOWN_INPUT},slot`);
    if (!faulty || this.phase === 'done' || this.checkValidity()) this.#internals.setValidity({});
    else this.#internals.setValidity({ customError: true }, this.language.texts.invalid, faulty);
  }

  protected override check(session: SessionView): PayProblem | null {
    keepOffered(this.src, this.order, session);
    const [, guess] = this.#guess;
    if (guess && this.#offer(guess).mode === 'direct' && !session.modes.includes('direct'))
      warnOnce(
        'This order is paid on the hosted page only: set mode="hosted", so that no card field is shown first',
      );
    return this.#offer(session).mode ? null : noMode(this.mode);
  }

  protected override changed(state: CheckoutState): void {
    if (state.phase === 'action') this.#chosen = null;
    if (!this.isolated) this.#fields.follow(state);
  }

  protected override leads(url: string): boolean {
    if (this.challenge !== 'dialog' || this.payment?.mode !== 'direct') return true;
    this.#dialog.open(url);
    return false;
  }

  protected override wipe(): void {
    this.#fields.wipe();
  }

  protected override load(): void {
    if (this.isolated) this.#isolation.retry();
    else super.load();
  }

  protected override get isBusy(): boolean {
    // After the answer it waits for the payment, which may be one for the customer to confirm.
    return super.isBusy || (this.#submitting && this.phase !== 'action');
  }

  protected override render(): unknown {
    const { frame } = this.#isolation;
    if (!this.src || !this.order) return nothing;
    return this.isolated && (frame || this.phase === 'loading')
      ? (frame ?? this.#isolation.skeleton)
      : super.render();
  }

  protected override alert(): string {
    const { length } = this.#fields.summary;
    if (!length) return super.alert();
    if (this.#told < 0) this.#told = length;
    return length === this.#told ? this.#count(length) : '';
  }

  /** Who corrects the fields one after the other need not hear the rest counted each time. */
  protected override note(): string {
    const { length } = this.#fields.summary;
    if (length !== this.#told) this.#told = 0;
    return length && !this.#told ? this.#count(length) : '';
  }

  #count(faults: number): string {
    return plural(this.language.tag, this.language.texts.attention, faults);
  }

  /** An expired order that was typed for is renewed by the main button. */
  protected override wayOn(): unknown {
    const session = this.#session();
    return session && this.#offer(session).isExpired ? nothing : super.wayOn();
  }

  protected override body(message: unknown): unknown {
    const session = this.#session();
    const offer = session && this.#offer(session);
    const { texts } = this.language;
    const wallets = offer?.others && !this.#needed ? session?.hostedMethods.filter(isKnownWallet) : undefined;
    const isAbove = wallets?.[0] && !this.#isBelow;
    return html`${
      offer?.resumes
        ? html`<p class="hint">${texts.offer}</p>
            ${this.resume(offer.isShown ? 'quiet' : '')}`
        : nothing
    }
    ${isAbove ? html`${this.#renderWallets(wallets)}<p class="or">${texts.orCard}</p>` : nothing}
    ${message} ${session && offer ? this.#renderForm(session, offer) : this.bone()}
    ${wallets && !isAbove ? this.#renderOthers(wallets) : nothing}
    ${this.#needed ? this.button(texts.byCard, () => void this.#choose(null), 'quiet') : nothing}
    ${offer?.isShown && offer.replaces ? this.#renderReturn() : nothing}`;
  }

  #renderWallets(wallets: readonly HostedMethod[]): unknown {
    const { language, isDisabled, isBusy } = this;
    const opening = isBusy ? this.#chosen : null;
    return renderWallets(wallets, language, { isDisabled, isBusy, opening }, (one) => void this.#choose(one));
  }

  /** The hosted page beside the form. */
  #renderOthers(wallets: readonly HostedMethod[]): unknown {
    if (wallets[0]) return this.#renderWallets(wallets);
    const isOpening = this.isBusy && this.#chosen;
    const text = isOpening ? this.#renderBusy() : this.language.texts.otherWays;
    return this.button(text, () => void this.#choose('other'), 'quiet', true);
  }

  /** The way back to a card that waits to be confirmed. */
  #renderReturn(): unknown {
    const [, end] = this.payment?.cardMask?.split(/\*+/) ?? [];
    const [before, after] = this.language.texts.outcome.confirmWith.split('{}');
    return this.resume('quiet', end && html`<span>${before}<bdi dir="ltr">•••• ${end}</bdi>${after}</span>`);
  }

  protected override another(): unknown {
    const { session } = this.state;
    if (!session || !this.#offer(session).replaces) return null;
    return this.button(this.language.texts.outcome.another, () => void this.#replace(), 'quiet', true);
  }

  async #replace(): Promise<void> {
    this.#fields.wipe();
    this.#saved.list?.type();
    void this.checkout.replace();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#number')?.focus();
  }

  /** Keeps the room of the form where nothing tells its fields. */
  protected override bone(): unknown {
    return this.phase === 'loading' ? this.#isolation.reserve() : nothing;
  }

  /** Keeps the room of the checkbox that saves a card, until it comes. */
  #renderRoom(): unknown {
    const { session } = this.state;
    const isAwaited =
      this.saveCard && !this.#saved.list && (session ? session.savable : customerIdOf(this.order));
    return isAwaited ? html`<div class="room"></div>` : nothing;
  }

  #renderForm(session: SessionView, offer: Offer): unknown {
    const { language, isBusy } = this;
    const { texts } = language;
    const fields = this.#fields;
    const names = this.#names(session);
    const drawn = [...names, ...fieldsOf(session, offer, Boolean(this.#saved.list?.chosen()))];
    const places = fieldsIn(language.tag);
    const last = places.filter((name) => names.includes(name)).at(-1);
    const field = (name: FieldName) => fields.stateOf(name, session, name === last, isBusy);
    const isDirect = offer.mode === 'direct' && !this.#needed;
    const { list } = this.#saved;
    const saved = isDirect ? list?.render(isBusy) : null;
    const hint = this.priced(session, texts.reserveHint, texts.hostedHint);
    return html`<form
      part="form"
      novalidate
      aria-label=${texts.card}
      ?hidden=${!offer.isShown}
      @submit=${this.#onSubmit}
      @keydown=${fields.onKey}
      @keyup=${fields.onKey}
      @beforeinput=${fields.onBeforeInput}
      @input=${fields.onInput}
      @change=${fields.onInput}
      @compositionend=${fields.onInput}
      @focusin=${fields.onFocus}
      @focusout=${fields.onLeave}
    >
      ${renderSummary(fields.summary, language, (name) => this.renderRoot.querySelector<HTMLElement>(`#${name}`)?.focus())}
      <div class="aside" aria-live="polite">${fields.told}</div>
      <fieldset part="fields" ?disabled=${this.isDisabled}>
        <legend class="aside">${names.includes('number') ? texts.details.card : texts.details.customer}</legend>
        ${names.includes('number') ? renderAccepted(field('number')) : nothing}
        ${list?.isBelow ? nothing : saved?.choices}
        ${
          // Each field at a place of its own, so that no input becomes that of another: what was typed would move along.
          places.map((name) => (drawn.includes(name) ? renderField(name, field(name)) : nothing))
        }
        ${list?.isBelow ? saved?.choices : nothing} ${saved?.save} ${isDirect ? this.#renderRoom() : nothing} ${isDirect ? nothing : html`<p class="hint">${hint}</p>`}
        <button part="submit" type="submit" aria-disabled=${isBusy ? 'true' : 'false'}>${
          isBusy && (this.#needed || !this.#chosen) ? this.#renderBusy() : this.#label(session, offer)
        }</button>
      </fieldset>
    </form>`;
  }

  #renderBusy(): unknown {
    return html`${spinner} ${this.language.texts.submitting}`;
  }

  #label(session: SessionView, { isExpired, isLookup, mode }: Offer): string {
    const { texts } = this.language;
    if (isExpired) return texts.outcome.problem.renew;
    if (isLookup) return texts.check;
    if (this.#needed && this.#chosen && this.#chosen !== 'other')
      return texts.continueTo.replace('{}', WALLETS[this.#chosen]);
    if (this.#needed) return texts.hosted;
    return mode === 'direct' ? this.priced(session) : texts.hosted;
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.submit();
  };

  /** Goes on with the hosted page, once it has the customer's fields that it needs; null returns to the card. */
  async #choose(way: HostedMethod | 'other' | null): Promise<void> {
    const session = this.#session();
    if (this.#submitting || !session) return;
    const missing = way ? this.#fields.missing(session.hostedCustomerFields) : [];
    this.#had = session.hostedCustomerFields.filter((name) => !missing.includes(name));
    this.#chosen = way;
    if (way && !missing[0]) return this.#begin(true);
    this.#fields.clear();
    this.requestUpdate();
    await this.updateComplete;
    this.focus();
  }

  async #begin(hosted = this.#needed !== null): Promise<void> {
    if (this.#submitting) return;
    this.#submitting = true;
    if (!hosted) this.#chosen = null;
    try {
      await this.#submit(hosted);
    } finally {
      this.#submitting = false;
      this.requestUpdate();
    }
  }

  async #submit(hosted: boolean): Promise<void> {
    this.controller.follow();
    const known = this.#session();
    if (!known) return;
    if (this.#offer(known).isExpired) return this.renew();
    if (this.isDisabled || (this.phase !== 'loading' && !canPay(this.state))) return;
    mark('submit');
    this.#told = -1;
    if (!this.#fields.report(hosted, true) || !send(this, 'pay-submit', null, true)) return;
    if (this.asks && !(await this.asks())) return;
    this.requestUpdate();
    let session;
    this.controller.follow();
    do {
      session = await this.checkout.loaded();
      // Awaits only if something is loading: `submit()` starts to pay in the task of its call.
      const saved = this.#saved.follow();
      if (saved) await saved;
      // The page may set another order at any time.
    } while (this.controller.follow());
    // A tag that a listener has removed does not pay, as a removed form does not submit.
    // Only clicks are disabled: a page may disable the tag in `pay-submit`, as many do with buttons in `submit`.
    if (!session || !this.isConnected || !canPay(this.state) || !this.#fields.report(hosted)) return;
    await this.#pay(session, hosted);
  }

  async #pay(session: SessionView, hosted: boolean): Promise<void> {
    const { values } = this.#fields;
    const { list } = this.#saved;
    const isDirect = !hosted && this.#offer(session).mode === 'direct';
    const customer = customerOf(isDirect ? session.customerFields : session.hostedCustomerFields, values);
    if (!isDirect) return this.checkout.hosted({ customer });
    const typed = { card: cardOf(values), ...(list?.wantsSaving() && { saveCard: true }) };
    if (this.challenge === 'dialog') this.#dialog.prepare();
    const id = list?.chosen();
    await this.checkout.pay(id ? { savedCard: { id } } : typed, customer);
  }

  /** The customer's fields that the chosen page still needs; null if none is chosen, or it needs none. */
  get #needed(): readonly FieldName[] | null {
    const session = this.#chosen && this.#session();
    if (!session || !this.#offer(session).others) return null;
    const needed = session.hostedCustomerFields.filter((name) => !this.#had.includes(name));
    return needed[0] ? needed : null;
  }

  /** The fields to ask for now, in order. */
  #names(session: SessionView): readonly FieldName[] {
    return this.#needed ?? fieldsOf(session, this.#offer(session), Boolean(this.#saved.list?.chosen()));
  }

  #offer(session: SessionView): Offer {
    return offerOf(session, this.state, this.mode, environment.secure());
  }

  #likelyHeight(): number {
    const em = parseFloat(getComputedStyle(this).fontSize);
    return likelyHeight(this.order, this.mode, { width: this.clientWidth, em });
  }

  #shared() {
    return { root: this.renderRoot as ShadowRoot, language: this.language, state: this.state, src: this.src };
  }

  /** The session, or a guess from the token until the companion has answered. In a frame nothing is typed here. */
  #session(): SessionView | null {
    const { order, isolated } = this;
    const { phase, session } = this.state;
    if (isolated) return null;
    if (session && phase !== 'loading') return session;
    if (this.#guess[0] !== order) {
      const before = this.#guess[1] ?? session;
      this.#guess = [order, guessSession(order, before, offeredBy(this.src) ?? before)];
    }
    return order ? (this.#guess[1] ?? session) : null;
  }
}

const warned = new Set<string>();

/** For the page's developer, once in its life. */
function warnOnce(text: string): void {
  if (!warned.has(text)) console.warn(`pay-form: ${text}`);
  warned.add(text);
}

/** The value in any case, or the first one; what is unknown is warned about once. */
function oneOf<Value extends string>(
  values: readonly [Value, ...Value[]],
  value: unknown,
  name: string,
): Value {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const found = values.find((one) => one === text);
  if (text && !found)
    warnOnce(`${name}="${text}" is unknown, and counts as ${values[0]}; known are ${values.join(', ')}`);
  return found ?? values[0];
}

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { brandOf, brandRule, type CardBrand } from '../server/contract/card.ts';
import type { PaymentMode, SessionView } from '../server/contract/checkout-api.ts';
import { CUSTOMER_INPUTS } from '../server/contract/customer-form.ts';
import { reflect } from './base-element.ts';
import { brandChip } from './brand-chip.ts';
import { digitsOf } from './digits.ts';
import type { Challenge } from './challenge-dialog.ts';
import { environment } from './environment.ts';
import { mark, send } from './events.ts';
import { type FieldState, renderAccepted, renderField } from './field-view.ts';
import { CARD_FIELDS, cardOf, customerOf, FIELD_NAMES, faultOf, fieldOf } from './fields.ts';
import type { Faults, FieldName, FieldValues } from './fields.ts';
import type { Isolated } from './isolated.ts';
import { keepContact, keptContact } from './kept-contact.ts';

import { PayElement } from './pay-element.ts';
import { canPay, type CheckoutState, isOffer, isOpen, wayOf } from './phases.ts';
import { noWay, type PayProblem, widgetProblem } from './problem.ts';
import type { SavedCards } from './saved-cards.ts';
import { guessSession } from './token.ts';
import type { Typing } from './typing.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-form': PayForm;
  }
}

/** Milliseconds after which a card that nobody goes on typing is forgotten. */
const IDLE = 15 * 60_000;

/**
 * A card form for one order: `<pay-form src="https://pay.shop.example/pay" order="eyJ…"></pay-form>`.
 * It takes part in a form around it: validity, `disabled`, reset, `:state(ready)` and the other phases.
 * What stands inside the tag is shown where there is no JavaScript.
 *
 * @fires pay-ready - the session is known
 * @fires pay-change - `{valid, complete, brand}` changed
 * @fires pay-submit - before a payment is sent; can be cancelled
 * @fires pay-action - `{url}` before the browser leaves to confirm; can be cancelled
 * @fires pay-result - `{payment}` a payment's status; cancelled, the browser stays after a success
 * @fires pay-error - `{problem}` what the companion refused, or the widget
 * @fires pay-expired - the order token has run out: set a fresh `order`, what was typed stays; not cancelled, the button loads the page anew
 *
 * @csspart base - everything
 * @csspart form - the form
 * @csspart fields - all fields and the main button
 * @csspart field - label, input and message of one field
 * @csspart field-number - the same, of the number; so for `expiry`, `cvv`, `firstName` and the others
 * @csspart label - a label
 * @csspart input - an input
 * @csspart invalid - beside `input`: what is typed does not hold
 * @csspart focused - beside `input`: it has the keyboard
 * @csspart error - the message below an input
 * @csspart brand - the card's brand, at the end of the number
 * @csspart brands - the accepted brands
 * @csspart chip - the sign of a brand
 * @csspart submit - the main button
 * @csspart button - the other buttons
 * @csspart message - a message about the payment
 * @csspart status - the state
 * @csspart amount - the amount of a payment under way or done
 * @csspart receipt - the link to the receipt
 * @csspart steps - what is being done about a payment that nobody knows the end of
 * @csspart saved - the customer's saved cards
 * @csspart saved-card - one of them, or another card
 * @csspart remove - its button to be removed by
 * @csspart save - the wish to save a card
 * @csspart test - the note that no real money moves
 *
 * @cssprop --pay-accent - button, links and focus ring
 * @cssprop --pay-on-accent - text on the accent colour
 * @cssprop --pay-error - messages and faulty fields
 * @cssprop --pay-success - the check mark
 * @cssprop --pay-surface - background of the inputs
 * @cssprop --pay-line - borders
 * @cssprop --pay-muted - hints and placeholders
 * @cssprop --pay-radius - corners
 * @cssprop --pay-input-height - least height of inputs and buttons
 * @cssprop --pay-autofill - background of what the browser filled in
 * @cssprop --pay-gap - between fields side by side
 * @cssprop --pay-font - font family; the page's own where not given
 */
export class PayForm extends PayElement {
  static readonly formAssociated = true;

  static {
    reflect(this, {
      mode: ['auto', 'direct', 'hosted'],
      challenge: ['redirect', 'dialog'],
      isolated: false,
      saveCard: false,
    });
  }

  /** `direct`, `hosted`, or `auto`: direct where it is offered and the page is a secure context, otherwise hosted. */
  declare mode: string;
  /** Where 3-D Secure happens: `dialog` opens over the page, `redirect` takes the whole of it. */
  declare challenge: string;
  /** Whether the fields live in a frame of the companion's origin, where no script of this page reads them. */
  declare isolated: boolean;
  /** Whether the customer is offered to keep the card for the next time. */
  declare saveCard: boolean;

  readonly #internals = this.attachInternals();
  /** the mode that is loaded */
  #mode = '';
  #faults: Faults = {};
  /** whether fields did not hold when the customer last tried to pay, and still do not */
  #summed = false;
  #submitting = false;
  #focusedField = '';
  /** the last `pay-change` */
  #sent = '';
  /** the order whose token was read, and what it says */
  #guess: [token: string, session: SessionView | null] = ['', null];
  /** the order whose kept contact was filled in */
  #filled = '';
  /** the payment whose decline is marked at its field */
  #marked = '';
  #idle = 0;
  /** what is loaded when it is needed */
  #typing: Typing | null = null;
  #saved: SavedCards | null = null;
  #savedOf: SessionView | null = null;
  #dialog: Challenge | null = null;
  #frame: Isolated | null = null;
  /** the frame was asked for */
  #isolating = false;

  /**
   * Pays the order that stands in the tag, where everything holds; otherwise shows what does not. Waits for the companion
   * where it has not answered yet. A second call meanwhile does nothing.
   */
  async submit(): Promise<void> {
    await this.#begin();
  }

  async #begin(hosted = false): Promise<void> {
    if (this.#submitting) return;
    this.#submitting = true;
    try {
      await this.#submit(hosted);
    } finally {
      this.#submitting = false;
      this.requestUpdate();
    }
  }

  /** Empties the form and forgets a decline. */
  reset(): void {
    this.#empty(FIELD_NAMES);
    this.#faults = {};
    this.#summed = false;
    this.checkout.reset();
    this.#edited();
  }

  formResetCallback(): void {
    this.reset();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  /** Whether everything typed holds; shows nothing. */
  checkValidity(): boolean {
    return !Object.values(this.#check())[0];
  }

  /** Whether everything typed holds; shows what does not, and moves the focus there. */
  reportValidity(): boolean {
    return this.#report();
  }

  #report(hosted = false): boolean {
    this.#faults = this.#check(this.#values(), hosted);
    return this.#showFaults();
  }

  /** Moves the focus to the first field that does not hold, otherwise to the first one. */
  override focus(options?: FocusOptions): void {
    (this.find('[aria-invalid=true]') ?? this.find('input,button'))?.focus(options);
  }

  override performUpdate(): void {
    const { mode } = this;
    if (mode !== this.#mode && this.checkout.state.session) this.load();
    this.#mode = mode;
    super.performUpdate();
  }

  protected override updated(): void {
    this.#markDecline();
    this.#fillKept();
    super.updated();
    const { states } = this.#internals;
    states?.clear();
    states?.add(this.phase);
    const faulty = this.find('[aria-invalid=true]') ?? this.find('input,slot');
    if (!faulty || this.phase === 'done' || this.checkValidity()) this.#internals.setValidity({});
    else this.#internals.setValidity({ customError: true }, this.language.texts.invalid, faulty);
  }

  protected override check(session: SessionView): PayProblem | null {
    return this.#way(session) ? null : noWay(this.mode);
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
    else if (!this.#frame) void this.#isolate();
  }

  protected override render(): unknown {
    return this.#frame?.frame ?? super.render();
  }

  protected override leads(url: string): boolean {
    if (this.challenge !== 'dialog' || this.payment?.mode !== 'direct') return true;
    void this.#openDialog(url);
    return false;
  }

  protected override changed({ phase, problem, payment, session }: CheckoutState): void {
    if (!isOpen(payment)) this.#dialog?.close();
    if (session && session !== this.#savedOf) void this.#loadSaved(session);
    if (phase === 'done') this.wipe();
    if (problem?.code === 'order-token-expired') send(this, 'pay-expired', null, true);
    // Action, failed or waiting: whatever comes next, the code must be typed anew.
    else if (/^[afw]/.test(phase)) this.#empty(['cvv']);
    if (!problem?.errors) return;
    this.#faults = Object.fromEntries(problem.errors.map(({ path, code }) => [fieldOf(path), code]));
    this.#showFaults();
  }

  protected override wipe(): void {
    clearTimeout(this.#idle);
    this.#empty(CARD_FIELDS);
  }

  protected override summary(): TemplateResult | '' {
    const names = FIELD_NAMES.filter((name) => this.#faults[name]);
    if (!this.#summed || !names.length || !this.feedback) return '';
    return this.feedback.renderSummary(this.host(), names, (name) => this.find(`#${name}`)?.focus());
  }

  protected override body(): unknown {
    const session = this.#session();
    if (!session) return this.bone();
    const { state } = this.checkout;
    const { texts } = this.language;
    const way = this.#way(session);
    const names = this.#names(session);
    const offer = state.phase === 'ready' && isOffer(state.payment);
    const lookup = isLookup(session);
    // An open page gives way to a card, but that of a lookup cannot be cancelled.
    const beside = way === 'direct' && !lookup;
    const shown = way && (state.phase === 'submitting' || this.#mayType()) && (beside || !offer);
    const hint = lookup ? texts.checkHint : texts.hostedHint.replace('{}', () => this.money(session.order));
    const field = this.#fieldState(session, names);
    const saved = way === 'direct' && this.#saved?.render(this.#isBusy());
    return html`${
      offer
        ? html`<p class="hint">${texts.offer}</p>
            ${this.button(texts.resume, this.leave, beside ? 'quiet' : '')}`
        : nothing
    }
      <form
        part="form"
        novalidate
        aria-label=${texts.card}
        ?hidden=${!shown}
        @submit=${this.#onSubmit}
        @beforeinput=${this.#onBeforeInput}
        @input=${this.#onInput}
        @change=${this.#onInput}
        @compositionend=${this.#onInput}
        @focusin=${this.#onFocus}
        @focusout=${this.#onLeave}
      >
        <fieldset part="fields" ?disabled=${this.matches(':disabled')}>
          <legend class="aside">${texts.card}</legend>
          ${names.includes('number') ? renderAccepted(field('number')) : nothing}
          ${saved ? saved.choices : nothing}
          ${
            // Each field at a place of its own, so that no input becomes that of another: what was typed would move along.
            FIELD_NAMES.map((name) => (names.includes(name) ? renderField(name, field(name)) : nothing))
          }
          ${saved ? saved.save : nothing} ${way === 'direct' ? nothing : html`<p class="hint">${hint}</p>`}
          <button part="submit" type="submit" aria-disabled=${this.#isBusy()}>${this.#label(session)}</button>
        </fieldset>
      </form>
      ${shown && beside && this.#offersMore(session) ? this.button(texts.otherWays, this.#onOther, 'quiet') : nothing}`;
  }

  async #submit(hosted: boolean): Promise<void> {
    this.followOrder();
    if (this.checkout.state.problem?.code === 'order-token-expired') return this.renew();
    if (!this.#mayPay() || !this.#session()) return;
    mark('submit');
    this.#summed = true;
    if (!this.#report(hosted) || !send(this, 'pay-submit', null, true)) return;
    // A listener may have set another order.
    this.followOrder();
    this.requestUpdate();
    const session = await this.checkout.loaded();
    if (!session || !this.#mayPay() || !this.#report(hosted)) return;
    const values = this.#values();
    const card = cardOf(values);
    const direct = !hosted && this.#way(session) === 'direct';
    const customer = customerOf(direct ? session.customerFields : session.hostedCustomerFields, values);
    if (!direct) return this.checkout.hosted(customer, isLookup(session) ? card : undefined);
    if (this.challenge === 'dialog') void loadDialog();
    const id = this.#saved?.chosen();
    await this.checkout.pay(
      id ? { savedCard: { id } } : { card, ...(this.#saved?.wantsSaving() && { saveCard: true }) },
      customer,
    );
  }

  /** Whether the hosted page takes more than cards here. */
  #offersMore({ modes }: SessionView): boolean {
    return this.mode !== 'direct' && modes.includes('hosted');
  }

  readonly #onOther = (): void => void this.#begin(true);

  /** Opens the bank's page over this one; where that cannot be, it takes this one's place. */
  async #openDialog(url: string): Promise<void> {
    try {
      const { openChallenge } = await this.#use(loadDialog());
      this.#dialog = openChallenge(url, this.host());
    } catch {
      environment.navigate(url);
    }
  }

  async #loadSaved(session: SessionView): Promise<void> {
    this.#savedOf = session;
    this.#saved = null;
    const saving = this.saveCard && session.savable;
    if (!session.savedCards.length && !saving) return;
    const { createSavedCards } = await this.#use(import('./saved-cards.ts'));
    this.#saved = createSavedCards(() => this.host(), brandChip, saving);
    this.requestUpdate();
  }

  /** Puts the frame in the fields' place. Where that cannot be, there are no fields. */
  async #isolate(): Promise<void> {
    this.#isolating = true;
    this.checkout.clear();
    try {
      const { isolate } = await this.#use(import('./isolated.ts'));
      this.#frame = isolate(this, {
        host: () => this.host(),
        send: (name, detail, cancelable) => send(this, name, detail, cancelable),
        show: (state) => this.show(state),
        lead: (url) => this.leads(url) && environment.navigate(url),
      });
      this.requestUpdate();
    } catch {
      this.show({ phase: 'failed', problem: widgetProblem('no-answer', 'No answer') });
    }
  }

  async #use<File extends { styles: CSSStyleSheet }>(loading: Promise<File>): Promise<File> {
    const file = await loading;
    this.adopt(file.styles);
    return file;
  }

  /** Loads what formats the fields. */
  protected async loadTyping(): Promise<void> {
    // The card is understood without it, too.
    const file = await import('./typing.ts').catch(() => null);
    if (!file || this.#typing) return;
    this.#typing = new file.Typing(CARD_FIELDS, gapsOf);
    this.#typing.catchUp(this.renderRoot.querySelectorAll('input,textarea'));
  }

  #mayPay(): boolean {
    const { state } = this.checkout;
    return !this.matches(':disabled') && (state.phase === 'loading' || canPay(state));
  }

  /** Whether the fields are shown: also while the session is awaited, and where its token has run out. */
  #mayType(): boolean {
    const { state } = this.checkout;
    const expired = state.problem?.code === 'order-token-expired' && !isOpen(state.payment);
    return state.phase === 'loading' || canPay(state) || expired;
  }

  #isBusy(): boolean {
    return this.#submitting || this.phase === 'submitting';
  }

  #label(session: SessionView): string {
    const { texts } = this.language;
    if (isLookup(session)) return texts.check;
    if (this.#way(session) !== 'direct') return texts.hosted;
    return this.priced(session);
  }

  #fieldState({ brands }: SessionView, names: readonly FieldName[]) {
    const { language, feedback } = this;
    const brand = brandIn(this.#values());
    const busy = this.#isBusy();
    return (name: FieldName): FieldState => {
      const code = this.#faults[name];
      const focused = this.#focusedField === name;
      const last = name === names.at(-1);
      const state = { language, brand, busy, accepted: brands, code, focused, last, fault: undefined };
      return { ...state, fault: (code && feedback?.faultText(this.host(), name, code, state)) || undefined };
    };
  }

  /** The session as far as it is known: until the companion has answered, what the token says. */
  #session(): SessionView | null {
    const { phase, session } = this.checkout.state;
    if (this.isolated) return null;
    if (session && phase !== 'loading') return session;
    const { order } = this;
    if (this.#guess[0] !== order) this.#guess = [order, guessSession(order) ?? this.#guess[1]];
    return order ? (this.#guess[1] ?? session) : null;
  }

  /** A decline that blames a part of the card is shown there too. */
  #markDecline(): void {
    const { payment, phase } = this;
    if (phase !== 'failed' || !payment || !this.feedback || this.#marked === payment.id) return;
    this.#marked = payment.id;
    const name = this.feedback.fieldAtFault(payment.statusCode);
    if (!name || !this.#values()[name]) return;
    this.#faults[name] = name === 'expiry' ? 'expired' : 'invalid';
    this.#showFaults();
  }

  #fillKept(): void {
    const { session } = this.checkout.state;
    if (!session || this.phase === 'done' || this.#filled === session.order.id) return;
    this.#filled = session.order.id;
    const kept = keptContact(session.order.id);
    for (const input of this.#inputs()) input.value ||= kept[input.name as FieldName] ?? '';
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.submit();
  };

  readonly #onBeforeInput = (event: InputEvent): void => this.#typing?.beforeInput(event);

  readonly #onInput = (event: Event): void => {
    if (this.#typing) this.#typing.afterInput(event);
    else void this.loadTyping();
    const name = (event.target as HTMLInputElement).name as FieldName;
    if (event.type === 'input') this.#typed(name);
    else this.#edited(name);
  };

  #typed(name: FieldName): void {
    if (!this.#idle) mark('first-key');
    clearTimeout(this.#idle);
    this.#idle = window.setTimeout(() => this.wipe(), IDLE);
    this.checkout.edited();
    const session = this.#session();
    if (name in CUSTOMER_INPUTS) {
      if (session) keepContact(session.order.id, this.#values());
      // A decline speaks of the card that was typed before.
    } else if (this.checkout.state.problem || this.phase === 'failed') this.checkout.reset();
    this.#edited(name);
  }

  readonly #onFocus = ({ target }: Event): void => {
    void this.loadFeedback();
    void this.loadTyping();
    this.#focusedField = (target as HTMLInputElement).name;
    this.requestUpdate();
  };

  readonly #onLeave = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    this.#focusedField = '';
    this.requestUpdate();
    const fault = this.#check()[name as FieldName];
    if (value && fault) this.#faults[name as FieldName] = fault;
  };

  /** Takes back what is mended, and tells the page. */
  #edited(name?: FieldName): void {
    const values = this.#values();
    const now = this.#check(values);
    const before = JSON.stringify(this.#faults);
    for (const shown of Object.keys(this.#faults) as FieldName[]) {
      const fault = now[shown];
      if (!fault || (shown === name && fault === 'incomplete')) delete this.#faults[shown];
      else this.#faults[shown] = fault;
    }
    // Another brand may want another CVV than stands there.
    if (name === 'number' && now.cvv && values.cvv) this.#faults.cvv = now.cvv;
    if (now.number === 'brand-not-accepted') this.#faults.number = now.number;
    this.#summed &&= this.#isFaulty();
    const codes = Object.values(now);
    const complete = !codes.includes('required') && !codes.includes('incomplete');
    const detail = { valid: !codes[0], complete, brand: brandIn(values) };
    const sent = JSON.stringify(detail);
    if (sent !== this.#sent) send(this, 'pay-change', detail);
    // Nothing else that is shown depends on what is typed.
    if (sent !== this.#sent || before !== JSON.stringify(this.#faults)) this.requestUpdate();
    this.#sent = sent;
  }

  #showFaults(): boolean {
    this.#summed &&= this.#isFaulty();
    if (!this.#isFaulty()) return true;
    this.requestUpdate();
    this.performUpdate();
    this.focus();
    return false;
  }

  #isFaulty(): boolean {
    return Object.keys(this.#faults).length > 0;
  }

  #check(values = this.#values(), hosted = false): Faults {
    const session = this.#session();
    const faults: Faults = {};
    if (!session) return { number: 'required' };
    const rules = { brands: session.brands, now: environment.now() };
    for (const name of hosted ? session.hostedCustomerFields : this.#names(session)) {
      const fault = faultOf(name, values, rules);
      if (fault) faults[name] = fault;
    }
    return faults;
  }

  /** A lookup takes a card in either mode, and a card is typed on secure pages alone. */
  #way(session: SessionView): PaymentMode | null {
    const secure = environment.secure();
    return secure || !isLookup(session) ? wayOf(session.modes, this.mode, secure) : null;
  }

  #asked(session: SessionView): SessionView['customerFields'] {
    return this.#way(session) === 'direct' ? session.customerFields : session.hostedCustomerFields;
  }

  #names(session: SessionView): FieldName[] {
    const card = isLookup(session) || (this.#way(session) === 'direct' && !this.#saved?.chosen());
    return [...(card ? CARD_FIELDS : []), ...this.#asked(session)];
  }

  #inputs(): HTMLInputElement[] {
    return [...this.renderRoot.querySelectorAll('input')];
  }

  #values(): FieldValues {
    return Object.fromEntries(this.#inputs().map(({ name, value }) => [name, value]));
  }

  #empty(names: readonly string[]): void {
    for (const input of this.#inputs()) {
      if (names.includes(input.name)) input.value = '';
    }
    if (this.#sent) this.#edited();
  }
}

const loadDialog = () => import('./challenge-dialog.ts');

/** Most brands write their numbers in groups of four. */
const gapsOf = (digits: string) => brandRule(brandOf(digits)).gaps ?? [4, 8, 12, 16];

const brandIn = ({ number = '' }: FieldValues): CardBrand | null => brandOf(digitsOf(number));

/** A card is verified: it is typed here even where the hosted page follows (interface document, Create payment, rule 8). */
const isLookup = ({ order }: SessionView): boolean => order.method === 'lookup';

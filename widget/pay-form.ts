import { html, nothing } from 'lit/html.js';
import { brandOf, type CardBrand } from '../server/contract/card.ts';
import type { PaymentMode, SessionView } from '../server/contract/checkout-api.ts';
import { brandName } from './brand-name.ts';
import { reflect } from './base-element.ts';
import { digitsOf, reformat } from './card-field.ts';
import { environment } from './environment.ts';
import { send } from './events.ts';
import { CARD_FIELDS, cardOf, customerOf, FIELD_NAMES, FIELDS, faultOf, fieldOf } from './fields.ts';
import type { Faults, FieldName, FieldValues } from './fields.ts';
import { PayElement } from './pay-element.ts';
import { canPay, type CheckoutState, isOffer, wayOf } from './phases.ts';
import { noWay, type PayProblem } from './problem.ts';

/**
 * A card form for one order: `<pay-form src="https://pay.shop.example/pay" order="eyJ…"></pay-form>`.
 * What stands inside the tag is shown where there is no JavaScript.
 *
 * @fires pay-ready - the session is known
 * @fires pay-change - `{valid, complete, brand}` changed
 * @fires pay-submit - before a payment is sent; can be cancelled
 * @fires pay-action - `{url}` before the browser leaves to confirm; can be cancelled
 * @fires pay-result - `{payment}` a payment's status; cancelled, the browser stays after a success
 * @fires pay-error - `{problem}` what the companion refused, or the widget
 *
 * @csspart base - everything
 * @csspart form - the form
 * @csspart field - label, input and message of one field
 * @csspart label - a label
 * @csspart input - an input
 * @csspart error - the line below an input
 * @csspart brand - the card's brand, at the end of the number
 * @csspart brands - the accepted brands, below the number
 * @csspart submit - the main button
 * @csspart button - the other buttons
 * @csspart message - a message about the payment
 * @csspart status - the state
 * @csspart amount - the amount of a payment under way or done
 * @csspart receipt - the link to the receipt
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
 * @cssprop --pay-gap - between fields side by side
 * @cssprop --pay-font - font family; the page's own where not given
 */
export class PayForm extends PayElement {
  /** the mode that is loaded */
  #mode = this.mode;
  #faults: Faults = {};
  #asking = false;
  /** How many digits each field held before the edit at hand. */
  readonly #digits = new Map<string, number>();
  #told = '';

  /** Pays, where everything holds; otherwise shows what does not. A second call meanwhile does nothing. */
  async submit(): Promise<void> {
    const { session } = this.checkout.state;
    if (this.disabled || this.#asking || !session || !canPay(this.checkout.state)) return;
    this.#asking = true;
    const wanted = this.reportValidity() && send(this, 'pay-submit', null, true);
    this.#asking = false;
    if (!wanted) return;
    const values = this.#values();
    const customer = customerOf(this.#asked(session), values);
    const card = cardOf(values);
    await (this.#way(session) === 'direct'
      ? this.checkout.pay(card, customer)
      : this.checkout.hosted(customer, isLookup(session) ? card : undefined));
  }

  /** Empties the form and forgets a decline. */
  reset(): void {
    for (const input of this.#inputs()) input.value = '';
    this.#faults = {};
    this.checkout.reset();
    this.#edited();
  }

  /** Whether everything typed holds; shows nothing. */
  checkValidity(): boolean {
    return !Object.keys(this.#check()).length;
  }

  /** Whether everything typed holds; shows what does not, and moves the focus there. */
  reportValidity(): boolean {
    this.#faults = this.#check();
    return this.#showFaults();
  }

  /** Moves the focus to the first field that does not hold, otherwise to the first one. */
  override focus(options?: FocusOptions): void {
    (this.find('[aria-invalid=true]') ?? this.find('input,button'))?.focus(options);
  }

  /** `auto`: direct where it is offered and the page is a secure context, otherwise hosted. */
  get mode(): 'auto' | 'direct' | 'hosted' {
    const mode = this.getAttribute('mode');
    return mode === 'direct' || mode === 'hosted' ? mode : 'auto';
  }
  set mode(value: string | null | undefined) {
    reflect(this, 'mode', value);
  }

  override performUpdate(): void {
    const { mode } = this;
    if (mode !== this.#mode && this.checkout.state.session) void this.checkout.load();
    this.#mode = mode;
    super.performUpdate();
  }

  protected override check(session: SessionView): PayProblem | null {
    return this.#way(session) ? null : noWay(this.mode);
  }

  protected override changed({ phase, problem }: CheckoutState): void {
    if (phase === 'done') this.wipe();
    if (phase === 'failed' || phase === 'waiting' || phase === 'action') this.#empty(['cvv']);
    if (!problem?.errors) return;
    this.#faults = Object.fromEntries(problem.errors.map(({ path, code }) => [fieldOf(path), code]));
    this.#showFaults();
  }

  protected override wipe(): void {
    this.#empty(CARD_FIELDS);
  }

  protected override skeleton(): unknown {
    return html`<div class="bones"><div class="bone"></div><div class="bone"></div><div class="bone"></div></div>`;
  }

  protected override body(session: SessionView): unknown {
    const { state } = this.checkout;
    const { texts } = this.language;
    const way = this.#way(session);
    const names = this.#names(session);
    const offer = state.phase === 'ready' && isOffer(state.payment);
    const direct = way === 'direct';
    const lookup = isLookup(session);
    // An open page gives way to a card, but that of a lookup cannot be cancelled.
    const beside = direct && !lookup;
    const busy = state.phase === 'submitting';
    const shown = way && (busy || canPay(state)) && (beside || !offer);
    const amount = this.money(session.order);
    const label = lookup ? texts.check : direct ? texts.pay.replace('{}', () => amount) : texts.hosted;
    return html`${
      offer
        ? html`<p class="hint">${texts.offer}</p>
            ${this.button(texts.resume, this.leave, beside ? 'quiet' : '')}`
        : nothing
    }
      <form
        part="form"
        novalidate
        ?hidden=${!shown}
        @submit=${this.#onSubmit}
        @input=${this.#onInput}
        @focusout=${this.#onLeave}
      >
        <fieldset ?disabled=${this.disabled}>
          ${
            // Each field at a place of its own, so that no input becomes that of another: what was typed would move along.
            FIELD_NAMES.map((name) => (names.includes(name) ? this.#field(name, busy) : nothing))
          }
          ${direct ? nothing : html`<p class="hint">${lookup ? texts.checkHint : texts.hostedHint.replace('{}', () => amount)}</p>`}
          <button part="submit" type="submit" aria-disabled=${busy}>${label}</button>
        </fieldset>
      </form>`;
  }

  #field(name: FieldName, busy: boolean): unknown {
    const { texts } = this.language;
    const { autocomplete, type = 'text', inputmode, placeholder } = FIELDS[name];
    const code = this.#faults[name];
    const fault: Readonly<Record<string, string>> = texts.fault;
    const brands = name === 'number' && this.checkout.state.session?.brands;
    const hint = brands
      ? html`<span class="brands" part="brands">${brands.map(brandName).join(' · ')}</span>`
      : nothing;
    return html`<div class="field ${name}" part="field">
      <label part="label" for=${name}>${texts.label[name]}</label>
      <div class="box">
        <input
          part="input"
          id=${name}
          name=${name}
          type=${type}
          autocomplete=${autocomplete}
          inputmode=${inputmode ?? nothing}
          placeholder=${(name === 'expiry' ? texts.expiryHint : placeholder) ?? nothing}
          aria-describedby="${name}-fault"
          aria-invalid=${code ? 'true' : 'false'}
          aria-required="true"
          spellcheck="false"
          ?readonly=${busy}
        />${name === 'number' ? html`<span class="brand" part="brand">${brandName(this.#brand())}</span>` : nothing}
      </div>
      <p class="fault ${code && 'bad'}" part="error" id="${name}-fault">
        ${code ? (fault[`${name}.${code}`] ?? fault[code] ?? fault['invalid']) : hint}
      </p>
    </div>`;
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.submit();
  };

  readonly #onInput = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const { inputType = '', isComposing } = event as Partial<InputEvent>;
    const { format } = FIELDS[input.name as FieldName];
    if (format && !isComposing) {
      const before = this.#digits.get(input.name) ?? 0;
      const caret = input.selectionStart ?? input.value.length;
      const edit = reformat(input.value, caret, before, inputType, format);
      if (edit.text !== input.value) {
        input.value = edit.text;
        if (this.renderRoot.activeElement === input) input.setSelectionRange(edit.caret, edit.caret);
      }
      this.#digits.set(input.name, digitsOf(edit.text).length);
    }
    this.checkout.edited();
    this.#edited(input.name as FieldName);
  };

  readonly #onLeave = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    const fault = this.#check()[name as FieldName];
    if (!value || !fault) return;
    this.#faults = { ...this.#faults, [name]: fault };
    this.requestUpdate();
  };

  /** Takes back what is mended, and tells the page. */
  #edited(name?: FieldName): void {
    const now = this.#check();
    for (const shown of Object.keys(this.#faults) as FieldName[]) {
      const fault = now[shown];
      if (!fault || (shown === name && fault === 'incomplete')) delete this.#faults[shown];
      else this.#faults[shown] = fault;
    }
    const missing = Object.values(now).some((fault) => fault === 'required' || fault === 'incomplete');
    const detail = { valid: !Object.keys(now).length, complete: !missing, brand: this.#brand() };
    const told = JSON.stringify(detail);
    if (told !== this.#told) send(this, 'pay-change', detail);
    this.#told = told;
    this.requestUpdate();
  }

  #showFaults(): boolean {
    if (!Object.keys(this.#faults).length) return true;
    this.requestUpdate();
    this.performUpdate();
    this.focus();
    return false;
  }

  #check(): Faults {
    const { session } = this.checkout.state;
    const faults: Faults = {};
    if (!session) return { number: 'required' };
    const values = this.#values();
    const rules = { brands: session.brands, now: environment.now() };
    for (const name of this.#names(session)) {
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
    const card = isLookup(session) || this.#way(session) === 'direct';
    return [...(card ? CARD_FIELDS : []), ...this.#asked(session)];
  }

  #inputs(): HTMLInputElement[] {
    return [...this.renderRoot.querySelectorAll('input')];
  }

  #values(): FieldValues {
    return Object.fromEntries(this.#inputs().map(({ name, value }) => [name, value]));
  }

  #brand(): CardBrand | null {
    return brandOf(digitsOf(this.#values().number ?? ''));
  }

  #empty(names: readonly string[]): void {
    for (const input of this.#inputs()) {
      if (names.includes(input.name)) input.value = '';
    }
  }
}

/** A card is verified: it is typed here even where the hosted page follows (interface document, Create payment, rule 8). */
const isLookup = ({ order }: SessionView): boolean => order.method === 'lookup';

import {
  adoptStyles,
  type CSSResult,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from 'lit';
import { amountText } from '../server/contract/amount-text.ts';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { FocusController } from './focus-controller.ts';
import { urlOf } from './checkout/api.ts';
import { CheckoutController } from './checkout/checkout-controller.ts';
import { environment } from './environment.ts';
import { send } from './events.ts';
import { alertText, isCheck, statusText, wayOn } from './checkout/feedback.ts';
import { icon } from './icons.ts';
import { directionOf } from '../server/contract/language.ts';
import type { Language, OwnMessages } from './language/language.ts';
import { LanguageController } from './language/language-controller.ts';
import { renderPayment, renderSign } from './checkout/outcome-view.ts';
import { styles } from './pay-form.styles.ts';
import { type CheckoutState, isOpen, isResumable, type Phase } from './checkout/phases.ts';
import type { PayProblem } from './checkout/problem.ts';
import { leadsOn } from './checkout/token.ts';

/**
 * Shared by the three tags: the order, its state and messages.
 *
 * @attr {string} src - the companion's base address
 * @attr {string} order - the signed order token
 * @attr {boolean} disabled - disables input and payment
 *
 * @fires pay-ready - the session is loaded
 * @fires pay-action - `{url}` before the browser leaves for 3-D Secure or the hosted page; can be cancelled
 * @fires pay-result - `{payment}` a payment's status; if cancelled, the browser stays after a success
 * @fires pay-error - `{problem}` a problem of the companion or the widget
 * @fires pay-expired - the order token has expired: set a fresh `order`, typed values stay; if not cancelled, the button reloads the page
 *
 * @csspart base - everything
 * @csspart button - the other buttons
 * @csspart message - a message about the payment
 * @csspart panel - the box that shows a payment after it was sent
 * @csspart status - the state of the payment
 * @csspart amount - the amount of a payment in flight or done
 * @csspart receipt - the link to the receipt
 * @csspart steps - the steps towards the outcome of an unknown payment
 * @csspart test - the note that no real money moves
 *
 * @cssprop --pay-accent - button, links and focus ring
 * @cssprop --pay-on-accent - text on the accent colour
 * @cssprop --pay-error - error texts and invalid fields
 * @cssprop --pay-success - the check mark
 * @cssprop --pay-surface - background of the inputs and of the panel
 * @cssprop --pay-muted - hints
 * @cssprop --pay-radius - corners
 * @cssprop --pay-input-height - minimum height of inputs and buttons
 * @cssprop --pay-font - font family
 */
export abstract class PayElement extends LitElement {
  static override styles = styles;

  static override properties: PropertyDeclarations = {
    src: { reflect: true, useDefault: true },
    order: { reflect: true, useDefault: true },
    disabled: { reflect: true, type: Boolean },
    messages: { attribute: false },
  };

  /** Whether input and payment are disabled. */
  declare disabled: boolean;
  /** The page's own texts, merged over those of the language. */
  declare messages: OwnMessages | null | undefined;

  #src = '';
  #order = '';
  /** as reported by a frame */
  #merchant: string | null = null;
  readonly #parts = new Set<CSSResult>();

  readonly #language = new LanguageController(this, () => {
    // The companion formats amounts in the page's language.
    const { session, problem } = this.state;
    if (session && !problem) this.load();
  });
  protected readonly controller = new CheckoutController(this, {
    check: (session) => this.check(session),
    changed: (state) => this.changed(state),
    result: (payment) => this.reported(payment),
    leads: (url) => this.leads(url),
    wipe: () => this.wipe(),
  });

  constructor() {
    super();
    this.disabled = false;
    this.messages = {};
    this.addController(new FocusController(this, () => this.state));
  }

  /** The companion's base address. */
  get src(): string {
    return this.#src;
  }
  set src(address: string | null | undefined) {
    const text = address?.trim() ?? '';
    this.#src = urlOf(text) ? text : '';
  }

  /** The signed order token. */
  get order(): string {
    return this.#order;
  }
  set order(token: string | null | undefined) {
    this.#order = token?.trim() ?? '';
  }

  /** The phase of the checkout. */
  get phase(): Phase {
    return this.state.phase;
  }

  /** The order's payment as last reported. */
  get payment(): PaymentView | null {
    return this.state.payment;
  }

  /**
   * The merchant's name, once it is known.
   * @internal
   */
  get merchant(): string | null {
    return this.state.session?.merchant?.name ?? this.#merchant;
  }

  protected get language(): Language {
    return this.#language.current;
  }

  protected get checkout(): CheckoutController['checkout'] {
    return this.controller.checkout;
  }

  protected get state(): CheckoutState {
    return this.checkout.state;
  }

  /**
   * Frameworks write `false` as text: before the tag is defined, and always if an attribute has a hyphen. It means what it
   * says.
   */
  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (value === 'false') this.removeAttribute(name);
    else super.attributeChangedCallback(name, before, value);
  }

  adoptedCallback(): void {
    // Some frameworks move an element through a document that they have parsed, where browsers drop its styles.
    if (this.shadowRoot && this.ownerDocument === document) this.#adopt();
  }

  /**
   * Adds the styles of a part that is loaded later.
   * @internal
   */
  addStyles(part: CSSResult): void {
    this.#parts.add(part);
    this.#adopt();
  }

  #adopt(): void {
    adoptStyles(this.renderRoot as ShadowRoot, [styles, ...this.#parts]);
  }

  /** Loads the order that stands in the tag now. Nothing is shown before there are texts in the page's language. */
  protected override shouldUpdate(): boolean {
    this.controller.follow();
    return this.#language.isReady;
  }

  /** A tag that is moved in place stays as it is. */
  connectedMoveCallback(): void {}

  /** Why the session cannot be used here, or null. */
  protected check(_session: SessionView): PayProblem | null {
    return null;
  }

  /** Called at every change of the state, before it is rendered. */
  protected changed(_state: CheckoutState): void {}

  /** Reports a result to the page; false keeps the browser here. */
  protected reported(payment: PaymentView): boolean {
    return send(this, 'pay-result', { payment }, true) && leadsOn(this.order);
  }

  /** Whether the browser navigates to an address; false if the element has handled it. */
  protected leads(_url: string): boolean {
    return true;
  }

  /** Forgets what must not outlive the visit. */
  protected wipe(): void {}

  /** Loads the order again. */
  protected load(): void {
    void this.checkout.load();
  }

  /** Asks the page for a fresh order; reloads a page that does not cancel this. */
  protected renew(): void {
    if (send(this, 'pay-expired', null, true)) environment.reload();
  }

  /** Shows a state that the checkout did not find itself. */
  protected show(state: Partial<CheckoutState>, merchant: string | null = null): void {
    this.#merchant = merchant;
    this.controller.show(state);
  }

  /** Whether the tag or a `<fieldset>` around it is disabled; the attribute is late by a microtask. */
  protected get isDisabled(): boolean {
    return this.disabled || this.matches('fieldset:disabled *');
  }

  /** Whether a payment is being sent. */
  protected get isBusy(): boolean {
    return this.phase === 'submitting';
  }

  /** An amount as the companion's pages write it. */
  protected money({ amount, currency }: Pick<PaymentView, 'amount' | 'currency'>): string {
    return amountText(this.language.tag, amount, currency);
  }

  /** The main button's text for the order's method and amount, or another text for each. */
  protected priced(
    { order }: SessionView,
    reserve = this.language.texts.reserve,
    pay = this.language.texts.pay,
  ): string {
    return (order.method === 'auth' ? reserve : pay).replace('{}', () => this.money(order));
  }

  protected override render(): unknown {
    if (!this.src || !this.order) return nothing;
    const { tag, texts } = this.language;
    const slow = this.slowText();
    // The tag speaks its languages itself: a browser that translates the page would keep old amounts.
    return html`<div part="base" class=${this.phase} lang=${tag} dir=${directionOf(tag)} translate="no">
      ${this.#renderState()} ${this.body(html`${this.#renderMessage(this.alert())} ${this.wayOn()}`)}
      ${slow ? html`<p class="hint" aria-hidden="true">${slow}</p>` : nothing}
      ${this.state.session?.test ? html`<p class="hint" part="test">${texts.test}</p>` : nothing}
    </div>`;
  }

  /**
   * Below the state: what the customer can do.
   * @param message what went wrong and what helps, to be shown in it
   */
  protected abstract body(message: unknown): unknown;

  /** The message about the payment. */
  protected alert(): string {
    return alertText(this.language, this.state);
  }

  /** The same message, once it was told: a change of it is only shown. */
  protected note(): string {
    return '';
  }

  #renderMessage(alert: string): unknown {
    const note = this.note();
    return html`<div part=${alert ? 'message' : nothing} role="alert" tabindex=${alert ? -1 : nothing} class=${alert ? 'alert' : nothing}>${
      alert ? html`${icon('alert')}<span>${alert}</span>` : nothing
    }</div>
      ${note ? html`<p class="alert" part="message">${icon('alert')}<span>${note}</span></p>` : nothing}`;
  }

  /** What is said while something takes long, or nothing. */
  private slowText(): string {
    const { connecting, keepOpen } = this.language.texts;
    if (!this.controller.isSlow) return '';
    return this.phase === 'loading' ? connecting : keepOpen;
  }

  /** What helps after a failure. */
  protected wayOn(): unknown {
    const { again, outcome } = this.language.texts;
    const way = wayOn(this.state);
    if (way === 'again') return this.button(again, () => this.load());
    if (way === 'renew')
      return isOpen(this.payment) ? this.resume() : this.button(outcome.problem.renew, () => this.renew());
    return way && this.back();
  }

  /** The button that returns to the shop, unless the order has no `returnUrl`. */
  protected back(): unknown {
    if (!leadsOn(this.order)) return nothing;
    return this.button(this.language.texts.outcome.back, () => this.checkout.finish(), 'quiet');
  }

  /** A placeholder while loading. */
  protected bone(): unknown {
    return this.phase === 'loading' ? html`<div class="bone"></div>` : nothing;
  }

  /** @param pays whether it leads to a payment: it is then disabled with the tag */
  protected button(text: unknown, click: () => void, look = '', pays = false): TemplateResult {
    return html`<button
      part="button"
      type="button"
      ?disabled=${pays && this.isDisabled}
      aria-disabled=${this.isBusy ? 'true' : 'false'}
      class=${look}
      @click=${click}
    >${text}</button>`;
  }

  /** The way to pay with another card instead of one that waits to be confirmed, if there is one here. */
  protected another(): unknown {
    return null;
  }

  /** The button that leads to the page where the payment goes on. */
  protected resume(look = '', text: unknown = ''): TemplateResult {
    const { texts } = this.language;
    const isOffer = isResumable(this.payment);
    return this.button(
      isOffer ? texts.resume : text || texts.outcome.confirm,
      () => this.isBusy || this.checkout.leave(),
      look,
      isOffer,
    );
  }

  /** One element for all states, so that screen readers hear each change of its text. */
  #renderState(): TemplateResult {
    const { phase, language, state, payment } = this;
    const isPanel = phase === 'action' || phase === 'waiting' || phase === 'done';
    const text = this.slowText() || statusText(language, state);
    const paid = phase === 'done' && payment && !isCheck(payment) ? this.money(payment) : '';
    const outcome = {
      language,
      phase,
      money: (one: PaymentView) => this.money(one),
      confirm: this.resume(),
      another: this.another(),
      back: this.back(),
    };
    return html`<div class=${isPanel ? 'panel' : 'aside'} part=${isPanel ? 'panel' : nothing} tabindex=${paid ? -1 : nothing}>
      ${isPanel ? renderSign(phase) : nothing}
      <p part=${text ? 'status' : nothing} role="status" tabindex=${text ? -1 : nothing}>${text}${paid && html`<span class="aside">${` ${paid}`}</span>`}</p>
      ${isPanel && payment ? renderPayment(outcome, payment) : nothing}
    </div>`;
  }
}

import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { brandName } from '../server/contract/brand-name.ts';
import { brandOf } from '../server/contract/card.ts';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { createApi } from './api.ts';
import { keepAttention } from './attention.ts';
import { BaseElement, reflect } from './base-element.ts';
import { Checkout } from './checkout.ts';
import { environment } from './environment.ts';
import { mark, send } from './events.ts';
import {
  ENGLISH,
  type Language,
  loadLanguage,
  money,
  nearestLang,
  type OwnMessages,
  pageLang,
  wantedBy,
  watchLang,
  withOwn,
} from './language.ts';
import type * as Feedback from './feedback.ts';
import type { Host } from './host.ts';
import { dropContact } from './kept-contact.ts';
import type { Messages } from './messages/en.ts';
import { styles } from './pay-form.styles.ts';
import { type CheckoutState, isOpen, isResumable, type Phase, START } from './phases.ts';
import type { PayProblem } from './problem.ts';
import { isSafeUrl } from './safe-url.ts';
import { leadsOn } from './token.ts';

/** Arabic, Persian and Hebrew are written from right to left. */
const dirOf = (tag: string): string => (/^(ar|fa|he)/.test(tag) ? 'rtl' : 'ltr');

/** Milliseconds after which a message says that loading takes long. */
const SLOW = 2_000;

/** Milliseconds within which a part has to arrive. */
const PATIENCE = 8_000;

interface Priced {
  amountText?: string | undefined;
  amount: string;
  currency: string;
}

/**
 * Shared by the three tags: the order, its state and messages, the language, the page's lifecycle.
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
 * @csspart submit - the main button
 * @csspart button - the other buttons
 * @csspart message - a message about the payment
 * @csspart status - the state
 * @csspart amount - the amount of a payment in flight or done
 * @csspart receipt - the link to the receipt
 * @csspart steps - the steps towards the outcome of an unknown payment
 * @csspart test - the note that no real money is moved
 *
 * @cssprop --pay-accent - button, links and focus ring
 * @cssprop --pay-on-accent - text on the accent colour
 * @cssprop --pay-success - the check mark
 * @cssprop --pay-muted - hints and placeholders
 * @cssprop --pay-radius - corners
 * @cssprop --pay-input-height - minimum height of inputs and buttons
 * @cssprop --pay-font - font family; default: the page's own
 */
export abstract class PayElement extends BaseElement {
  static observedAttributes = ['src', 'order', 'mode', 'challenge', 'isolated', 'save-card', 'disabled'];

  static {
    reflect(this, { src: '', order: '', disabled: false });
  }

  /** The companion's base address. */
  declare src: string;
  /** The signed order token. */
  declare order: string;
  /** Whether input and payment are disabled. */
  declare disabled: boolean;

  protected language: Language = ENGLISH;
  protected readonly checkout = new Checkout(environment, {
    changed: (state) => {
      const { phase, payment, problem } = state;
      if (payment || problem || phase === 'submitting') void this.loadFeedback();
      if (payment && phase === 'done') dropContact(payment.orderId);
      this.#follow(state);
    },
    ready: (session) => {
      mark('session');
      send(this, 'pay-ready', null);
      return this.check(session);
    },
    action: (url) => send(this, 'pay-action', { url }, true) && this.leads(url),
    result: (payment) => {
      mark('result');
      return this.reported(payment);
    },
    error: (problem) => {
      // For the page's developer: codes and paths, never typed values.
      console.warn('pay-form', JSON.stringify(problem));
      send(this, 'pay-error', { problem });
    },
  });
  /** the feedback code, once it is loaded */
  protected feedback: typeof Feedback | null = null;
  /** the src and order that are loaded */
  protected loaded = '';

  #own: OwnMessages = {};
  /** as reported by a frame */
  #merchant: string | null = null;
  /** without the page's own texts */
  #spoken: Language = ENGLISH;
  /** the phase and alert shown last */
  #shown = '';
  #unwatch = (): void => {};
  /** whether it has been loading for a while */
  #slow = false;
  #slowTimer = 0;
  #speaks = false;
  #feedbackLost = false;
  readonly #sheets = new Set<CSSStyleSheet>();

  constructor() {
    super();
    this.#adopt(styles);
  }

  /** The page's own texts, merged over those of the language. */
  get messages(): OwnMessages {
    return this.#own;
  }
  set messages(own: OwnMessages | null | undefined) {
    this.#own = own ?? {};
    void this.#speak();
  }

  /** The merchant's name, once it is known. */
  get merchant(): string | null {
    return this.checkout.state.session?.merchant?.name ?? this.#merchant;
  }

  /** The phase of the checkout. */
  get phase(): Phase {
    return this.checkout.state.phase;
  }

  /** The order's payment as last reported. */
  get payment(): PaymentView | null {
    return this.checkout.state.payment;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pagehide', this.#onPageHide);
    addEventListener('pageshow', this.#onPageShow);
    this.#unwatch = watchLang(this, () => {
      void this.#speak();
      // The companion formats amounts in the page's language.
      const { session, problem } = this.checkout.state;
      if (session && !problem) this.load();
    });
    void this.#speak();
    this.#watchLoading();
    // Removed and inserted again: what happened meanwhile is unknown.
    if (this.loaded) this.load();
  }

  adoptedCallback(): void {
    // Some frameworks move an element through a document that they have parsed, where browsers drop its styles.
    if (this.ownerDocument === document) this.#adopt(styles);
  }

  disconnectedCallback(): void {
    removeEventListener('pagehide', this.#onPageHide);
    removeEventListener('pageshow', this.#onPageShow);
    clearTimeout(this.#slowTimer);
    this.#unwatch();
    // Not if it is only moved, perhaps over several microtasks: typed values move along.
    setTimeout(() => this.isConnected || this.#onPageHide());
  }

  /**
   * Renders now, and loads the order that the attributes name.
   * @internal
   */
  override performUpdate(): void {
    const { activeElement } = this.renderRoot;
    this.followOrder();
    // Avoids a first text in the wrong language.
    if (!this.#speaks) return;
    super.performUpdate();
    this.updated();
    this.#shown = keepAttention(this.renderRoot, activeElement, this.#shown, this.phase, this.payment);
  }

  /** Loads the tag's order if it has changed. */
  protected followOrder(): void {
    const { src, order } = this;
    const wanted = src && order && `${src} ${order}`;
    if (wanted === this.loaded) return;
    this.loaded = wanted;
    if (wanted) void this.checkout.load(createApi(src, order, environment.fetch, () => pageLang(this)));
    else this.checkout.clear();
  }

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

  /** Called after every render. */
  protected updated(): void {}

  protected find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  /**
   * An amount in the companion's format if it has sent one, so that the page shows only one format. Before its first
   * answer the token's text is used: creating a formatter takes about as long as the rest of the first render.
   */
  protected readonly money = ({ amountText, amount, currency }: Priced): string => {
    const { phase, session } = this.checkout.state;
    const isFirst = phase === 'loading' && !session && !this.#slow;
    return (
      amountText ?? (isFirst ? `${amount}\u00a0${currency}` : money(this.language.tag, amount, currency))
    );
  };

  /** The main button's text for the order's method and amount, or another text for each. */
  protected priced(
    { order }: SessionView,
    reserve = this.language.texts.reserve,
    pay = this.language.texts.pay,
  ): string {
    return (order.method === 'auth' ? reserve : pay).replace('{}', () => this.money(order));
  }

  protected override render(): unknown {
    const { tag, texts } = this.language;
    const { phase, session } = this.checkout.state;
    const alert = this.summary() || this.#alertText();
    return html`<div part="base" class=${phase} lang=${tag} dir=${dirOf(tag)}>
      ${this.#renderState()}
      <div part=${alert ? 'message' : nothing} role="alert" tabindex=${alert && -1} class=${alert && 'alert'}>${alert}</div>
      ${this.#renderWayOn()} ${this.body()}
      ${this.#slow ? html`<p class="hint" aria-hidden="true">${texts.connecting}</p>` : nothing}
      ${session?.test ? html`<p class="hint" part="test">${texts.test}</p>` : nothing}
    </div>`;
  }

  /** Offers a retry even if the feedback code cannot be loaded. */
  #renderWayOn(): unknown {
    if (this.feedback) return this.feedback.renderWayOn(this.host());
    const isLost = this.#feedbackLost && this.phase === 'failed';
    return isLost ? this.button(this.language.texts.again, this.load) : nothing;
  }

  /** Below the state: what the customer can do. */
  protected abstract body(): unknown;

  /** A placeholder while loading. */
  protected bone(): unknown {
    return this.phase === 'loading' ? html`<div class="bone"></div>` : nothing;
  }

  /** A summary of invalid fields. It takes precedence over the payment's message. */
  protected summary(): TemplateResult | '' {
    return '';
  }

  /** @param pays whether it leads to a payment: it is then disabled with the tag */
  protected readonly button = (text: string, click: () => void, look = '', pays = false): TemplateResult => {
    return html`<button
      part="button"
      type="button"
      ?disabled=${pays && this.matches(':disabled,[disabled]')}
      aria-disabled=${pays && this.isBusy()}
      class=${look}
      @click=${click}
    >
      ${text}
    </button>`;
  };

  /** Whether a payment is being sent. */
  protected isBusy(): boolean {
    return this.phase === 'submitting';
  }

  /** The button that returns to the shop, unless the order has no `returnUrl`. */
  protected readonly back = (text: string): unknown =>
    leadsOn(this.order) ? this.button(text, this.#finish, 'quiet') : nothing;

  protected readonly leave = (): void => this.checkout.leave();
  protected readonly load = (): void => this.again();
  readonly #finish = (): void => this.checkout.finish();

  #renderState(): TemplateResult {
    const { phase, feedback } = this;
    const panel = phase === 'action' || phase === 'waiting' || phase === 'done';
    const status = this.#statusText();
    const words = html`<p part=${status ? 'status' : nothing} role="status" tabindex=${status && -1}>${status}</p>`;
    return html`<div class=${panel ? 'panel' : 'aside'}>
      ${panel && feedback ? feedback.renderPanel(this.host(), words) : words}
    </div>`;
  }

  #statusText(): string {
    const { texts } = this.language;
    const { phase, payment } = this;
    if (this.#slow) return texts.connecting;
    if (/^[flr]/.test(phase)) return '';
    const said =
      phase === 'done'
        ? (texts.outcome?.done[payment?.method ?? 'purchase'] ?? (this.#feedbackLost && '✓ OK'))
        : this.feedback?.statusText(this.host());
    return said || texts.submitting;
  }

  #alertText(): string {
    const { texts } = this.language;
    const { phase, session, payment, problem } = this.checkout.state;
    // The content of the tag is shown instead.
    if (problem?.code === 'customer-fields-missing') return '';
    if (problem?.code === 'no-answer') return session ? texts.noAnswer : texts.noSession;
    if (!problem && phase !== 'failed') return '';
    return (
      this.feedback?.alertText(this.host()) ??
      (this.#feedbackLost ? (isOpen(payment) ? texts.noAnswer : texts.failed) : '')
    );
  }

  /** What parts that are loaded later receive. */
  protected host(): Host {
    const { tag, texts } = this.language;
    const { renderRoot, src, order, merchant, leave, load, renew, money, button, back } = this;
    const { state } = this.checkout;
    const { navigate, reload } = environment;
    return {
      brandOf,
      isResumable,
      dir: dirOf(tag),
      brandName,
      money,
      button,
      leave,
      own: this.#own,
      texts: texts as Messages,
      state,
      again: () => this.requestUpdate(),
      order,
      merchant,
      tag,
      back,
      withOwn,
      load,
      go: navigate,
      nothing,
      root: renderRoot,
      render,
      renew,
      reload,
      html,
      src,
      isSafeUrl,
    };
  }

  /** Asks the page for a fresh order; reloads a page that does not cancel this. */
  protected readonly renew = (): void => {
    if (send(this, 'pay-expired', null, true)) environment.reload();
  };

  /** Loads the order again. */
  protected again(): void {
    void this.checkout.load();
  }

  #follow(state: CheckoutState): void {
    this.changed(state);
    this.#watchLoading();
    this.requestUpdate();
  }

  /** Shows a state that the checkout did not find itself. */
  protected show(state: Partial<CheckoutState>, merchant: string | null = null): void {
    this.#merchant = merchant;
    this.#follow((this.checkout.state = { ...START, ...state }));
  }

  /** Adds the styles of a part that is loaded later. */
  #adopt(sheet: CSSStyleSheet): void {
    this.renderRoot.adoptedStyleSheets = [...this.#sheets.add(sheet)];
  }

  /**
   * Waits for a part that is loaded later, and adds its styles.
   * @param onLate called when it comes after all
   * @throws if it fails or does not arrive in time
   */
  protected async arrived<File extends { styles: CSSStyleSheet }>(
    loading: Promise<File>,
    onLate = () => {},
  ): Promise<File> {
    let file: File | undefined;
    const late = new Promise<never>((_, lose) =>
      setTimeout(() => {
        lose();
        if (!file) loading.then(onLate, () => {});
      }, PATIENCE),
    );
    file = await Promise.race([loading, late]);
    this.#adopt(file.styles);
    return file;
  }

  protected async loadFeedback(): Promise<void> {
    if (this.feedback) return;
    const lose = () => {
      this.#feedbackLost = !this.feedback;
      this.requestUpdate();
    };
    setTimeout(lose, PATIENCE);
    try {
      this.feedback = await import('./feedback.ts');
      this.#adopt(this.feedback.styles);
      if (this.#speaks) this.#use(this.#spoken);
    } catch {
      lose();
    }
  }

  async #speak(): Promise<void> {
    const lang = nearestLang(this);
    const language = await loadLanguage(wantedBy(this));
    if (lang === nearestLang(this)) this.#use(language);
  }

  #use(language: Language): void {
    const { tag, texts } = (this.#spoken = language);
    this.language = { tag, texts: withOwn({ ...this.feedback?.english, ...texts }, this.#own) };
    this.#speaks = true;
    this.requestUpdate();
  }

  #watchLoading(): void {
    clearTimeout(this.#slowTimer);
    this.#slow = false;
    if (this.phase === 'loading' || !this.#speaks) this.#slowTimer = window.setTimeout(this.#onSlow, SLOW);
  }

  readonly #onSlow = (): void => {
    this.#slow = this.phase === 'loading';
    const missing = ['src', 'order'].filter((name) => !this.getAttribute(name));
    if (missing.length) console.error(`<${this.localName}> needs ${missing.join(' and ')}`);
    // English until the language's file arrives: nobody waits in front of nothing.
    this.#use(this.#spoken);
  };

  readonly #onPageHide = (): void => {
    this.checkout.stop();
    this.wipe();
  };

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.load();
  };
}

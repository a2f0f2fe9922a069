import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { createApi } from './api.ts';
import { BaseElement, reflect } from './base-element.ts';
import { Checkout } from './checkout.ts';
import { environment } from './environment.ts';
import { send } from './events.ts';
import {
  ENGLISH,
  type Language,
  loadLanguage,
  money,
  nearestLang,
  pageLang,
  textFor,
  watchLang,
} from './language.ts';
import { type CheckoutState, isOffer, type Phase } from './phases.ts';
import type { PayProblem } from './problem.ts';
import { isSafeUrl } from './safe-url.ts';
import { styles } from './pay-form.styles.ts';

const CHECK = html`<svg class="check" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 12.5 4 4 8-9" /></svg>`;
const SPINNER = html`<span class="spinner" aria-hidden="true"></span>`;

/** What the three tags share: the order, its state and how it is told, the language, the life with the page. */
export abstract class PayElement extends BaseElement {
  static observedAttributes = ['src', 'order', 'mode', 'disabled'];

  protected language: Language = ENGLISH;
  protected readonly checkout = new Checkout(environment, {
    changed: (state) => {
      this.changed(state);
      this.requestUpdate();
    },
    ready: (session) => {
      send(this, 'pay-ready', null);
      return this.check(session);
    },
    action: (url) => send(this, 'pay-action', { url }, true),
    result: (payment) => this.told(payment),
    error: (problem) => {
      // For whoever built the page: codes and paths, never what was typed.
      console.warn('pay-form', JSON.stringify(problem));
      send(this, 'pay-error', { problem });
    },
  });

  #speaking = false;
  #focused: Element | null = null;
  #shown: Phase | null = null;
  #unwatch = (): void => {};
  /** the src and the order that are loaded */
  #loaded = '';

  constructor() {
    super();
    this.renderRoot.adoptedStyleSheets = [styles];
  }

  /** The companion's base address. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(value: string | null | undefined) {
    reflect(this, 'src', value);
  }

  /** The signed order token. */
  get order(): string {
    return this.getAttribute('order') ?? '';
  }
  set order(value: string | null | undefined) {
    reflect(this, 'order', value);
  }

  /** Whether nothing can be paid at the moment. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(value: boolean) {
    reflect(this, 'disabled', value);
  }

  /** Where the checkout stands. */
  get phase(): Phase {
    return this.checkout.state.phase;
  }

  /** The order's payment as last heard of. */
  get payment(): PaymentView | null {
    return this.checkout.state.payment;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pagehide', this.#onPageHide);
    addEventListener('pageshow', this.#onPageShow);
    this.#unwatch = watchLang(this, () => void this.#speak());
    void this.#speak();
    // Taken out and put in again: what was waited for meanwhile is unknown.
    if (this.#loaded) this.#load();
  }

  disconnectedCallback(): void {
    removeEventListener('pagehide', this.#onPageHide);
    removeEventListener('pageshow', this.#onPageShow);
    this.#unwatch();
    this.#onPageHide();
  }

  /** Why the session cannot be used here, or null. */
  protected check(_session: SessionView): PayProblem | null {
    return null;
  }

  /** Called at every change of the state, before it is shown. */
  protected changed(_state: CheckoutState): void {}

  /** Tells the page a result; false keeps the browser here. */
  protected told(payment: PaymentView): boolean {
    return send(this, 'pay-result', { payment }, true);
  }

  /** Forgets what must not outlive the page's visit. */
  protected wipe(): void {}

  override performUpdate(): void {
    this.#focused = this.renderRoot.activeElement;
    this.#follow();
    super.performUpdate();
    this.#updated();
  }

  /** Loads what the attributes say by now. */
  #follow(): void {
    const { src, order } = this;
    const wanted = src && order && `${src} ${order}`;
    if (wanted === this.#loaded) return;
    this.#loaded = wanted;
    if (wanted) void this.checkout.load(createApi(src, order, environment.fetch, () => pageLang(this)));
    else this.checkout.clear();
  }

  /** Keeps the keyboard here when what had the focus has gone, and a message in sight of who acted. */
  #updated(): void {
    if (this.#focused && !this.#focused.getClientRects().length) this.find('[role=status]')?.focus();
    // Some browsers do not focus a button that is clicked: who paid has acted all the same.
    if (this.#focused || this.#shown === 'submitting')
      this.find('.alert')?.scrollIntoView({ block: 'nearest' });
    this.#shown = this.phase;
  }

  protected find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  protected money({ amount, currency }: { amount: string; currency: string }): string {
    return money(this.language.tag, amount, currency);
  }

  protected override render(): unknown {
    if (!this.#speaking) return this.skeleton();
    const { texts, tag } = this.language;
    const { phase, session, payment, problem } = this.checkout.state;
    const failed = phase === 'failed';
    const alert = this.#alertText();
    return html`<div part="base" class=${phase} lang=${tag}>
      ${this.#renderState()} ${phase === 'loading' ? this.skeleton() : nothing}
      ${session && this.body(session)}
      <div part="message" role="alert" class=${alert && 'alert'}>${alert}</div>
      ${failed && problem && (problem.code === 'no-answer' || (problem.status > 428 && problem.code !== 'too-many-attempts')) ? this.button(texts.again, this.#load) : nothing}
      ${failed && !problem && !payment?.canRetry ? this.back() : nothing}
      ${session?.test ? html`<p class="hint" part="test">${texts.test}</p>` : nothing}
    </div>`;
  }

  /** Below the state: what the customer can do. */
  protected abstract body(session: SessionView): unknown;

  /** Holds the place until the session is there. */
  protected skeleton(): unknown {
    return html`<div class="bone"></div>`;
  }

  #renderState(): TemplateResult {
    const { phase } = this;
    const panel = phase === 'action' || phase === 'waiting' || phase === 'done';
    return html`<div class=${panel ? 'panel' : 'aside'}>
      ${phase === 'done' ? CHECK : phase === 'waiting' ? SPINNER : nothing}
      <p part="status" role="status" tabindex="-1">${this.#statusText()}</p>
      ${panel ? this.#renderPayment() : nothing}
    </div>`;
  }

  #renderPayment(): unknown {
    const { payment } = this;
    const { texts } = this.language;
    if (!payment) return nothing;
    const receipt = payment.receiptUrl ?? '';
    // Nothing is charged for a lookup.
    return html`${payment.method === 'lookup' ? nothing : html`<p class="amount" part="amount">${this.money(payment)}</p>`}
      ${payment.cardMask ? html`<p class="hint" dir="ltr">${payment.cardMask.replace(/\*+/, ' •••• ')}</p>` : nothing}
      ${this.phase === 'action' ? this.button(isOffer(payment) ? texts.resume : texts.confirm, this.leave) : nothing}
      ${isSafeUrl(receipt) ? html`<a part="receipt" href=${receipt} target="_blank" rel="noopener">${texts.receipt}</a>` : nothing}
      ${this.phase === 'done' ? this.back() : nothing}`;
  }

  /** Leads back to the shop. */
  protected back(): unknown {
    return this.button(this.language.texts.back, this.#finish, 'quiet');
  }

  protected button(text: string, click: () => void, look = ''): TemplateResult {
    return html`<button part="button" type="button" class=${look} @click=${click}>${text}</button>`;
  }

  protected readonly leave = (): void => this.checkout.leave();
  readonly #finish = (): void => this.checkout.finish();
  readonly #load = (): void => void this.checkout.load();

  #statusText(): string {
    const { texts } = this.language;
    const { phase, payment } = this.checkout.state;
    if (phase === 'ready' || phase === 'failed') return '';
    if (phase === 'waiting' && payment?.status === 'unknown') return texts.unknown;
    if (phase === 'done') return texts.done[payment?.method ?? 'purchase'];
    return texts[phase];
  }

  #alertText(): string {
    const { failure, problem: problems } = this.language.texts;
    const { phase, session, payment, problem } = this.checkout.state;
    // The form inside the tag is shown instead.
    if (problem?.code === 'customer-fields-missing') return '';
    if (problem) {
      const text = textFor(problems, session || problem.status ? problem.code : 'no-session');
      return text.replace('{}', `${Math.ceil((problem.retryAfter ?? 0) / 60)}`);
    }
    return phase === 'failed' && payment ? textFor(failure, payment.statusCode) : '';
  }

  async #speak(): Promise<void> {
    const lang = nearestLang(this);
    const language = await loadLanguage([lang, ...navigator.languages]);
    if (lang !== nearestLang(this)) return;
    this.language = language;
    this.#speaking = true;
    this.requestUpdate();
  }

  readonly #onPageHide = (): void => {
    this.checkout.stop();
    this.wipe();
  };

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#load();
  };
}

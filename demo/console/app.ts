import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Page } from '../../server/contract/merchant-api.ts';
import { ApiFailure, type ConsoleApi, createApi } from './api.ts';
import { AutoReload } from './auto-reload.ts';
import './balances-view.ts';
import type { ConsoleConfig } from './config.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import { createIntents, type Intents } from './intents.ts';
import './messages-view.ts';
import './order-view.ts';
import './payments-view.ts';
import './receipts-view.ts';
import './review-view.ts';
import { NO_FILTER, parseRoute, type Route, routeText } from './route.ts';

const VIEWS: readonly (readonly [route: Route, name: string])[] = [
  [{ view: 'payments', filter: NO_FILTER }, 'Payments'],
  [{ view: 'review' }, 'Needs review'],
  [{ view: 'messages', state: '' }, 'Messages'],
  [{ view: 'balances' }, 'Balances'],
  [{ view: 'receipts', date: '' }, 'Receipts'],
];

/** Numbers of waiting entries, shown beside a view's name; a full page of them is shown as "50+". */
type Counts = Readonly<Partial<Record<Route['view'], string>>>;

/**
 * The merchant's console: the navigation, and the view in the address.
 * @attr sub-merchants - names of sub-merchants by id, JSON
 * @attr no-pdf - the gateway makes receipts as HTML only
 */
export class PayConsole extends ConsoleElement {
  static override properties = {
    subMerchants: { attribute: 'sub-merchants', type: Object },
    noPdf: { attribute: 'no-pdf', type: Boolean },
    route: { state: true },
    counts: { state: true },
  };
  declare subMerchants: ConsoleConfig['subMerchants'];
  declare noPdf: boolean;
  declare route: Route;
  declare counts: Counts;
  readonly #api: ConsoleApi;
  readonly #intents: Intents;

  constructor() {
    super();
    this.subMerchants = {};
    this.noPdf = false;
    this.route = parseRoute(location.hash);
    this.counts = {};
    this.#api = createApi(new URL('console/api/', document.baseURI).href, (input, init) =>
      fetch(input, init),
    );
    this.#intents = createIntents(localStorage, () => crypto.randomUUID(), Date.now);
    this.addController(new AutoReload(() => this.#count()));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#turn);
    addEventListener('keydown', this.#shortcut);
    this.addEventListener(DoneEvent.type, () => void this.#count());
    void this.#count();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#turn);
    removeEventListener('keydown', this.#shortcut);
  }

  protected override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>To the content</a>
      <header class="side">
        <p class="name"><a href="./">Kettle &amp; Wool</a> <span>Console</span></p>
        <nav aria-label="Console">${VIEWS.map(([route, name]) => this.#link(route, name))}</nav>
        <p class="fine note">A demo: the gateway is a sandbox, no money moves.</p>
      </header>
      <main id="main" tabindex="-1">${this.#view()}</main>
    `;
  }

  #link(route: Route, name: string): TemplateResult {
    const current = this.route.view === 'order' ? 'payments' : this.route.view;
    const count = this.counts[route.view];
    return html`<a href=${routeText(route)} aria-current=${current === route.view ? 'page' : nothing} @click=${sameAgain}
      >${name}${count ? html` <span class="count">${count}<span class="visually-hidden"> waiting</span></span>` : nothing}</a>`;
  }

  #view(): TemplateResult {
    const { route } = this;
    const config: ConsoleConfig = { subMerchants: this.subMerchants, hasPdf: !this.noPdf };
    switch (route.view) {
      case 'payments':
        // The view changes this value while the user types, so it is passed only once and not at every render.
        return html`<console-payments
          .api=${this.#api} .filter=${guard([route.filter], () => route.filter)}
        ></console-payments>`;
      case 'order':
        return html`<console-order
          .api=${this.#api} .intents=${this.#intents} .config=${config} .orderId=${route.orderId} .action=${route.action} .paymentId=${route.paymentId}
        ></console-order>`;
      case 'review':
        return html`<console-review .api=${this.#api} .intents=${this.#intents} .config=${config}></console-review>`;
      case 'messages':
        return html`<console-messages .api=${this.#api} .only=${route.state}></console-messages>`;
      case 'balances':
        return html`<console-balances .api=${this.#api}></console-balances>`;
      case 'receipts':
      default:
        return html`<console-receipts .api=${this.#api} .config=${config} .date=${route.date}></console-receipts>`;
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return;
    document.title = `${this.#title()} – Console – Kettle & Wool`;
    const before = changed.get('route');
    // A new view's heading receives the focus, so that screen readers announce it.
    if (before && isOther(before, this.route)) requestAnimationFrame(() => this.#focusView());
  }

  #title(): string {
    if (this.route.view === 'order') return `Order ${this.route.orderId}`;
    return VIEWS.find(([route]) => route.view === this.route.view)?.[1] ?? 'Payments';
  }

  #focusView(): void {
    const form = this.querySelector<HTMLElement>('main form.money h2');
    (form ?? this.querySelector<HTMLElement>('main h1'))?.focus();
  }

  readonly #turn = () => {
    this.route = parseRoute(location.hash);
  };

  /** `/` moves to the search, except while the user types. */
  readonly #shortcut = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
    const search = this.querySelector<HTMLInputElement>('#search');
    if (event.key !== '/' || isTyping || !search || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    search.focus();
  };

  readonly #skip = (event: Event) => {
    event.preventDefault();
    this.querySelector<HTMLElement>('main')?.focus();
  };

  /** Counts waiting entries. If that fails, the views themselves show the reason. */
  async #count(): Promise<void> {
    const signal = AbortSignal.timeout(20_000);
    try {
      const [review, messages] = await Promise.all([
        this.#api.review(null, signal),
        this.#api.messages({ state: 'failed' }, signal),
      ]);
      this.counts = { review: countText(review), messages: countText(messages) };
    } catch (error) {
      if (!(error instanceof ApiFailure) && !signal.aborted) throw error;
    }
  }
}
customElements.define('pay-console', PayConsole);

/** A click on the link of the address that is open changes nothing there: its view loads again nevertheless. */
function sameAgain(event: MouseEvent): void {
  const isSame = (event.currentTarget as HTMLAnchorElement).hash === location.hash;
  if (isSame) dispatchEvent(new Event('hashchange'));
}

function countText(page: Page<unknown>): string {
  if (page.data.length === 0) return '';
  return page.nextCursor === null ? String(page.data.length) : `${page.data.length}+`;
}

/** Whether to announce a heading: for another view, another order, or an opened form. */
function isOther(before: Route, after: Route): boolean {
  if (before.view !== 'order' || after.view !== 'order') return before.view !== after.view;
  return before.orderId !== after.orderId || after.action !== null;
}

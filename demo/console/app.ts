import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { MessageView, Page, ReviewView } from '../../server/contract/merchant-api.ts';
import { type Address, addressOf, readAddress } from './address.ts';
import { Api } from './api.ts';
import { BalancesView } from './balances-view.ts';
import { ListView } from './list-view.ts';
import { Live, reloadAll } from './live.ts';
import { MessagesView } from './messages-view.ts';
import { operationsList } from './operations-list.ts';
import { OrderPage } from './order-page.ts';
import { paymentsList } from './payments-list.ts';
import type { Place, View } from './place.ts';
import { ReceiptsView } from './receipts-view.ts';
import { ReviewPage } from './review-page.ts';

const VIEWS = {
  payments: ['Payments', (place, address) => new ListView(place, address, paymentsList())],
  operations: ['Operations', (place, address) => new ListView(place, address, operationsList())],
  review: ['Needs review', (place) => new ReviewPage(place)],
  messages: ['Messages', (place, address) => new MessagesView(place, address)],
  balances: ['Balances', (place) => new BalancesView(place)],
  receipts: ['Receipts', (place, address) => new ReceiptsView(place, address)],
} as const satisfies Record<string, readonly [title: string, open: (place: Place, address: Address) => View]>;
type ViewName = keyof typeof VIEWS;

/** Numbers of waiting entries, shown beside a view's name; a full page of them is shown as "50+". */
type Counts = Partial<Record<ViewName, string>>;

/** The merchant's console: the navigation, and the view in the address. Without a shadow root, for the page's style sheet. */
export class PayConsole extends LitElement {
  readonly #api = new Api(new URL('console/api/', document.baseURI).href);
  readonly #counts = new Live<Counts>(this.#place(new AbortController().signal), (signal) =>
    this.#count(signal),
  );
  #address: Address = readAddress(location.hash);
  #closing = new AbortController();
  #view: View = this.#open();

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#turn);
    addEventListener('keydown', this.#shortcut);
    void this.#counts.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#turn);
    removeEventListener('keydown', this.#shortcut);
  }

  protected override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to content</a>
      <header class="side">
        <p class="name"><a href="./">Kettle &amp; Wool</a> <span>Console</span></p>
        <nav aria-label="Console">${(Object.keys(VIEWS) as ViewName[]).map((name) => this.#link(name))}</nav>
        <p class="fine note">A demo: the gateway is a sandbox, no money moves.</p>
      </header>
      <main id="main" tabindex="-1">${keyed(this.#view, html`<div>${this.#view.render()}</div>`)}</main>
    `;
  }

  #link(name: ViewName): TemplateResult {
    const count = this.#counts.value?.[name];
    const isCurrent = name === this.#viewName;
    return html`<a href=${addressOf([name])} aria-current=${isCurrent ? 'page' : nothing} @click=${reloadAll}
      >${VIEWS[name][0]}${count ? html` <span class="count">${count}<span class="visually-hidden"> waiting</span></span>` : nothing}</a>`;
  }

  /** The view in the navigation; the payments for an order and for an unknown address. */
  get #viewName(): ViewName {
    return Object.keys(VIEWS).includes(this.#address.view) ? (this.#address.view as ViewName) : 'payments';
  }

  get #orderId(): string | null {
    const { view, id } = this.#address;
    return view === 'orders' && id ? id : null;
  }

  #place(closed: AbortSignal): Place {
    return {
      api: this.#api,
      closed,
      redraw: () => this.requestUpdate(),
      focus: (selector) =>
        void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus()),
    };
  }

  #open(): View {
    const orderId = this.#orderId;
    const [title, open] = VIEWS[this.#viewName];
    document.title = `${orderId ? `Order ${orderId}` : title} – Console – Kettle & Wool`;
    const place = this.#place(this.#closing.signal);
    return orderId ? new OrderPage(place, this.#address) : open(place, this.#address);
  }

  readonly #turn = () => {
    const before = [this.#viewName, this.#orderId].join();
    this.#address = readAddress(location.hash);
    if ([this.#viewName, this.#orderId].join() === before) {
      this.#view.turn?.(this.#address);
      this.requestUpdate();
      return;
    }
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#view = this.#open();
    this.requestUpdate();
    // The heading receives the focus, so that screen readers announce it; an open form has its own.
    if (!this.#address.action) this.#place(this.#closing.signal).focus('main h1');
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

  async #count(signal: AbortSignal): Promise<Counts> {
    const [review, messages] = await Promise.all([
      this.#api.get<Page<ReviewView>>('review', {}, signal),
      this.#api.get<Page<MessageView>>('messages', { state: 'failed' }, signal),
    ]);
    return { review: countText(review), messages: countText(messages) };
  }
}
customElements.define('pay-console', PayConsole);

function countText({ data, nextCursor }: Page<unknown>): string {
  if (data.length === 0) return '';
  return nextCursor === null ? String(data.length) : `${data.length}+`;
}

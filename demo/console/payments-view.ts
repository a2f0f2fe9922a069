import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { ApiFailure, type ConsoleApi } from './api.ts';
import { AutoReload } from './auto-reload.ts';
import { charts, figuresLine } from './charts.ts';
import { ConsoleElement } from './console-element.ts';
import { methodText } from './event-text.ts';
import { PagedList } from './loading.ts';
import { statusBadge } from './order-status.ts';
import { badge, emptyState, listEnd, progress, refreshButton, walkRows } from './pieces.ts';
import { amountText, cardText, daysAsTimes, momentText } from './plain-text.ts';
import { problemText } from './problem-text.ts';
import { NO_FILTER, orderAddress, type PaymentFilter, routeText, STATUSES } from './route.ts';

/** All payments: search, filters, statistics and the list, page by page. The address contains search and filters. */
export class PaymentsView extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    filter: { attribute: false },
    searchFault: { state: true },
  };
  declare api: ConsoleApi;
  declare filter: PaymentFilter;
  /** why a search found nothing; otherwise empty */
  declare searchFault: string;
  readonly #list = new PagedList<PaymentView>(this, ({ id, status }) => `${id} ${status}`);

  constructor() {
    super();
    this.filter = NO_FILTER;
    this.searchFault = '';
    this.addController(new AutoReload(() => this.#list.reload()));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('filter');
    const { status, from, to } = this.filter;
    if (!changed.has('filter')) return;
    this.searchFault = '';
    if (before?.status === status && before.from === from && before.to === to) return;
    this.#list.start((cursor, signal) =>
      this.api.payments({ status, ...daysAsTimes(from, to), cursor }, signal),
    );
  }

  protected override render(): TemplateResult {
    const shown = this.#shown();
    const isWide = matchMedia('(min-width: 60rem)').matches;
    return html`
      <header class="head">
        <div class="line"><h1 tabindex="-1">Payments</h1>${refreshButton(this.#list)}</div>
        ${this.#searchForm()}
      </header>
      ${progress(this.#list.isBusy, 'Loading payments')}
      ${this.#filters()}
      ${
        shown && shown.length > 0
          ? html`<details class="insights" ?open=${isWide}>
            <summary>${figuresLine(shown)} <span class="fine">of the ${shown.length} listed</span></summary>
            ${charts(shown)}
          </details>`
          : nothing
      }
      ${shown && shown.length > 0 ? this.#table(shown) : nothing}
      ${shown?.length === 0 && !this.#list.failure ? this.#nothingFound() : nothing}
      ${listEnd(this.#list, 'payments')}
    `;
  }

  /** The listed payments whose order id contains the search text. */
  #shown(): readonly PaymentView[] | null {
    const search = this.filter.search.toLowerCase();
    return this.#list.items?.filter(({ orderId }) => orderId.toLowerCase().includes(search)) ?? null;
  }

  #searchForm(): TemplateResult {
    const isTouched = matchMedia('(pointer: coarse)').matches;
    return html`<form role="search" class="search" @submit=${this.#find}>
      <label class="visually-hidden" for="search">Order id</label>
      <input
        id="search" type="search" name="search" placeholder=${isTouched ? 'Order id' : 'Order id, press /'} autocomplete="off" spellcheck="false"
        aria-describedby="search-fault" .value=${this.filter.search} @input=${this.#narrow}
      />
      <button type="submit">Find</button>
      <p id="search-fault" class="fault" role="alert">${this.searchFault}</p>
    </form>`;
  }

  #filters(): TemplateResult {
    const { status, from, to } = this.filter;
    const chip = (value: PaymentFilter['status'], text: string) => html`<a
      href=${routeText({ view: 'payments', filter: { ...this.filter, status: value } })}
      aria-current=${value === status ? 'true' : nothing}>${text}</a>`;
    return html`<div class="filters">
      <nav aria-label="Status">
        ${chip('', 'All')}${STATUSES.map((one) => chip(one, statusBadge(one).text))}
      </nav>
      <div class="days">
        <label>From <input type="date" .value=${from} max=${to || nothing} @change=${this.#pick('from')} /></label>
        <label>To <input type="date" .value=${to} min=${from || nothing} @change=${this.#pick('to')} /></label>
        ${
          from || to || status || this.filter.search
            ? html`<a class="clear" href=${routeText({ view: 'payments', filter: NO_FILTER })} @click=${this.#focusHeading}>Clear</a>`
            : nothing
        }
      </div>
    </div>`;
  }

  #table(payments: readonly PaymentView[]): TemplateResult {
    return html`<table class="list payments" @keydown=${walkRows}>
      <caption class="visually-hidden">Payments, the newest first. Arrow keys move between rows.</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Status</th>
          <th scope="col">Card</th>
          <th scope="col">Kind</th>
          <th scope="col" class="number">Amount</th>
          <th scope="col" class="number">Time</th>
        </tr>
      </thead>
      <tbody>${repeat(
        payments,
        ({ id }) => id,
        (payment) => paymentRow(payment, this.#list.hasChanged(payment)),
      )}</tbody>
    </table>`;
  }

  #nothingFound(): TemplateResult {
    const { search, status, from, to } = this.filter;
    if (search) {
      return emptyState(
        'Not among the listed payments',
        `Press “Find” to look for an order with exactly the id ${search}.`,
      );
    }
    if (status || from || to) return emptyState('Nothing found', 'No payment matches these filters.');
    return emptyState(
      'No payments yet',
      html`Pay something in <a href="./">the shop</a>, and it stands here.`,
    );
  }

  #pick(name: 'from' | 'to') {
    return (event: Event) => {
      const { value } = event.target as HTMLInputElement;
      location.hash = routeText({ view: 'payments', filter: { ...this.filter, [name]: value } });
    };
  }

  /** The link disappears with the filters, so the focus goes elsewhere. */
  readonly #focusHeading = () => this.querySelector<HTMLElement>('h1')?.focus();

  /** Narrows the list while the user types, without a history entry for each letter. */
  readonly #narrow = (event: Event) => {
    const search = (event.target as HTMLInputElement).value.trim();
    this.filter = { ...this.filter, search };
    history.replaceState(null, '', routeText({ view: 'payments', filter: this.filter }));
  };

  /** Opens the order with this id, or the only one left in the list. */
  readonly #find = async (event: Event) => {
    event.preventDefault();
    const { search } = this.filter;
    const orders = new Set(this.#shown()?.map(({ orderId }) => orderId));
    const [only] = orders;
    if (!search) return;
    if (orders.size === 1 && only) {
      location.hash = orderAddress(only);
      return;
    }
    try {
      await this.api.order(search, AbortSignal.timeout(20_000));
      location.hash = orderAddress(search);
    } catch (error) {
      if (search !== this.filter.search) return;
      const { title, advice } = problemText(error instanceof ApiFailure ? error.failure : { kind: 'lost' });
      this.searchFault = `${title}. ${advice}`;
    }
  };
}
customElements.define('console-payments', PaymentsView);

function paymentRow(payment: PaymentView, isNew: boolean): TemplateResult {
  const { orderId, status, statusDescription, cardMask, method, mode, amount, currency, createdAt } = payment;
  return html`<tr ?data-new=${isNew}>
    <th scope="row"><a class="row-link" href=${orderAddress(orderId)}>${orderId}</a></th>
    <td class="status">${badge(statusBadge(status))}${
      status === 'failure' && statusDescription
        ? html`<span class="fine">${statusDescription}</span>`
        : nothing
    }</td>
    <td class="card">${cardText(cardMask)}</td>
    <td class="kind">${methodText(method)}, ${mode}</td>
    <td class="number amount">${amountText(amount, currency)}</td>
    <td class="number time"><time datetime=${createdAt}>${momentText(createdAt)}</time></td>
  </tr>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { Page } from '../../server/contract/merchant-api.ts';
import { type Address, addressOf, orderAddress } from './address.ts';
import { Charts } from './charts.ts';
import { LiveList } from './live.ts';
import { badge, chip, emptyState, listEnd, listStart, listTable, refreshButton } from './pieces.ts';
import type { Place, View } from './place.ts';
import { amountText, cardText, daysAsTimes, momentText } from './plain-text.ts';
import { isCancelled, methodText, statusBadge, STATUSES } from './statuses.ts';

/** Search and filters, as in the address. Days are `yyyy-MM-dd` in the reader's calendar, both inclusive. */
type Filter = Record<'status' | 'from' | 'to' | 'search', string>;

/** All payments: search, filters, figures and the list, page by page. */
export class PaymentsView implements View {
  readonly #place: Place;
  readonly #list: LiveList<PaymentView>;
  readonly #charts = new Charts();
  #filter: Filter;

  constructor(place: Place, { query }: Address) {
    this.#place = place;
    this.#filter = filterOf(query);
    this.#list = new LiveList(place, (cursor, signal) => this.#load(cursor, signal));
    void this.#list.load();
  }

  turn({ query }: Address): void {
    const before = this.#filter;
    this.#filter = filterOf(query);
    const { status, from, to } = this.#filter;
    if (before.status !== status || before.from !== from || before.to !== to) this.#list.restart();
  }

  #load(cursor: string | null, signal: AbortSignal): Promise<Page<PaymentView>> {
    const { status, from, to } = this.#filter;
    return this.#place.api.get('payments', { status, ...daysAsTimes(from, to), cursor }, signal);
  }

  render(): TemplateResult {
    const shown = this.#shown();
    return html`
      <header class="head">
        <div class="line"><h1 tabindex="-1">Payments</h1>${refreshButton(this.#list)}</div>
        ${this.#searchForm()}
      </header>
      ${listStart(this.#list, 'payments')} ${this.#filters()}
      ${shown && shown.length > 0 ? html`${this.#charts.render(shown)}${this.#table(shown)}` : nothing}
      ${shown?.length === 0 ? this.#nothingFound() : nothing} ${listEnd(this.#list, 'payments')}
    `;
  }

  /** The listed payments whose order id contains the search text. */
  #shown(): readonly PaymentView[] | null {
    const search = this.#filter.search.toLowerCase();
    return this.#list.items?.filter(({ orderId }) => orderId.toLowerCase().includes(search)) ?? null;
  }

  #searchForm(): TemplateResult {
    return html`<form role="search" class="search" @submit=${this.#find}>
      <label class="visually-hidden" for="search">Order id</label>
      <input
        id="search" type="search" placeholder="Order id" title="Press / to search" autocomplete="off" spellcheck="false"
        .value=${this.#filter.search} @input=${this.#narrow}
      />
      <button type="submit">Find</button>
    </form>`;
  }

  #filters(): TemplateResult {
    const { status, from, to, search } = this.#filter;
    const ofStatus = (value: string, text: string) =>
      chip(addressOf(['payments'], { ...this.#filter, status: value }), text, value === status);
    return html`<div class="filters">
      <nav aria-label="Status">
        ${ofStatus('', 'All')}${Object.entries(STATUSES).map(([value, { text }]) => ofStatus(value, text))}
      </nav>
      <div class="days">
        <label>From <input type="date" .value=${from} max=${to || nothing} @change=${this.#pick('from')} /></label>
        <label>To <input type="date" .value=${to} min=${from || nothing} @change=${this.#pick('to')} /></label>
        ${
          from || to || status || search
            ? html`<a href=${addressOf(['payments'])} @click=${() => this.#place.focus('h1')}>Clear</a>`
            : nothing
        }
      </div>
    </div>`;
  }

  #table(payments: readonly PaymentView[]): TemplateResult {
    const rows = repeat(payments, ({ id }) => id, paymentRow);
    return listTable('Payments', ['Order', 'Status', 'Card', 'Kind', 'Amount', 'Time'], 2, rows);
  }

  #nothingFound(): TemplateResult {
    const { search, status, from, to } = this.#filter;
    if (search) {
      return emptyState(
        'Not among the listed payments',
        `Press “Find” to open the order with exactly the id ${search}.`,
      );
    }
    if (status || from || to) return emptyState('Nothing found', 'No payment matches these filters.');
    return emptyState(
      'No payments yet',
      html`Buy something in <a href="./">the shop</a>, and the payment appears here.`,
    );
  }

  #pick(name: 'from' | 'to') {
    return ({ target }: Event) => {
      const { value } = target as HTMLInputElement;
      location.hash = addressOf(['payments'], { ...this.#filter, [name]: value });
    };
  }

  /** Narrows the list while the user types, without a history entry for each letter. */
  readonly #narrow = ({ target }: Event) => {
    this.#filter = { ...this.#filter, search: (target as HTMLInputElement).value.trim() };
    history.replaceState(null, '', addressOf(['payments'], this.#filter));
    this.#place.redraw();
  };

  /** Opens the only order left in the list, or the one with exactly this id. */
  readonly #find = (event: Event) => {
    event.preventDefault();
    const { search } = this.#filter;
    const [only = search, ...others] = new Set(this.#shown()?.map(({ orderId }) => orderId));
    if (search) location.hash = orderAddress(others.length === 0 ? only : search);
  };
}

const day = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '');

const filterOf = (query: URLSearchParams): Filter => ({
  status: query.get('status') ?? '',
  from: day(query.get('from')),
  to: day(query.get('to')),
  search: query.get('search') ?? '',
});

function paymentRow(payment: PaymentView): TemplateResult {
  const { orderId, status, statusDescription, cardMask, method, mode, amount, currency, createdAt } = payment;
  const isExplained = status === 'failure' && !isCancelled(payment);
  return html`<tr>
    <th scope="row"><a class="row-link" href=${orderAddress(orderId)}>${orderId}</a></th>
    <td class="status">${badge(statusBadge(payment))}${isExplained ? html`<span class="fine">${statusDescription}</span>` : nothing}</td>
    <td class="digits">${cardText(cardMask)}</td>
    <td class="kind">${methodText(method)}, ${mode}</td>
    <td class="number amount">${amountText(amount, currency)}</td>
    <td class="number time"><time datetime=${createdAt}>${momentText(createdAt)}</time></td>
  </tr>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ListedPayment, OperationView, Page } from '../../server/contract/merchant-api.ts';
import { type Address, addressOf, orderAddress, type Query, queryText } from './address.ts';
import { LiveList, Loading } from './live.ts';
import {
  badge,
  chip,
  emptyState,
  failureNotice,
  listEnd,
  listStart,
  listTable,
  refreshButton,
} from './pieces.ts';
import type { Place, View } from './place.ts';
import { amountText, dayAfter, utcMomentText } from './plain-text.ts';
import { saveFile } from './save-file.ts';
import { isCancelled, statusBadge } from './statuses.ts';
import { totals } from './totals.ts';

type Choice = 'status' | 'method';

/** A list of the merchant API that has filters, and comes as CSV too. */
export interface ListKind<Item> {
  /** of the view, and the path below `/api/` */
  name: 'payments' | 'operations';
  title: string;
  /** the values of filters, with their texts */
  filters: Readonly<Partial<Record<Choice, readonly (readonly [value: string, text: string])[]>>>;
  /** names of the columns that only this list has, and their cells */
  columns: readonly string[];
  cells(item: Item): TemplateResult;
  figures?(items: readonly Item[]): TemplateResult;
  /** names of the sums, and what an item adds to each */
  sums: readonly string[];
  amounts(item: Item): readonly string[];
  /** what is added up, in a sentence */
  about: string;
  /** shown in place of a list that has no items at all */
  empty: unknown;
}

/** Search and filters, as in the address. Days are `yyyy-MM-dd` in UTC, both inclusive. */
type Filter = Record<Choice | 'from' | 'to' | 'search', string>;

/** All payments or operations: search, filters, totals, CSV and the list, page by page. */
export class ListView<Item extends ListedPayment | OperationView> implements View {
  readonly #place: Place;
  readonly #kind: ListKind<Item>;
  readonly #list: LiveList<Item>;
  /** the result of the latest download in a sentence */
  readonly #csv: Loading<string>;
  #filter: Filter;

  constructor(place: Place, { query }: Address, kind: ListKind<Item>) {
    this.#place = place;
    this.#kind = kind;
    this.#filter = filterOf(query);
    this.#csv = new Loading(place);
    this.#list = new LiveList(place, (cursor, signal) =>
      place.api.get<Page<Item>>(kind.name, { ...this.#query, cursor }, signal),
    );
    void this.#list.load();
  }

  turn({ query }: Address): void {
    const before = queryText(this.#query);
    this.#filter = filterOf(query);
    if (queryText(this.#query) === before) return;
    this.#csv.value = null;
    this.#list.restart();
  }

  /** The filters that the companion applies. */
  get #query(): Query {
    const { status, method, from, to } = this.#filter;
    return { status, ...(this.#kind.filters.method && { method }), from, to: to && dayAfter(to) };
  }

  render(): TemplateResult {
    const { name, title } = this.#kind;
    const shown = this.#shown();
    const { isBusy, failure, value } = this.#csv;
    return html`
      <header class="head">
        <div class="line">
          <h1 tabindex="-1">${title}</h1>
          ${refreshButton(this.#list)}
          <button type="button" class="small" title="All that match the filters, not only those listed" ?disabled=${isBusy} @click=${this.#download}>Download CSV</button>
          <span class="fine" role="status">${isBusy ? 'Downloading…' : value}</span>
        </div>
        ${this.#searchForm()}
      </header>
      ${failureNotice(failure)} ${listStart(this.#list, name)} ${this.#filters()}
      ${shown && shown.length > 0 ? html`${this.#kind.figures?.(shown)}${this.#totals(shown)}${this.#table(shown)}` : nothing}
      ${shown?.length === 0 ? this.#nothingFound() : nothing} ${listEnd(this.#list, name)}
    `;
  }

  /** The listed items whose order id contains the search text. */
  #shown(): readonly Item[] | null {
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
    const { from, to } = this.#filter;
    return html`<div class="filters">
      ${this.#chips('method', 'Kind')}${this.#chips('status', 'Status')}
      <div class="days">
        <label>From <input type="date" .value=${from} max=${to || nothing} @change=${this.#pick('from')} /></label>
        <label>To <input type="date" .value=${to} min=${from || nothing} @change=${this.#pick('to')} /></label>
        <span class="fine">UTC</span>
        ${
          Object.values(this.#filter).some(Boolean)
            ? html`<a href=${addressOf([this.#kind.name])} @click=${() => this.#place.focus('h1')}>Clear</a>`
            : nothing
        }
      </div>
    </div>`;
  }

  #chips(choice: Choice, label: string): TemplateResult | typeof nothing {
    const values = this.#kind.filters[choice];
    if (!values) return nothing;
    const chips = [['', 'All'] as const, ...values].map(([value, text]) =>
      chip(this.#address({ [choice]: value }), text, value === this.#filter[choice]),
    );
    return html`<nav aria-label=${label}>${chips}</nav>`;
  }

  #address(changed: Partial<Filter>): string {
    return addressOf([this.#kind.name], { ...this.#filter, ...changed });
  }

  #totals(items: readonly Item[]): TemplateResult | typeof nothing {
    const { name, sums, about } = this.#kind;
    const isWhole = this.#list.value?.nextCursor === null;
    const entries = items.map((item) => {
      const { createdAt, currency } = item;
      return { createdAt, currency, amounts: this.#kind.amounts(item) };
    });
    return html`<details class="insights" ?open=${!this.#kind.figures}>
      <summary>Totals by day <span class="fine">(the ${items.length} listed ${name}, days in UTC)</span></summary>
      <div class="card"><p class="fine">${about} ${isWhole ? '' : html`<strong>There are more ${name}: load them, or download the CSV.</strong>`}</p>
      ${totals(sums, entries)}</div>
    </details>`;
  }

  #table(items: readonly Item[]): TemplateResult {
    const { title, columns } = this.#kind;
    const rows = repeat(
      items,
      ({ id }) => id,
      (item) => this.#row(item),
    );
    return listTable(title, ['Order', 'Status', ...columns, 'Amount', 'Time'], 2, rows);
  }

  #row(item: Item): TemplateResult {
    const { orderId, status, statusDescription, amount, currency, createdAt } = item;
    const isExplained = status === 'failure' && !isCancelled(item);
    return html`<tr>
      <th scope="row"><a class="row-link" href=${orderAddress(orderId)}>${orderId}</a></th>
      <td class="status">${badge(statusBadge(item))}${isExplained ? html`<span class="fine">${statusDescription}</span>` : nothing}</td>
      ${this.#kind.cells(item)}
      <td class="number amount">${amountText(amount, currency)}</td>
      <td class="number time"><time datetime=${createdAt}>${utcMomentText(createdAt)}</time></td>
    </tr>`;
  }

  #nothingFound(): TemplateResult {
    const { search, ...filters } = this.#filter;
    const { name, empty } = this.#kind;
    if (search) {
      return emptyState(
        `Not among the listed ${name}`,
        `Press “Find” to open the order with exactly the id ${search}.`,
      );
    }
    if (Object.values(filters).some(Boolean)) {
      return emptyState('Nothing found', `No ${name} match these filters.`);
    }
    return emptyState(`No ${name} yet`, empty);
  }

  #pick(name: 'from' | 'to') {
    return ({ target }: Event) => {
      location.hash = this.#address({ [name]: (target as HTMLInputElement).value });
    };
  }

  /** Narrows the list while the user types, without a history entry for each letter. */
  readonly #narrow = ({ target }: Event) => {
    this.#filter = { ...this.#filter, search: (target as HTMLInputElement).value.trim() };
    history.replaceState(null, '', this.#address({}));
    this.#place.redraw();
  };

  /** Opens the only order left in the list, or the one with exactly this id. */
  readonly #find = (event: Event) => {
    event.preventDefault();
    const { search } = this.#filter;
    const ids = [...new Set(this.#shown()?.map(({ orderId }) => orderId))];
    // On a page that is not loaded there may be another one.
    const isWhole = this.#list.value?.nextCursor === null;
    const [only] =
      ids.length === 1 && isWhole ? ids : ids.filter((id) => id.toLowerCase() === search.toLowerCase());
    if (search) location.hash = orderAddress(only ?? search);
  };

  readonly #download = () => {
    const { method, status, from, to } = this.#filter;
    const name = `${[this.#kind.name, method, status, from, to].filter(Boolean).join('-')}.csv`;
    void this.#csv.run(async (signal) => {
      saveFile(await this.#place.api.file(this.#kind.name, this.#query, signal, 'text/csv'), name);
      return `${name} saved.`;
    });
  };
}

const day = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '');

const filterOf = (query: URLSearchParams): Filter => ({
  status: query.get('status') ?? '',
  method: query.get('method') ?? '',
  from: day(query.get('from')),
  to: day(query.get('to')),
  search: query.get('search') ?? '',
});

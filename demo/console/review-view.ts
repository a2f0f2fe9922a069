import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { OrderView, ReviewView } from '../../server/contract/merchant-api.ts';
import type { ConsoleApi } from './api.ts';
import { AutoReload } from './auto-reload.ts';
import type { ConsoleConfig } from './config.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import type { Intents } from './intents.ts';
import './item-amounts.ts';
import { Loading, PagedList } from './loading.ts';
import './money-form.ts';
import { ACTION_WORDS } from './money-words.ts';
import type { Badge } from './order-status.ts';
import { emptyState, failureNotice, listEnd, progress, resultNotice } from './pieces.ts';
import { agoText } from './plain-text.ts';
import './resolve-form.ts';
import { parseCall, reasonText, type ReviewCall } from './review-call.ts';
import { orderAddress } from './route.ts';

/** What needs manual review, oldest first; each with its reason and the actions that resolve it, available in place. */
export class ReviewPage extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    intents: { attribute: false },
    config: { attribute: false },
    result: { state: true },
    open: { state: true },
  };
  declare api: ConsoleApi;
  declare intents: Intents;
  declare config: ConsoleConfig;
  declare result: Badge | null;
  /** the entry whose form is open, as `place/call` */
  declare open: string;
  readonly #list = new PagedList<ReviewView>(this, placeOf);
  /** the order of the open money form */
  readonly #order = new Loading<OrderView>(this);

  constructor() {
    super();
    this.result = null;
    this.open = '';
    this.addController(new AutoReload(() => this.#reload()));
  }

  /** Not while a form is open: a reload could take it away before it has its answer. */
  async #reload(): Promise<void> {
    if (!this.open) await this.#list.reload();
  }

  protected override firstUpdated(): void {
    this.#list.start((cursor, signal) => this.api.review(cursor, signal));
  }

  protected override render(): TemplateResult {
    const { items } = this.#list;
    return html`
      <header class="head"><h1 tabindex="-1">Needs review</h1></header>
      <p class="lead">What nobody but you can decide. Look at the gateway’s portal first.</p>
      ${progress(this.#list.isBusy, 'Loading')}
      <div class="result" role="status" tabindex="-1">${this.result ? resultNotice(this.result) : nothing}</div>
      ${items?.length === 0 ? emptyState('Nothing needs review', 'Contradictory reports and payments without an end would stand here.') : nothing}
      ${repeat(items ?? [], placeOf, (item) => this.#item(item))} ${listEnd(this.#list, 'items')}
    `;
  }

  #item(item: ReviewView): TemplateResult {
    const { orderId, operationId, reason, field, since, calls } = item;
    const place = placeOf(item);
    return html`<article class="card review" ?data-new=${this.#list.hasChanged(item)}>
      <p class="line">
        <a class="row-link" href=${orderAddress(orderId)}>Order ${orderId}</a>
        <span class="fine">${operationId ? 'Operation' : 'Payment'}, <time datetime=${since}>${agoText(since, Date.now())}</time></span>
      </p>
      <p>${reasonText(reason)} <code class="fine">${field ? `${reason}: ${field}` : reason}</code></p>
      ${field === 'amount' || reason === 'contradicted' ? html`<console-item-amounts .api=${this.api} .item=${item}></console-item-amounts>` : nothing}
      <div class="buttons">${calls.map((text) => this.#button(parseCall(text), `${place}/${text}`))}</div>
      ${calls.map((text) => (this.open === `${place}/${text}` ? this.#form(parseCall(text), item) : nothing))}
    </article>`;
  }

  #button(call: ReviewCall, name: string): TemplateResult {
    if (call.kind === 'other') return html`<p class="fine">Or by your shop: <code>${call.text}</code></p>`;
    const isOpen = this.open === name;
    return html`<button type="button" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => this.#toggle(call, isOpen ? '' : name)}>
      ${call.kind === 'resolve' ? 'Resolve…' : `${ACTION_WORDS[call.action].name}…`}
    </button>`;
  }

  #toggle(call: ReviewCall, name: string): void {
    this.open = name;
    this.#order.clear();
    if (name && call.kind === 'operate') {
      void this.#order.run((signal) => this.api.order(call.orderId, signal));
    }
  }

  #form(call: ReviewCall, { operationId, reason }: ReviewView): TemplateResult | typeof nothing {
    if (call.kind === 'other') return nothing;
    if (call.kind === 'resolve') {
      const asksAmount = operationId !== null && reason === 'contradicted';
      return html`<console-resolve-form
        .api=${this.api} .path=${call.path} .asksAmount=${asksAmount} @console-done=${this.#done}
      ></console-resolve-form>`;
    }
    const { value, failure } = this.#order;
    if (failure) return failureNotice(failure, null);
    if (!value) return html`<p class="awaited">Loading the order…</p>`;
    const payment = value.payments.find(({ id }) => id === call.paymentId);
    return html`<console-money-form
      .api=${this.api} .intents=${this.intents} .config=${this.config} .action=${call.action} .orderId=${call.orderId}
      .paymentId=${call.paymentId} .currency=${(payment ?? value.order).currency} .shares=${call.shares}
      @close=${() => (this.open = '')} @console-done=${this.#done}
    ></console-money-form>`;
  }

  readonly #done = (event: Event) => {
    if (!(event instanceof DoneEvent)) return;
    this.result = event.result;
    this.open = '';
    void this.#list.again();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.result')?.focus());
  };
}
customElements.define('console-review', ReviewPage);

const placeOf = ({ paymentId, operationId, reason }: ReviewView) => `${operationId ?? paymentId} ${reason}`;

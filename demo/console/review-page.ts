import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { OrderView, Page, ReviewCall, ReviewView } from '../../server/contract/merchant-api.ts';
import { orderAddress } from './address.ts';
import { LiveList, reloadAll } from './live.ts';
import { ACTIONS } from './order-actions.ts';
import { emptyState, listEnd, listStart, resultNotice } from './pieces.ts';
import type { Place, View } from './place.ts';
import { momentText } from './plain-text.ts';
import { ResolveForm } from './resolve-form.ts';
import { reasonText, reportedAmounts, reportedAmountsText } from './review-item.ts';
import type { Badge } from './statuses.ts';

/** An item, and the two amounts that it is about, if it is about amounts. */
interface Item extends ReviewView {
  amounts: string | null;
}

/** What needs manual review, oldest first; each with its reason and the actions that resolve it. */
export class ReviewPage implements View {
  readonly #place: Place;
  readonly #list: LiveList<Item>;
  #result: Badge | null = null;
  /** the open form, and the item that it belongs to */
  #open: { item: string; form: ResolveForm } | null = null;

  constructor(place: Place) {
    this.#place = place;
    this.#list = new LiveList(place, (cursor, signal) => this.#load(cursor, signal));
    void this.#list.load();
  }

  async #load(cursor: string | null, signal: AbortSignal): Promise<Page<Item>> {
    const { api } = this.#place;
    const { data, nextCursor } = await api.get<Page<ReviewView>>('review', { cursor }, signal);
    const amountsOf = async (item: ReviewView): Promise<string | null> => {
      if (item.field !== 'amount' && item.reason !== 'contradicted') return null;
      const order = await api.get<OrderView>(`orders/${encodeURIComponent(item.orderId)}`, {}, signal);
      const amounts = reportedAmounts(order, item);
      return amounts && reportedAmountsText(amounts);
    };
    const items = data.map(async (item) => ({ ...item, amounts: await amountsOf(item) }));
    return { data: await Promise.all(items), nextCursor };
  }

  render(): TemplateResult {
    const { items } = this.#list;
    return html`
      <header class="head"><h1 tabindex="-1">Needs review</h1></header>
      <p class="lead">These payments and operations need your decision. Check them in the gateway’s portal first.</p>
      ${listStart(this.#list, 'items')} ${resultNotice(this.#result)}
      ${items?.length === 0 ? emptyState('Nothing needs review', 'Contradictory reports and payments without an outcome appear here.') : nothing}
      ${repeat(items ?? [], nameOf, (item) => this.#item(item))} ${listEnd(this.#list, 'items')}
    `;
  }

  #item(item: Item): TemplateResult {
    const { orderId, operationId, reason, field, since, calls, amounts } = item;
    return html`<article class="card">
      <p class="line">
        <a class="row-link" href=${orderAddress(orderId)}>Order ${orderId}</a>
        <span class="fine">${operationId ? 'Operation' : 'Payment'}, since <time datetime=${since}>${momentText(since)}</time></span>
      </p>
      <p>${reasonText(reason)} <code class="fine">${field ? `${reason}: ${field}` : reason}</code></p>
      ${amounts ? html`<p><strong>${amounts}</strong></p>` : nothing}
      <div class="buttons">${calls.map((call) => this.#button(call, item))}</div>
      ${this.#open?.item === nameOf(item) ? this.#open.form.render() : nothing}
    </article>`;
  }

  #button(call: ReviewCall, item: Item): TemplateResult {
    const { action, method, path } = call;
    if (action === 'update-order')
      return html`<p class="fine">Or by your server: <code>${method} ${path}</code></p>`;
    if (action !== 'resolve') {
      const address = orderAddress(item.orderId, action, item.paymentId);
      return html`<a class="button" href=${address}>${ACTIONS[action].name}…</a>`;
    }
    const isOpen = this.#open?.item === nameOf(item);
    return html`<button type="button" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => this.#toggle(isOpen ? null : item, path.replace('/api/', ''))}>
      Resolve…
    </button>`;
  }

  #toggle(item: Item | null, path: string): void {
    const asksAmount = item?.reason === 'contradicted' && item.operationId !== null;
    const form = new ResolveForm(this.#place, path, asksAmount, this.#done);
    this.#open = item && { item: nameOf(item), form };
    this.#place.redraw();
  }

  readonly #done = (result: Badge) => {
    this.#result = result;
    this.#open = null;
    void this.#list.load();
    reloadAll();
    this.#place.focus('.result');
  };
}

const nameOf = ({ paymentId, operationId, reason }: ReviewView) => `${operationId ?? paymentId} ${reason}`;

import { html, nothing, type TemplateResult } from 'lit';
import type { OrderView } from '../../server/contract/merchant-api.ts';
import { type Address, addressOf, orderAddress, replaceAddress } from './address.ts';
import { failureOf } from './api.ts';
import { Live, reloadAll } from './live.ts';
import { MoneyForm } from './money-form.ts';
import { ACTIONS, isAction, possibleActions } from './order-actions.ts';
import { timeline } from './order-events.ts';
import { orderFacts } from './order-facts.ts';
import { badge, failureNotice, progress, resultNotice } from './pieces.ts';
import type { Place, View } from './place.ts';
import { amountText, momentText } from './plain-text.ts';
import { problemLine } from './problem-text.ts';
import { Receipt } from './receipt.ts';
import { reasonText, reportedAmounts, reportedAmountsText } from './review-item.ts';
import { type Badge, leadingPayment, orderBadge } from './statuses.ts';

/** The effect of a resent webhook. */
const RESENT: Readonly<Record<string, string>> = {
  applied: 'It brought news: see the timeline.',
  copy: 'Sent again; it was already known.',
  unchanged: 'Sent again; nothing has changed.',
  'in-review': 'It contradicts earlier reports: the order needs review.',
  'unknown-payment': 'It is about an unknown payment.',
};

/** One order: possible actions and their forms, timeline, receipt, and its facts. */
export class OrderPage implements View {
  readonly #place: Place;
  readonly #orderId: string;
  readonly #path: string;
  readonly #order: Live<OrderView>;
  readonly #receipt: Receipt;
  #form: MoneyForm | null = null;
  #result: Badge | null = null;
  /** the outcome of resending a webhook, by method */
  readonly #resent = new Map<string, string>();

  constructor(place: Place, address: Address) {
    this.#place = place;
    this.#orderId = address.id;
    this.#path = `orders/${encodeURIComponent(address.id)}`;
    this.#order = new Live(place, (signal) => place.api.get(this.#path, {}, signal));
    this.#receipt = new Receipt(place, address.id);
    void this.#order.load();
    this.#open(address);
  }

  turn(address: Address): void {
    const wasOpen = this.#form !== null;
    // Closing a form that was opened from the order's page goes back in the history.
    const isFromHere = !wasOpen && isAction(address.action);
    if (isFromHere) history.replaceState({ ...(history.state as object | null), isFromHere }, '');
    this.#open(address);
    if (wasOpen && !this.#form) this.#place.focus(this.#result ? '.result' : '.actions a');
  }

  #open({ action, query }: Address): void {
    this.#form = null;
    if (!isAction(action)) return;
    this.#result = null;
    const subject = { action, orderId: this.#orderId, paymentId: query.get('payment') };
    this.#form = new MoneyForm(this.#place, subject, (result) => this.#close(result));
    this.#place.focus('form.money h2');
  }

  #close(result: Badge | null): void {
    this.#result = result;
    if ((history.state as { isFromHere?: boolean } | null)?.isFromHere) history.back();
    else replaceAddress(orderAddress(this.#orderId));
    void this.#order.load();
    reloadAll();
  }

  render(): TemplateResult {
    const { value, failure, isBusy } = this.#order;
    return html`
      <p><a href="#/payments">Payments</a></p>
      <header class="head">
        <div>
          <h1 tabindex="-1">Order ${value?.order.id ?? this.#orderId}</h1>
          ${value ? sumLine(value) : nothing}
        </div>
        ${value ? this.#actions(value) : nothing}
      </header>
      ${progress(isBusy && !value, 'Loading the order')} ${failureNotice(failure, () => void this.#order.load())}
      ${value ? this.#body(value) : nothing}
    `;
  }

  #actions(order: OrderView): TemplateResult {
    const possible = possibleActions(order);
    if (possible.length === 0) return html`<p class="fine">No actions are possible now.</p>`;
    return html`<nav class="actions" aria-label="Actions">
      ${possible.map(
        ({ action, most }) => html`<a
          class="button" href=${orderAddress(order.order.id, action)} aria-current=${action === this.#form?.action ? 'true' : nothing}
          >${ACTIONS[action].name}${most ? html` <span class="fine">up to ${amountText(most, order.order.currency)}</span>` : nothing}</a>`,
      )}
    </nav>`;
  }

  #body(order: OrderView): TemplateResult {
    const isPaid = order.payments.some(({ status, method }) => status === 'success' && method !== 'lookup');
    return html`<div class="columns">
      <div>
        ${resultNotice(this.#result)} ${this.#form?.render(order)}
        ${order.review.map((item) => reviewNotice(item, order))}
        <section class="stack">
          <h2>Timeline</h2>
          ${timeline(order)}
        </section>
        ${isPaid ? this.#receipt.render() : nothing}
      </div>
      <div>${orderFacts(order, (method) => this.#resendButton(method))}</div>
    </div>`;
  }

  #resendButton(method: string): TemplateResult {
    return html`<p class="line">
      <button type="button" class="small" @click=${() => void this.#resend(method)}>Resend webhook</button>
      <span class="fine" role="status">${this.#resent.get(method)}</span>
    </p>`;
  }

  async #resend(method: string): Promise<void> {
    this.#resent.set(method, 'Asking the gateway…');
    this.#place.redraw();
    try {
      const { result } = await this.#place.api.post<{ result: string }>(`${this.#path}/resend`, {
        operation: method,
      });
      this.#resent.set(method, RESENT[result] ?? result);
    } catch (error) {
      this.#resent.set(method, problemLine(failureOf(error)));
    }
    void this.#order.load();
  }
}

function sumLine(order: OrderView): TemplateResult {
  const payment = leadingPayment(order.payments);
  const { amount, currency } = payment ?? order.order;
  const { closedAt } = order.order;
  const other = payment && reportedAmounts(order, { paymentId: payment.id, operationId: null });
  return html`<p class="line">
    <strong class="sum">${amountText(amount, currency)}</strong>${badge(orderBadge(order))}
    ${closedAt ? badge({ text: `Closed ${momentText(closedAt)}`, tone: 'quiet' }) : nothing}
    ${other ? html`<span class="fine">The gateway reported ${other.reported}</span>` : nothing}
  </p>`;
}

function reviewNotice(item: OrderView['review'][number], order: OrderView): TemplateResult {
  const amounts = reportedAmounts(order, item);
  return html`<div class="notice" data-tone="warning">
    <h2>Needs review</h2>
    <p>
      ${reasonText(item.reason)} ${item.field ? html`<code>${item.field}</code>` : ''} ${amounts ? reportedAmountsText(amounts) : ''}
      <a href=${addressOf(['review'])}>Resolve</a>
    </p>
  </div>`;
}

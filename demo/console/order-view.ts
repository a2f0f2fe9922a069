import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { OrderView as Order } from '../../server/contract/merchant-api.ts';
import { ApiFailure, type ConsoleApi } from './api.ts';
import { AutoReload } from './auto-reload.ts';
import type { ConsoleConfig } from './config.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import { type Intents, intentName } from './intents.ts';
import { Loading } from './loading.ts';
import './money-form.ts';
import type { MoneyForm } from './money-form.ts';
import { ACTION_WORDS } from './money-words.ts';
import { closeOnTop, openOnTop } from './navigation.ts';
import { orderFacts } from './order-facts.ts';
import { type Badge, leadingPayment, orderBadge } from './order-status.ts';
import { badge, failureNotice, progress, resultNotice } from './pieces.ts';
import { amountText } from './plain-text.ts';
import { possibleActions, sharesLeft } from './possible.ts';
import { problemText } from './problem-text.ts';
import './receipt-frame.ts';
import { reportedAmounts, reportedAmountsText } from './reported-amounts.ts';
import { reasonText } from './review-call.ts';
import { type Action, ACTIONS, orderAddress, routeText } from './route.ts';
import { timeline } from './timeline.ts';

/** The effect of a resent webhook. */
const RESENT: Readonly<Record<string, string>> = {
  applied: 'It brought something new: see the timeline.',
  copy: 'Sent again; it was known already.',
  unchanged: 'Sent again; nothing new.',
  'in-review': 'It contradicts what was known: it needs review.',
  'unknown-payment': 'It is of a payment that is not known here.',
};

/** One order: its facts, possible actions, timeline, payments, operations and receipt. */
export class OrderPage extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    intents: { attribute: false },
    config: { attribute: false },
    orderId: { attribute: false },
    action: { attribute: false },
    paymentId: { attribute: false },
    result: { state: true },
    resent: { state: true },
  };
  declare api: ConsoleApi;
  declare intents: Intents;
  declare config: ConsoleConfig;
  declare orderId: string;
  /** the action whose form is open, or null */
  declare action: Action | null;
  /** the payment that the form is about; null for the one that pays the order */
  declare paymentId: string | null;
  declare result: Badge | null;
  declare resent: Readonly<Record<string, string>>;
  readonly #order = new Loading<Order>(this);

  constructor() {
    super();
    this.action = null;
    this.paymentId = null;
    this.result = null;
    this.resent = {};
    this.addController(new AutoReload(() => this.#reload()));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('orderId')) return;
    this.#order.clear();
    this.result = null;
    this.resent = {};
    void this.#load();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const isClosed = changed.get('action') && this.action === null;
    if (isClosed) this.querySelector<HTMLElement>(this.result ? '.result' : '.actions a')?.focus();
  }

  #load(): Promise<void> {
    return this.#order.run((signal) => this.api.order(this.orderId, signal));
  }

  /** The answer to a form that is being sent must find the form: a reload could take it away. */
  async #reload(): Promise<void> {
    if (this.querySelector<MoneyForm>('console-money-form')?.step === 'sending') return;
    await this.#order.runQuietly((signal) => this.api.order(this.orderId, signal));
  }

  protected override render(): TemplateResult {
    const { value, failure, isBusy } = this.#order;
    return html`
      <p class="back"><a href="#/payments">Payments</a></p>
      ${this.#header(value)}
      ${progress(isBusy && !value, 'Loading the order')}
      ${failure ? failureNotice(failure, () => void this.#load()) : nothing}
      ${value ? this.#body(value) : nothing}
    `;
  }

  /** One heading before and after loading: a new element would lose the focus. */
  #header(order: Order | null): TemplateResult {
    return html`<header class="head order">
      <div>
        <h1 tabindex="-1">Order ${order?.order.id ?? this.orderId}</h1>
        ${order ? sumLine(order) : nothing}
      </div>
      ${order ? this.#actions(order) : nothing}
    </header>`;
  }

  #actions(order: Order): TemplateResult {
    const possible = possibleActions(order);
    if (possible.length === 0)
      return html`<p class="fine actions">Nothing can be done with its money now.</p>`;
    return html`<nav class="actions" aria-label="What can be done">
      ${possible.map(
        ({ action, most }) => html`<a
          class="button" href=${orderAddress(order.order.id, action)} aria-current=${action === this.action ? 'true' : nothing}
          @click=${this.#open}
          >${ACTION_WORDS[action].name}${most ? html` <span class="fine">up to ${amountText(most, order.order.currency)}</span>` : nothing}</a>`,
      )}
    </nav>`;
  }

  #body(order: Order): TemplateResult {
    const isPaid = order.payments.some(({ status, method }) => status === 'success' && method !== 'lookup');
    return html`<div class="columns">
      <div>
        <div class="result" role="status" tabindex="-1">${this.result ? resultNotice(this.result) : nothing}</div>
        ${this.action ? this.#form(order, this.action) : this.#unanswered()} ${order.review.map((item) => reviewNotice(item, order))}
        <section class="journal">
          <h2>Timeline</h2>
          ${timeline(order)}
        </section>
        ${isPaid ? html`<console-receipt .api=${this.api} .config=${this.config} .orderId=${order.order.id}></console-receipt>` : nothing}
      </div>
      <div>
        ${orderFacts(order, this.config, {
          resend: (method) => void this.#resend(method),
          resent: (method) => this.resent[method] ?? null,
        })}
      </div>
    </div>`;
  }

  /** Requests that were sent from here and never answered, even if they are no longer possible. */
  #unanswered(): TemplateResult | typeof nothing {
    const action = ACTIONS.find((one) => this.intents.open(intentName(one, this.orderId, null)));
    if (!action) return nothing;
    return html`<div class="notice" data-tone="warning">
      <p>A ${action} was sent, and no answer came. <a href=${orderAddress(this.orderId, action)}>Repeat it</a>: it is done at most once.</p>
    </div>`;
  }

  #form(order: Order, action: Action): TemplateResult {
    const possible = possibleActions(order).find((one) => one.action === action);
    const name = intentName(action, this.orderId, this.paymentId);
    // An unanswered request must be repeated, even if it is no longer possible.
    if (!possible && !this.paymentId && !this.intents.open(name)) {
      return html`<div class="notice" data-tone="quiet"><p>${ACTION_WORDS[action].name} is not possible now.</p></div>`;
    }
    const { currency } = order.order;
    return html`<console-money-form
      .api=${this.api} .intents=${this.intents} .config=${this.config}
      .action=${action} .orderId=${this.orderId} .paymentId=${this.paymentId}
      .most=${this.paymentId ? null : (possible?.most ?? null)} .currency=${currency}
      .shares=${this.paymentId || action !== 'refund' ? null : sharesLeft(order)}
      @close=${this.#close} @console-done=${this.#done}
    ></console-money-form>`;
  }

  /** A link whose target is closed by Back. */
  readonly #open = (event: MouseEvent) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      !(event.currentTarget instanceof HTMLAnchorElement)
    )
      return;
    event.preventDefault();
    if (event.currentTarget.hasAttribute('aria-current')) return;
    this.result = null;
    openOnTop(event.currentTarget.hash);
  };

  readonly #close = () => closeOnTop(orderAddress(this.orderId));

  readonly #done = (event: Event) => {
    if (!(event instanceof DoneEvent)) return;
    this.result = event.result;
    this.#close();
    void this.#load();
  };

  async #resend(method: string): Promise<void> {
    this.resent = { ...this.resent, [method]: 'Asking the gateway…' };
    let said: string;
    try {
      const { result } = await this.api.resend(this.orderId, method);
      said = RESENT[result] ?? result;
    } catch (error) {
      const { title, advice } = problemText(error instanceof ApiFailure ? error.failure : { kind: 'lost' });
      said = `${title}. ${advice}`;
    }
    this.resent = { ...this.resent, [method]: said };
    void this.#load();
  }
}
customElements.define('console-order', OrderPage);

function sumLine(order: Order): TemplateResult {
  const payment = leadingPayment(order.payments);
  const { amount, currency } = payment ?? order.order;
  const other = payment && reportedAmounts(order, { paymentId: payment.id, operationId: null });
  return html`<p class="line">
    <strong class="sum">${amountText(amount, currency)}</strong>${badge(orderBadge(order))}
    ${other ? html`<span class="fine">The gateway reported ${other.reported}</span>` : nothing}
  </p>`;
}

function reviewNotice(item: Order['review'][number], order: Order): TemplateResult {
  const amounts = reportedAmounts(order, item);
  return html`<div class="notice" data-tone="warning">
    <h2>Needs review</h2>
    <p>
      ${reasonText(item.reason)} ${item.field ? html`<code>${item.field}</code>` : ''} ${amounts ? reportedAmountsText(amounts) : ''}
      <a href=${routeText({ view: 'review' })}>Decide</a>
    </p>
  </div>`;
}

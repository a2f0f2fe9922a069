import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { MessageView } from '../../server/contract/merchant-api.ts';
import { ApiFailure, type ConsoleApi } from './api.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import { PagedList } from './loading.ts';
import type { Badge } from './order-status.ts';
import { badge, emptyState, listEnd, progress, walkRows } from './pieces.ts';
import { momentText } from './plain-text.ts';
import { problemText } from './problem-text.ts';
import { orderAddress, routeText } from './route.ts';

/** How often, and how many times, the state of a resent message is checked. */
const EVERY_MS = 1_000;
const ROUNDS = 10;

const STATES: Readonly<Record<MessageView['state'], Badge>> = {
  waiting: { text: 'Waiting', tone: 'warning' },
  failed: { text: 'Failed', tone: 'bad' },
  delivered: { text: 'Delivered', tone: 'good' },
};

/** The messages to the merchant's webhook: delivered, waiting, and failed with the reason. Each can be sent again. */
export class MessagesPage extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    only: { attribute: false },
    sent: { state: true },
  };
  declare api: ConsoleApi;
  /** only those in this state; empty for all */
  declare only: 'waiting' | 'failed' | '';
  /** the outcome of resending, by message */
  declare sent: Readonly<Record<string, string>>;
  readonly #list = new PagedList<MessageView>(this);

  constructor() {
    super();
    this.only = '';
    this.sent = {};
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('only')) return;
    this.sent = {};
    this.#list.start((cursor, signal) => this.api.messages({ state: this.only, cursor }, signal));
  }

  protected override render(): TemplateResult {
    const { items, failure } = this.#list;
    return html`
      <header class="head"><h1 tabindex="-1">Messages</h1></header>
      <p class="lead">What the companion posts to your server’s webhook. A failed one is tried again until it is answered 2xx.</p>
      <div class="filters">
        <nav aria-label="State">${this.#chip('', 'All')}${this.#chip('failed', 'Failed')}${this.#chip('waiting', 'Waiting')}</nav>
        <button type="button" class="small" @click=${() => void this.#list.again()}>Refresh</button>
      </div>
      ${progress(this.#list.isBusy, 'Loading messages')}
      ${items?.length === 0 && !failure ? this.#empty() : nothing}
      ${items && items.length > 0 ? this.#table(items) : nothing}
      ${listEnd(this.#list, 'messages')}
    `;
  }

  #chip(state: MessagesPage['only'], text: string): TemplateResult {
    const address = routeText({ view: 'messages', state });
    return html`<a href=${address} aria-current=${state === this.only ? 'true' : nothing}>${text}</a>`;
  }

  #empty(): TemplateResult {
    if (this.only === 'failed')
      return emptyState('No failed messages', 'Everything has reached your server.');
    if (this.only === 'waiting') return emptyState('No waiting messages', 'Everything was posted.');
    return emptyState(
      'No messages yet',
      'Every change of a payment is posted to MERCHANT_WEBHOOK_URL, and stands here.',
    );
  }

  #table(items: readonly MessageView[]): TemplateResult {
    return html`<table class="list messages" @keydown=${walkRows}>
      <caption class="visually-hidden">Messages, the newest first</caption>
      <thead>
        <tr><th scope="col">Order</th><th scope="col">State</th><th scope="col">About</th><th scope="col" class="number">Time</th><th scope="col"><span class="visually-hidden">Send again</span></th></tr>
      </thead>
      <tbody>${items.map((message) => this.#row(message))}</tbody>
    </table>`;
  }

  #row({ id, orderId, type, state, attempts, lastError, createdAt }: MessageView): TemplateResult {
    const tries = attempts === 1 ? '1 failed delivery' : `${attempts} failed deliveries`;
    return html`<tr>
      <th scope="row"><a class="row-link" href=${orderAddress(orderId)}>${orderId}</a></th>
      <td class="status">${badge(STATES[state])}${attempts > 0 ? html`<span class="fine">${tries}${lastError ? `: ${lastError}` : ''}</span>` : nothing}</td>
      <td class="kind">${type}</td>
      <td class="number time"><time datetime=${createdAt}>${momentText(createdAt)}</time></td>
      <td class="number again">
        <button type="button" class="small" @click=${() => void this.#send(id)}>Send again<span class="visually-hidden"> to order ${orderId}, ${type}</span></button>
        <span class="fine" role="status">${this.sent[id]}</span>
      </td>
    </tr>`;
  }

  /** Checks the state of a resent message. */
  async #follow(id: string): Promise<void> {
    for (let round = 0; round < ROUNDS && this.isConnected; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      await this.#list.again();
      const message = this.#list.items?.find((one) => one.id === id);
      if (message?.state === 'waiting' || message?.state === 'failed') continue;
      this.sent = { ...this.sent, [id]: '' };
      this.dispatchEvent(new DoneEvent(STATES.delivered));
      return;
    }
  }

  async #send(id: string): Promise<void> {
    this.sent = { ...this.sent, [id]: 'Sending…' };
    try {
      await this.api.sendMessage(id);
      this.sent = { ...this.sent, [id]: 'On its way' };
      void this.#follow(id);
    } catch (error) {
      const { title, advice } = problemText(error instanceof ApiFailure ? error.failure : { kind: 'lost' });
      this.sent = { ...this.sent, [id]: `${title}. ${advice}` };
    }
  }
}
customElements.define('console-messages', MessagesPage);

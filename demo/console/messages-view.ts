import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { MessageView } from '../../server/contract/merchant-api.ts';
import { ApiFailure, type ConsoleApi } from './api.ts';
import { AutoReload } from './auto-reload.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import { PagedList } from './loading.ts';
import type { Badge } from './order-status.ts';
import { badge, emptyState, listEnd, progress, refreshButton, resultNotice, walkRows } from './pieces.ts';
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

/** A message that was sent again: since which delivery, or why not. */
type Sent = string | { deliveredBefore: string | null };

/** The messages to the merchant's webhook: delivered, waiting, and failed with the reason. Each can be sent again. */
export class MessagesPage extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    only: { attribute: false },
    sent: { state: true },
    result: { state: true },
  };
  declare api: ConsoleApi;
  /** only those in this state; empty for all */
  declare only: 'waiting' | 'failed' | '';
  /** the messages that were sent again */
  declare sent: Readonly<Record<string, Sent>>;
  /** the outcome for a message that is no longer listed; otherwise empty */
  declare result: string;
  readonly #list = new PagedList<MessageView>(this, ({ id, state }) => `${id} ${state}`);

  constructor() {
    super();
    this.only = '';
    this.sent = {};
    this.result = '';
    this.addController(new AutoReload(() => this.#list.reload()));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('only')) return;
    this.sent = {};
    this.result = '';
    this.#list.start((cursor, signal) => this.api.messages({ state: this.only, cursor }, signal));
  }

  protected override render(): TemplateResult {
    const { items, failure } = this.#list;
    return html`
      <header class="head"><h1 tabindex="-1">Messages</h1></header>
      <p class="lead">What the companion posts to your server’s webhook. A failed one is tried again until it is answered 2xx.</p>
      <div class="filters">
        <nav aria-label="State">${this.#chip('', 'All')}${this.#chip('failed', 'Failed')}${this.#chip('waiting', 'Waiting')}</nav>
        ${refreshButton(this.#list)}
      </div>
      ${progress(this.#list.isBusy, 'Loading messages')}
      <div class="result" role="status">${this.result ? resultNotice({ text: this.result, tone: 'good' }) : nothing}</div>
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
      <tbody>${repeat(
        items,
        ({ id }) => id,
        (message) => this.#row(message),
      )}</tbody>
    </table>`;
  }

  #row(message: MessageView): TemplateResult {
    const { id, orderId, type, state, attempts, lastError, createdAt } = message;
    const tries = attempts === 1 ? '1 failed delivery' : `${attempts} failed deliveries`;
    return html`<tr ?data-new=${this.#list.hasChanged(message)}>
      <th scope="row"><a class="row-link" href=${orderAddress(orderId)}>${orderId}</a></th>
      <td class="status">${badge(STATES[state])}${attempts > 0 ? html`<span class="fine">${tries}${lastError ? `: ${lastError}` : ''}</span>` : nothing}</td>
      <td class="kind">${type}</td>
      <td class="number time"><time datetime=${createdAt}>${momentText(createdAt)}</time></td>
      <td class="number again">
        <button type="button" class="small" @click=${() => void this.#send(message)}>Send again<span class="visually-hidden"> to order ${orderId}, ${type}</span></button>
        <span class="fine" role="status">${sentText(message, this.sent[id])}</span>
      </td>
    </tr>`;
  }

  async #send({ id, orderId, deliveredAt }: MessageView): Promise<void> {
    this.sent = { ...this.sent, [id]: 'Sending…' };
    try {
      await this.api.sendMessage(id);
      this.sent = { ...this.sent, [id]: { deliveredBefore: deliveredAt } };
      void this.#follow(id, orderId);
    } catch (error) {
      const { title, advice } = problemText(error instanceof ApiFailure ? error.failure : { kind: 'lost' });
      this.sent = { ...this.sent, [id]: `${title}. ${advice}` };
    }
  }

  /** Reloads the list often until a resent message is delivered. */
  async #follow(id: string, orderId: string): Promise<void> {
    const { only } = this;
    for (let round = 0; round < ROUNDS; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      await this.#list.reload();
      if (!this.isConnected || only !== this.only) return;
      const message = this.#list.items?.find((one) => one.id === id);
      if (message && !isResent(message, this.sent[id])) continue;
      // Failed messages are listed until they are delivered.
      if (!message && only === 'failed') this.result = `The message of order ${orderId} was delivered.`;
      this.dispatchEvent(new DoneEvent(STATES.delivered));
      return;
    }
  }
}
customElements.define('console-messages', MessagesPage);

/** Whether a message was delivered since it was sent again. */
function isResent({ deliveredAt }: MessageView, sent: Sent | undefined): boolean {
  return typeof sent === 'object' && deliveredAt !== null && deliveredAt !== sent.deliveredBefore;
}

/** What became of sending a message again. */
function sentText(message: MessageView, sent: Sent | undefined): string {
  if (typeof sent !== 'object') return sent ?? '';
  if (isResent(message, sent)) return sent.deliveredBefore === null ? 'Delivered now' : 'Delivered again';
  return message.state === 'failed' ? 'Not delivered yet' : 'On its way';
}

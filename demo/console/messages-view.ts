import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { MessageView } from '../../server/contract/merchant-api.ts';
import { type Address, addressOf, orderAddress } from './address.ts';
import { failureOf } from './api.ts';
import { LiveList, reloadAll } from './live.ts';
import { badge, chip, emptyState, listEnd, listStart, listTable, refreshButton } from './pieces.ts';
import type { Place, View } from './place.ts';
import { momentText } from './plain-text.ts';
import { problemLine } from './problem-text.ts';
import { MESSAGE_STATES, methodText, STATUSES } from './statuses.ts';

/** When to look whether a message that was sent again has arrived. */
const LOOK_AFTER_MS = 1_000;

/** The lists by state: each name, and what is shown if it is empty. */
const LISTS: Readonly<Record<string, readonly [name: string, title: string, text: string]>> = {
  '': [
    'All',
    'No messages yet',
    'Every change of a payment is posted to MERCHANT_WEBHOOK_URL and appears here.',
  ],
  failed: ['Failed', 'No failed messages', 'Your server has accepted all messages.'],
  waiting: ['Waiting', 'No waiting messages', 'All messages have been posted.'],
};

/** The messages to the merchant's webhook: delivered, waiting, and failed with the reason. Each can be sent again. */
export class MessagesView implements View {
  readonly #place: Place;
  readonly #list: LiveList<MessageView>;
  /** only messages in this state; empty for all */
  #state: string;
  /** by id, whether a message was sent again, or why not */
  readonly #sent = new Map<string, string>();

  constructor(place: Place, address: Address) {
    this.#place = place;
    this.#state = stateOf(address);
    this.#list = new LiveList(place, (cursor, signal) =>
      place.api.get('messages', { state: this.#state, cursor }, signal),
    );
    void this.#list.load();
  }

  turn(address: Address): void {
    if (stateOf(address) === this.#state) return;
    this.#state = stateOf(address);
    this.#list.restart();
  }

  render(): TemplateResult {
    const { items } = this.#list;
    const [, title = '', text = ''] = LISTS[this.#state] ?? [];
    return html`
      <header class="head"><h1 tabindex="-1">Messages</h1></header>
      <p class="lead">What the companion posts to your server’s webhook. A failed message is retried until your server answers 2xx.</p>
      ${listStart(this.#list, 'messages')}
      <div class="filters">
        <nav aria-label="State">${Object.entries(LISTS).map(([state, [name]]) => chip(addressOf(['messages'], { state }), name, state === this.#state))}</nav>
        ${refreshButton(this.#list)}
      </div>
      ${items?.length === 0 ? emptyState(title, text) : nothing}
      ${items && items.length > 0 ? this.#table(items) : nothing} ${listEnd(this.#list, 'messages')}
    `;
  }

  #table(items: readonly MessageView[]): TemplateResult {
    const rows = repeat(items, ({ id }) => id, this.#row);
    return listTable('Messages', ['Order', 'Message', 'State', 'Time', 'Delivery'], 2, rows);
  }

  readonly #row = (message: MessageView): TemplateResult => {
    const { id, orderId, type, method, status, state, attempts, lastError, createdAt } = message;
    const about = `${methodText(method)}: ${STATUSES[status].text.toLowerCase()}`;
    const failed = attempts === 1 ? '1 failed delivery' : `${attempts} failed deliveries`;
    const problem = attempts > 0 ? `${failed}${lastError ? `: ${lastError}` : ''}` : nothing;
    return html`<tr>
      <th scope="row"><a class="row-link" href=${orderAddress(orderId)}>${orderId}</a></th>
      <td class="kind">${about} <code class="fine">${type}</code></td>
      <td class="status">${badge(MESSAGE_STATES[state])}<span class="fine">${problem}</span></td>
      <td class="number time"><time datetime=${createdAt}>${momentText(createdAt)}</time></td>
      <td class="number again">
        <button type="button" class="small" @click=${() => void this.#send(message)}>Send again<span class="visually-hidden"> to order ${orderId}, ${about}</span></button>
        <span class="fine" role="status">${this.#sent.get(id)}</span>
      </td>
    </tr>`;
  };

  async #send({ id }: MessageView): Promise<void> {
    try {
      await this.#place.api.post(`messages/${encodeURIComponent(id)}/send`);
      this.#sent.set(id, 'Sent again');
      setTimeout(reloadAll, LOOK_AFTER_MS);
    } catch (error) {
      this.#sent.set(id, problemLine(failureOf(error)));
    }
    this.#place.redraw();
  }
}

const stateOf = ({ query }: Address): string => {
  const state = query.get('state') ?? '';
  return state in LISTS ? state : '';
};

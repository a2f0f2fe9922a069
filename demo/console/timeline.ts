import { html, nothing, type TemplateResult } from 'lit';
import type { OrderEvent, OrderView } from '../../server/contract/merchant-api.ts';
import { eventText, originText } from './event-text.ts';
import { amountText, clockText, dayText } from './plain-text.ts';

/** An order's journal, newest first, with a heading for each day. */
export function timeline({ events, order }: Pick<OrderView, 'events' | 'order'>): TemplateResult {
  const shown = events.toReversed();
  return html`<ol class="timeline">
    ${shown.map((event, index) => {
      const day = dayText(event.at);
      const isNewDay = index === 0 || dayText(shown[index - 1]?.at ?? '') !== day;
      return eventItem(event, order.currency, isNewDay ? day : null);
    })}
  </ol>`;
}

function eventItem(event: OrderEvent, currency: string, day: string | null): TemplateResult {
  const { title, tone } = eventText(event);
  const facts = [
    event.amount && amountText(event.amount, currency),
    event.statusCode && `code ${event.statusCode}`,
    originText(event),
  ];
  return html`<li data-tone=${tone}>
    ${day ? html`<p class="day">${day}</p>` : nothing}
    <p class="event"><span>${title}</span> <time datetime=${event.at}>${clockText(event.at)}</time></p>
    <p class="fine">${facts.filter(Boolean).join(' · ')}</p>
    ${event.comment ? html`<p class="comment">“${event.comment}”</p>` : nothing}
  </li>`;
}

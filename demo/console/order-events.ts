import { html, nothing, type TemplateResult } from 'lit';
import type { OrderEvent, OrderView } from '../../server/contract/merchant-api.ts';
import { amountText, clockText, dayText } from './plain-text.ts';
import { type Badge, isCancelled, methodText, STATUSES } from './statuses.ts';

const CALLS: Readonly<Record<string, Badge>> = {
  'order.created': { text: 'Order created', tone: 'quiet' },
  'order.updated': { text: 'Order changed', tone: 'quiet' },
  'order.closed': { text: 'Order closed', tone: 'quiet' },
  'page.opened': { text: 'Hosted page opened', tone: 'quiet' },
  'call.refused': { text: 'The gateway refused the request', tone: 'bad' },
  'call.not-sent': { text: 'The request was not sent; nothing happened', tone: 'warning' },
  'call.unanswered': { text: 'No answer from the gateway; the outcome is unknown', tone: 'warning' },
  'call.not-found': { text: 'The gateway does not know this request', tone: 'bad' },
};

const SOURCES: Readonly<Record<string, string>> = {
  answer: 'answer',
  webhook: 'webhook',
  query: 'status query',
  person: 'manual resolution',
};

/** A gateway may report words of its own. */
const WORDS: Readonly<Record<string, Badge>> = STATUSES;

const sourceText = (source: string | null): string => SOURCES[source ?? ''] ?? source ?? '';

/** The text for an event of an order. */
export function eventBadge({ type, method, status, statusCode, result }: OrderEvent): Badge {
  if (type === 'payment.created') return { text: `${methodText(method)} attempt started`, tone: 'quiet' };
  if (type === 'operation.created') return { text: `${methodText(method)} requested`, tone: 'quiet' };
  if (type !== 'report' && type !== 'resolved') return CALLS[type] ?? { text: type, tone: 'quiet' };
  const said = WORDS[status ?? ''] ?? { text: 'was reported', tone: 'quiet' };
  const start = type === 'resolved' ? 'Resolved manually:' : methodText(method);
  const text = `${start} ${said.text.toLowerCase()}`;
  if (result === 'in-review') return { text: `${text}, which contradicts earlier reports`, tone: 'warning' };
  if (isCancelled({ status, statusCode })) return { text: `${methodText(method)} cancelled`, tone: 'quiet' };
  return { text, tone: said.tone };
}

/** An event, and the sources that later reported the same. */
interface Told {
  event: OrderEvent;
  confirmedBy: Set<string>;
}

/** One entry per event: a report that says the same as the latest one about its payment or operation confirms that. */
export function toldEvents(events: readonly OrderEvent[]): Told[] {
  const told: Told[] = [];
  for (const event of events) {
    const { paymentId, method, source } = event;
    const last = told.findLast(({ event: one }) => one.paymentId === paymentId && one.method === method);
    if (!last || !saysTheSame(last.event, event)) told.push({ event, confirmedBy: new Set() });
    else if (source !== last.event.source) last.confirmedBy.add(sourceText(source));
  }
  return told;
}

/** A webhook that is faster than the answer shows the operation under an id of its own: the transaction joins them. */
function saysTheSame(one: OrderEvent, other: OrderEvent): boolean {
  const isSameOperation =
    one.operationId === other.operationId ||
    (one.transactionId !== null && one.transactionId === other.transactionId);
  const isDoubted = ({ result }: OrderEvent) => result === 'in-review';
  return (
    one.type === 'report' &&
    isSameOperation &&
    isDoubted(one) === isDoubted(other) &&
    (['type', 'status', 'statusCode', 'amount'] as const).every((name) => one[name] === other[name])
  );
}

/** An order's journal, newest first, with a heading for each day. */
export function timeline({ events, order }: Pick<OrderView, 'events' | 'order'>): TemplateResult {
  const shown = toldEvents(events).toReversed();
  return html`<ol class="timeline">
    ${shown.map((told, index) => {
      const day = dayText(told.event.at);
      const before = shown[index - 1];
      return eventItem(told, order.currency, before && dayText(before.event.at) === day ? null : day);
    })}
  </ol>`;
}

function eventItem({ event, confirmedBy }: Told, currency: string, day: string | null): TemplateResult {
  const { text, tone } = eventBadge(event);
  const sources = event.source && [
    sourceText(event.source),
    ...[...confirmedBy].map((one) => `confirmed by ${one}`),
  ];
  const facts = [
    event.amount && amountText(event.amount, currency),
    event.statusCode && `code ${event.statusCode}`,
    sources && sources.join(', '),
  ];
  return html`<li data-tone=${tone}>
    ${day ? html`<p class="day">${day}</p>` : nothing}
    <p class="event"><span>${text}</span> <time datetime=${event.at}>${clockText(event.at)}</time></p>
    <p class="fine">${facts.filter(Boolean).join(' · ')}</p>
    ${event.comment ? html`<p>“${event.comment}”</p>` : nothing}
  </li>`;
}

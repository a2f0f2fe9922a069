import type { OrderEvent } from '../../server/contract/merchant-api.ts';

/** The look of a timeline event: good and bad outcomes stand out, everything else is quiet. */
export type Tone = 'good' | 'bad' | 'warning' | 'quiet';

export interface EventText {
  title: string;
  tone: Tone;
}

const CALLS: Readonly<Record<string, EventText>> = {
  'order.created': { title: 'Order created', tone: 'quiet' },
  'order.updated': { title: 'Order changed', tone: 'quiet' },
  'page.opened': { title: 'Hosted page opened', tone: 'quiet' },
  'call.refused': { title: 'The gateway refused the request', tone: 'bad' },
  'call.not-sent': { title: 'The request was not sent; nothing happened', tone: 'warning' },
  'call.unanswered': { title: 'No answer from the gateway; the outcome is unknown', tone: 'warning' },
  'call.not-found': { title: 'The gateway knows nothing of it', tone: 'bad' },
};

const SOURCES: Readonly<Record<string, string>> = {
  answer: 'answer',
  webhook: 'webhook',
  query: 'status query',
  person: 'manual resolution',
};

const METHODS: Readonly<Record<string, string>> = {
  purchase: 'Payment',
  auth: 'Authorization',
  lookup: 'Card check',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
};

const ENDS: Readonly<Record<string, { said: string; tone: Tone }>> = {
  success: { said: 'succeeded', tone: 'good' },
  failure: { said: 'failed', tone: 'bad' },
  pending: { said: 'is being processed', tone: 'quiet' },
  init: { said: 'was opened', tone: 'quiet' },
  unknown: { said: 'has an unknown outcome', tone: 'warning' },
};

export const methodText = (method: string | null): string => METHODS[method ?? ''] ?? method ?? 'Payment';

/** The text for an event of an order. */
export function eventText({ type, method, status, result }: OrderEvent): EventText {
  if (type === 'payment.created') return { title: `${methodText(method)} attempt begun`, tone: 'quiet' };
  if (type === 'operation.created') return { title: `${methodText(method)} requested`, tone: 'quiet' };
  if (type !== 'report' && type !== 'resolved') return CALLS[type] ?? { title: type, tone: 'quiet' };
  const { said, tone } = ENDS[status ?? ''] ?? { said: 'was reported', tone: 'quiet' as const };
  const title = type === 'resolved' ? `Resolved by a person: ${said}` : `${methodText(method)} ${said}`;
  if (result === 'in-review') return { title: `${title}, which contradicts what was known`, tone: 'warning' };
  if (result === 'unchanged' || result === 'copy') return { title: `${title}, as known`, tone: 'quiet' };
  return { title, tone };
}

/** The source of a report. */
export const originText = ({ source }: Pick<OrderEvent, 'source'>): string | null =>
  source === null ? null : (SOURCES[source] ?? source);

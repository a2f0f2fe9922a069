import { maskCardNumbers } from '../../server/contract/card-like.ts';
import type { JournalEntry } from '../../server/sandbox/journal.ts';
import type { WebhookRecord } from '../../server/sandbox/webhook-sender.ts';
import { sandboxList } from './sandbox.ts';
import type { Ask } from './options.ts';
import type { ShopOrder } from './order.ts';

export type Lane = 'page' | 'companion' | 'gateway' | 'merchant';

/** A request between two of the four parties, for the sequence diagram: no body, query, token or card number. */
export interface Exchange {
  id: string;
  /** start time, milliseconds since 1970 */
  at: number;
  from: Lane;
  to: Lane;
  method: string;
  path: string;
  /** HTTP status, or a word: `waiting`, `cut`, `lost` */
  status: string;
  /** a short description */
  text: string;
}

/** The exchanges with the gateway for an order, and those from the companion to the shop, oldest first. */
export async function exchangesOf(sandbox: Ask, order: ShopOrder): Promise<Exchange[]> {
  const [requests, webhooks] = await Promise.all([
    sandboxList<JournalEntry>(sandbox, 'requests'),
    sandboxList<WebhookRecord>(sandbox, 'webhooks'),
  ]);
  const all = [
    ...requests.filter((one) => isAbout(one, order.id)).map(requestExchange),
    ...webhooks.filter(({ orderId }) => orderId.startsWith(order.id)).flatMap(webhookExchanges),
    ...messageExchanges(order),
  ];
  return all.toSorted((one, other) => one.at - other.at);
}

/** Pages of the gateway have their own ids, so their order is unknown. */
const IS_PAGE = /^\/(acs|receipts|api\/v1\/checkout)\//;

const isAbout = (request: JournalEntry, orderId: string): boolean =>
  IS_PAGE.test(request.path) || (request.orderId?.startsWith(orderId) ?? false);

function requestExchange(request: JournalEntry): Exchange {
  const { sequence, at, method, path, cardMask, body } = request;
  const about = [field(body, 'mode'), cardMask, field(body, 'decision')];
  return {
    id: `request-${sequence}`,
    at,
    from: IS_PAGE.test(path) ? 'page' : 'companion',
    to: 'gateway',
    method,
    path: shortPath(path),
    status: answerTo(request),
    text: shown(about.filter(Boolean).join(' · ')),
  };
}

function answerTo({ open, status }: JournalEntry): string {
  if (open) return 'waiting';
  return status === null ? 'cut' : String(status);
}

function webhookExchanges({ sequence, at, url, event, state, attempts }: WebhookRecord): Exchange[] {
  const tries = attempts.length > 0 ? attempts : [{ at, result: state }];
  return tries.map((one, index) => ({
    id: `webhook-${sequence}-${index}`,
    at: one.at,
    from: 'gateway',
    to: 'companion',
    method: 'POST',
    path: shortPath(url === null ? '' : `/${new URL(url).pathname.split('/').at(-1) ?? ''}`),
    status: shown(one.result),
    text: one.result === '401' ? 'forged signature' : shown(`signed: ${String(event.status)}`),
  }));
}

function messageExchanges({ messages }: ShopOrder): Exchange[] {
  return messages.map(({ at, type, status, isPaid }, index) => ({
    id: `message-${index}`,
    at,
    from: 'companion',
    to: 'merchant',
    method: 'POST',
    path: '/webhook',
    status: '204',
    text: shown(`${type}: ${status}${isPaid ? ', fulfilled' : ''}`),
  }));
}

const field = (body: unknown, name: string): string => {
  const value: unknown = Object(body)[name];
  return typeof value === 'string' ? value : '';
};

/** A path without its query; long parts (ids, tokens) are shortened. */
export function shortPath(path: string): string {
  const [bare = ''] = path.split('?');
  return shown(bare.replaceAll(/[^/]{20,}/g, (part) => `${part.slice(0, 6)}…`));
}

/** The sandbox has masked card numbers already; this does not rely on it. */
const shown = (text: string): string => maskCardNumbers(text).slice(0, 80);

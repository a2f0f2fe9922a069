import type { Exchange } from '../shop/exchanges.ts';

/**
 * This page's requests to the companion, and the tag's events. Only paths and statuses are read, never typed values.
 * Stored for the order until the tab is closed, because the next page shows them, too.
 */

const MOST = 80;

/** The order whose exchanges are stored, and its companion. */
export interface OwnPlace {
  orderId: string;
  /** base address of the companion */
  companion: string;
}

const keyOf = ({ orderId }: OwnPlace): string => `exchanges.${orderId}`;

/** Listens to the tag's events, and stores them with the requests when the page is left. */
export function recordOwn(place: OwnPlace): void {
  const events: Exchange[] = [];
  for (const name of ['pay-submit', 'pay-action', 'pay-result', 'pay-error', 'pay-expired'])
    document.addEventListener(name, (event) => events.push(...eventExchanges(name, event)));
  recorded = () => [...keptOwn(place), ...arrival(place), ...requests(place), ...events];
  addEventListener('pagehide', () => keep(place, ownExchanges()));
}

let recorded: () => Exchange[] = () => [];

/** All exchanges of this tab for the order, without duplicates. */
export function ownExchanges(): Exchange[] {
  return [...new Map(recorded().map((one) => [one.id, one])).values()];
}

function keptOwn(place: OwnPlace): Exchange[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '[]') as Exchange[];
  } catch {
    return [];
  }
}

function keep(place: OwnPlace, exchanges: Exchange[]): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(exchanges.slice(-MOST)));
  } catch {
    // Without storage only this page's exchanges are shown.
  }
}

/** The request for the page itself, which brings the order token. */
function arrival({ orderId }: OwnPlace): Exchange[] {
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming)) return [];
  // Redirects before this request are not counted.
  const at = performance.timeOrigin + (entry.requestStart || entry.startTime);
  const isBack = location.pathname.endsWith('/thanks');
  return [
    {
      id: `page-${Math.round(at)}`,
      at,
      from: 'page',
      to: 'merchant',
      method: 'GET',
      path: `/orders/${orderId}${isBack ? '/thanks' : ''}`,
      status: statusOf(entry),
      text: 'order token signed',
    },
  ];
}

/** Files that the tag loads of itself: languages, texts, the dialog. */
const IS_PIECE = /\/pay-form-[\w-]+\.js$/;

function requests({ companion }: OwnPlace): Exchange[] {
  return performance.getEntriesByType('resource').flatMap((entry) => {
    const isOurs = entry instanceof PerformanceResourceTiming && entry.name.startsWith(`${companion}/`);
    return isOurs && !IS_PIECE.test(entry.name) ? [requestExchange(entry, companion)] : [];
  });
}

function requestExchange(entry: PerformanceResourceTiming, companion: string): Exchange {
  const path = new URL(entry.name).pathname.slice(new URL(companion).pathname.length);
  const at = performance.timeOrigin + entry.startTime;
  return {
    id: `own-${Math.round(at * 10)}-${path}`,
    at,
    from: 'page',
    to: 'companion',
    method: entry.initiatorType === 'fetch' && /^\/(payments|hosted)$/.test(path) ? 'POST' : 'GET',
    path: path.replaceAll(/[^/]{20,}/g, (part) => `${part.slice(0, 6)}…`),
    status: statusOf(entry),
    text: `${Math.round(entry.duration)} ms`,
  };
}

/** Not every browser reports it. */
const statusOf = (entry: PerformanceResourceTiming): string =>
  entry.responseStatus ? String(entry.responseStatus) : '';

function eventExchanges(name: string, event: Event): Exchange[] {
  const told = eventExchange(name, event);
  const isInFrame = event.target instanceof Element && event.target.hasAttribute('isolated');
  if (name !== 'pay-submit' || !isInFrame) return [told];
  // This page cannot see requests of a frame of another origin.
  const sent = { method: 'POST', path: '/payments', text: 'from its frame' };
  return [told, { ...told, ...sent, id: `framed-${told.id}`, to: 'companion' }];
}

function eventExchange(name: string, event: Event): Exchange {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  const at = performance.timeOrigin + event.timeStamp;
  const text = toldOf(detail);
  return {
    id: `${name}-${Math.round(at)}`,
    at,
    from: 'page',
    to: 'page',
    method: '',
    path: name,
    status: '',
    text,
  };
}

/** The payment's status or the problem's code: nothing else from an event. */
function toldOf(detail: unknown): string {
  const { payment, problem } = (detail ?? {}) as {
    payment?: { status?: string };
    problem?: { code?: string };
  };
  return payment?.status ?? problem?.code ?? '';
}

import { type Exchange, shortPath } from '../shop/exchanges.ts';
import { keep, kept } from '../storage.ts';

/**
 * This page's requests to shop and companion, and the tag's events. Only paths and statuses are read, never typed values.
 * Stored for the order until the tab is closed, because the next page shows them, too.
 */
const MOST = 80;
const EVENTS = ['pay-submit', 'pay-action', 'pay-result', 'pay-error', 'pay-expired'];
/** Files that the tag loads of itself: languages, texts, the dialog. */
const IS_PIECE = /\/pay-form-[\w-]+\.js$/;

/** The order whose exchanges are stored, and the base address of its companion. */
interface OwnPlace {
  orderId: string;
  companion: string;
}

let recorded: () => Exchange[] = () => [];

/** Listens to the tag's events, and stores them with the requests when the page is left. */
export function recordOwn({ orderId, companion }: OwnPlace): void {
  const key = `exchanges.${orderId}`;
  const before = JSON.parse(kept(key) || '[]') as Exchange[];
  const events: Exchange[] = [];
  for (const name of EVENTS)
    document.addEventListener(name, (event) => events.push(eventExchange(name, event)));
  recorded = () => [...before, ...requests(companion), ...events];
  addEventListener('pagehide', () => keep(key, JSON.stringify(ownExchanges().slice(-MOST))));
}

/** All exchanges of this tab for the order, without duplicates. */
export function ownExchanges(): Exchange[] {
  return [...new Map(recorded().map((one) => [one.id, one])).values()];
}

/** The request for the page itself, which brings the order token, and those to the companion. */
function requests(companion: string): Exchange[] {
  const ours = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${companion}/`) && !IS_PIECE.test(name));
  return [...performance.getEntriesByType('navigation'), ...ours]
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .map((entry) => requestExchange(entry, companion));
}

function requestExchange(entry: PerformanceResourceTiming, companion: string): Exchange {
  const isPage = entry.entryType === 'navigation';
  // The page's redirects before this request are not counted.
  const at = performance.timeOrigin + ((isPage && entry.requestStart) || entry.startTime);
  const { pathname } = new URL(entry.name);
  const path = isPage ? pathname : pathname.slice(new URL(companion).pathname.length);
  const isPost = entry.initiatorType === 'fetch' && /^\/(payments|hosted)$/.test(path);
  return {
    id: `own-${Math.round(at * 10)}-${path}`,
    at,
    from: 'page',
    to: isPage ? 'merchant' : 'companion',
    method: isPost ? 'POST' : 'GET',
    path: shortPath(path),
    // Not every browser reports it.
    status: entry.responseStatus ? String(entry.responseStatus) : '',
    text: isPage ? 'order token signed' : `${Math.round(entry.duration)} ms`,
  };
}

function eventExchange(name: string, event: Event): Exchange {
  const at = performance.timeOrigin + event.timeStamp;
  const id = `${name}-${Math.round(at)}`;
  return { id, at, from: 'page', to: 'page', method: '', path: name, status: '', text: statusIn(event) };
}

/** The payment's status or the problem's code: nothing else from an event. */
function statusIn(event: Event): string {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  const { payment, problem } = (detail ?? {}) as {
    payment?: { status?: string };
    problem?: { code?: string };
  };
  return payment?.status ?? problem?.code ?? '';
}

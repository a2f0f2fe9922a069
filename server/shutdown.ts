import { setTimeout as sleepMs } from 'node:timers/promises';

/** What a server has to do before it ends: let proxies notice, and finish the requests in flight. */

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;

/**
 * Lets a proxy notice an end before it comes: `/readyz` answers 503 while everything else is still served.
 *
 * @param fetch what serves the requests
 * @param seconds how long that lasts; with 0 the end comes at once
 * @param sleep waits so many milliseconds
 */
export function drainable<Rest extends unknown[]>(
  fetch: Fetch<Rest>,
  seconds: number,
  sleep: (ms: number) => Promise<unknown> = sleepMs,
) {
  let draining = false;
  return {
    fetch: async (request: Request, ...rest: Rest): Promise<Response> =>
      draining && isReadiness(request) ? new Response('stopping', { status: 503 }) : fetch(request, ...rest),
    /** Resolves when the proxies have had their time. */
    drain: async (): Promise<void> => {
      draining = true;
      if (seconds > 0) await sleep(seconds * 1_000);
    },
  };
}

/** The app refuses an invalid `Host`, with which the address cannot be parsed. */
const isReadiness = ({ url }: Request): boolean => URL.canParse(url) && new URL(url).pathname === '/readyz';

/**
 * Tracks the requests that a handler works on, including those whose client has disconnected: a payment continues, and
 * must end before the store is closed.
 */
export function trackRequests<Rest extends unknown[]>(
  handle: (request: Request, ...rest: Rest) => Response | Promise<Response>,
) {
  const inFlight = new Set<Promise<Response>>();
  return {
    async fetch(request: Request, ...rest: Rest): Promise<Response> {
      const answer = Promise.resolve(handle(request, ...rest));
      inFlight.add(answer);
      try {
        return await answer;
      } finally {
        inFlight.delete(answer);
      }
    },
    /** Resolves when no request is in flight. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
}

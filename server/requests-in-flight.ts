type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/**
 * Tracks the requests that a handler works on, including those whose client has disconnected: a payment continues, and
 * must end before the store is closed.
 */
export function countRequests<Rest extends unknown[]>(handle: Fetch<Rest>) {
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

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/**
 * Counts the requests that a handler works on. Also those whose client has gone, and with them the connection: a
 * payment goes on all the same and must end before the store is closed.
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
    /** Resolves when none is in flight any more. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
}

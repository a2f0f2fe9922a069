type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/**
 * Counts the requests that a handler works on. Also those whose asker has gone, and with them the connection: a
 * payment goes on all the same and must be settled before the store is closed.
 */
export function countRequests<Rest extends unknown[]>(handle: Fetch<Rest>) {
  const underWay = new Set<Promise<Response>>();
  return {
    async fetch(request: Request, ...rest: Rest): Promise<Response> {
      const answer = Promise.resolve(handle(request, ...rest));
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },
    /** Resolves when none is under way any more. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

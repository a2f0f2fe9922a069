/**
 * A page's request as a server would receive it. A navigation request cannot be forwarded as it is, and lacks what
 * browsers add when they send it.
 * @param address replaces the address; the query stays
 */
export async function innerRequest(request: Request, address?: string): Promise<Request> {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  if (!headers.has('accept-language') && 'navigator' in globalThis) {
    headers.set('accept-language', navigator.languages.join(', '));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(address === undefined ? url : `${address}${new URL(url).search}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: await request.arrayBuffer() }),
  });
}

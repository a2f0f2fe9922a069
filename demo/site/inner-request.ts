/**
 * A request of a page as a server would get it. A page's navigation cannot be handed on as it is, and what browsers add to a
 * request on its way out is missing from it.
 * @param address another one, without the query, which stays
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

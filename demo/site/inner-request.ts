/**
 * A request of a page as a server would get it. A page's navigation cannot be handed on as it is, and what browsers add to a
 * request on its way out is missing from it.
 * @param path another path, on a host that is this machine for the sandbox
 */
export async function innerRequest(request: Request, path?: string): Promise<Request> {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  if (!headers.has('accept-language') && 'navigator' in globalThis) {
    headers.set('accept-language', navigator.languages.join(', '));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(path === undefined ? url : `http://localhost${path}${new URL(url).search}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: await request.arrayBuffer() }),
  });
}

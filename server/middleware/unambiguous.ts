import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';

/** `maxHeadersCount` of Node's server, where nobody has changed it. */
const MOST_HEADERS = 1_000;
/** "." and "..", plain or encoded, which the URL parser resolves. */
const DOT_SEGMENT = /(^|[/\\])(\.|%2e){1,2}([/\\]|$)/i;

/**
 * Refuses a request that a proxy may have read differently. Only Node passes it on as it was received.
 *
 * - More headers than Node passes on. It drops the rest silently, and proxies add their `X-Forwarded-For` after the
 *   client's own headers: without it, the request would count as the proxy's own.
 * - Several `Host` headers (RFC 9112, section 3.2).
 * - A path with dot segments: a proxy that forwards only `/pay/` may have taken `/pay/../metrics` for one of these.
 *   Clients resolve them before they send.
 * @throws ProblemError `bad-request`
 */
export function unambiguous() {
  return createMiddleware<AppEnv>((c, next) => {
    // Outside a server there is no environment, despite its type, and a host may pass anything.
    const { rawHeaders: headers, url } = c.env?.incoming ?? {};
    const rawHeaders: readonly unknown[] = Array.isArray(headers) ? headers : [];
    // Names and values.
    if (rawHeaders.length > 2 * MOST_HEADERS) throw refused('The request has too many headers.');
    if (hostsIn(rawHeaders) > 1) throw refused('The request has several Host headers.');
    if (typeof url === 'string' && DOT_SEGMENT.test(url.split('?', 1)[0] ?? ''))
      throw refused('The path has dot segments.');
    return next();
  });
}

const refused = (detail: string): ProblemError => new ProblemError('bad-request', detail);

function hostsIn(rawHeaders: readonly unknown[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]);
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

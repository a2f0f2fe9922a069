import type { Context } from 'hono';

/**
 * The origins of pages at an address; a demo on this machine is opened as 127.0.0.1, too.
 * @param url of the shop
 */
export function originsOf(url: string): string[] {
  const { origin, protocol, hostname, port } = new URL(url);
  const numeric = `${protocol}//127.0.0.1${port && `:${port}`}`;
  return hostname === 'localhost' ? [origin, numeric] : [origin];
}

/**
 * Whether a request was sent to one of our names: a page of another site whose name leads here (DNS rebinding) is of the
 * same origin as its requests. Only hosts are compared: behind a proxy that ends TLS, the schemes differ.
 */
export function isOwnHost(c: Context, origins: readonly string[]): boolean {
  const { host } = new URL(c.req.url);
  return origins.some((origin) => new URL(origin).host === host);
}

/**
 * Whether a request was sent by one of our pages, or by no page. Browsers say so in Sec-Fetch-Site; those that do not yet
 * send an Origin with whatever changes anything. What sends neither is no page.
 * @param sites what Sec-Fetch-Site may say
 */
export function isOwnPage(
  c: Context,
  origins: readonly string[],
  sites: readonly string[] = ['same-origin'],
): boolean {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const isOwnOrigin = origin === undefined || origins.includes(origin);
  return isOwnHost(c, origins) && isOwnOrigin && (site === undefined || sites.includes(site));
}

import type { Context } from 'hono';

/**
 * The origins of pages at an address; a demo on this machine is also opened as 127.0.0.1.
 * @param url of the shop
 */
export function originsOf(url: string): string[] {
  const { origin, protocol, hostname, port } = new URL(url);
  const numeric = `${protocol}//127.0.0.1${port && `:${port}`}`;
  return hostname === 'localhost' ? [origin, numeric] : [origin];
}

/**
 * Whether a request was sent to one of our host names. With DNS rebinding, a page of another site has the same origin as
 * its requests here. Only hosts are compared: behind a proxy that ends TLS, the schemes differ.
 */
export function isOwnHost(c: Context, origins: readonly string[]): boolean {
  const { host } = new URL(c.req.url);
  return origins.some((origin) => new URL(origin).host === host);
}

/**
 * Whether a request was sent by one of our pages, or by no page. Browsers send Sec-Fetch-Site; older ones send an Origin
 * with every request that changes something. A request with neither comes from no page.
 * @param sites the accepted values of Sec-Fetch-Site
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

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { isLoopback } from '../contract/address.ts';
import { ProblemError } from '../contract/problem.ts';
import { isLocalClient, type AddressSource } from './client-address.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Accepts a request only with `Authorization: Bearer <MERCHANT_API_KEY>` (contract, section 4).
 *
 * ```ts
 * app.use('/api/*', apiKey(MERCHANT_API_KEY))
 * ```
 * @throws ProblemError `api-key-missing`, `api-key-invalid`
 */
export function apiKey(key: string) {
  const checkBearer = bearerCheck(key);
  return createMiddleware<AppEnv>(async (c, next) => {
    const found = checkBearer(c);
    if (found !== 'right') throw new ProblemError(`api-key-${found}`);
    await next();
  });
}

const METRICS_ACCESS =
  'Metrics can be read from this machine (by address, HOST or the host of PUBLIC_URL), or with Authorization: Bearer <METRICS_KEY>.';

/**
 * Accepts a request from this machine, or with `Authorization: Bearer <METRICS_KEY>` (contract, section 4).
 *
 * ```ts
 * app.get('/metrics', metricsKey(METRICS_KEY, source, ['pay.shop.example']), async (c) => c.text(await metrics.text()))
 * ```
 * @param key null: only from this machine
 * @param names of this machine, besides those of the loopback
 * @throws ProblemError `metrics-key-missing`, `metrics-key-invalid`
 */
export function metricsKey(key: string | null, source: AddressSource, names: readonly string[]) {
  const checkBearer = key === null ? () => 'missing' as const : bearerCheck(key);
  return createMiddleware<AppEnv>(async (c, next) => {
    const isLocal = isLocalClient(source, c) && !isForeignPage(c, names);
    const found = isLocal ? 'right' : checkBearer(c);
    if (found !== 'right') throw new ProblemError(`metrics-key-${found}`, METRICS_ACCESS);
    await next();
  });
}

/**
 * Whether the request may come from a foreign page in a browser on this machine. A page whose name resolves to this
 * machine (DNS rebinding) could read the answer: only the name in `Host` distinguishes it from our pages.
 */
function isForeignPage({ req }: Context, names: readonly string[]): boolean {
  const { hostname: host, origin } = new URL(req.url);
  // "evil.example." is the same name.
  const hostname = host.replace(/\.+$/, '');
  // An IP address, or a name without a dot, cannot be a foreign domain.
  const isOurs = isLoopback(origin) || names.includes(hostname) || !/\.[^.]*[a-z][^.]*$/.test(hostname);
  const isSameOrigin = (req.header('origin') ?? origin) === origin;
  return !isOurs || !isSameOrigin || !/^(none|same-origin)$/.test(req.header('sec-fetch-site') ?? 'none');
}

/** Compares hashes in constant time, so that the duration reveals neither the length nor the beginning of the key. */
function bearerCheck(key: string): (c: Context) => 'missing' | 'invalid' | 'right' {
  const expected = sha256(key);
  return (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined) return 'missing';
    return timingSafeEqual(sha256(given), expected) ? 'right' : 'invalid';
  };
}

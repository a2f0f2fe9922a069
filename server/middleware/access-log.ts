import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import type { Log } from '../payments/ports.ts';
import { looksLikeCardNumber } from './card-like.ts';

/** One line a request: no query, no body, no token. */
export function accessLog(log: Log, now: () => Date) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = now().getTime();
    await next();
    const { requestId } = c.var;
    const ms = now().getTime() - start;
    log.info(
      { requestId, method: c.req.method, path: shortPath(c.req.path), status: c.res.status, ms },
      'request',
    );
  });
}

/** Paths of ours have short segments and no card number; whatever else was asked for is not worth repeating. */
function shortPath(path: string): string {
  const short = /^(\/[\w.-]{0,40}){1,6}$/.test(path);
  if (!short || looksLikeCardNumber(path)) return '(other)';
  // Who has the address of a payment page has its order.
  return path.replace(/\/order\/[^/]+$/, '/order/-');
}

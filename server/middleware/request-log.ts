import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { holdsCardNumber } from '../contract/card-like.ts';
import { ProblemError } from '../contract/problem.ts';
import type { Log } from '../payments/ports.ts';

/** Uses the `X-Request-Id` of a proxy, or creates one, and returns it. The id is in every log line and problem. */
export function requestId() {
  return createMiddleware<AppEnv>((c, next) => {
    const given = c.req.header('x-request-id') ?? '';
    const id = isUsable(given) ? given : crypto.randomUUID();
    c.set('requestId', id);
    c.header('x-request-id', id);
    return next();
  });
}

function isUsable(given: string): boolean {
  return /^[\w=-]{1,64}$/.test(given) && !holdsCardNumber(given);
}

/** One line per request, with the code of a problem: no query, no body, no token. */
export function accessLog(log: Log, now: () => Date) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = now().getTime();
    await next();
    const requestId = c.get('requestId');
    const ms = now().getTime() - start;
    const { method, path } = c.req;
    const code = c.error instanceof ProblemError ? { code: c.error.code } : {};
    log('request.answered', { requestId, method, path: shortPath(path), status: c.res.status, ms, ...code });
  });
}

/** Paths of ours have short segments and no card number; no other path is logged. */
function shortPath(path: string): string {
  const short = /^(\/[\w.-]{0,40}){1,6}$/.test(path);
  if (!short || holdsCardNumber(path)) return '(other)';
  // The address of a payment page gives access to its order.
  return path.replace(/\/order\/[^/]+$/, '/order/-');
}

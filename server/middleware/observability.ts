import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from '../app-env.ts';
import { holdsCardNumber } from '../contract/card-like.ts';
import { ProblemError } from '../contract/problem.ts';
import type { Clock, Log } from '../payments/ports.ts';

/** Called for every answered request; `route` is the pattern of its path, as "/pay/payments/:id". */
export type RequestObserver = (request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}) => void;

interface ObservabilityOptions {
  log: Log;
  clock: Pick<Clock, 'monotonic'>;
  observe: RequestObserver;
  /** whether customers reach the companion by https */
  https: boolean;
}

/**
 * What every request gets: an id, the security headers of its answer, a line in the log and a measurement.
 *
 * ```ts
 * app.use(observability({ log, clock: systemClock, observe: metrics.request, https: true }), validHost)
 * app.get('/', (c) => c.text(`request ${c.var.requestId}`))
 * ```
 */
export function observability({
  log,
  clock,
  observe,
  https,
}: ObservabilityOptions): MiddlewareHandler<AppEnv> {
  const addHeaders = securityHeaders(https);
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = clock.monotonic();
    const requestId = requestIdOf(c);
    c.set('requestId', requestId);
    c.header('x-request-id', requestId);
    await addHeaders(c, next);
    for (const [name, value] of Object.entries(c.get('ownHeaders') ?? {})) c.header(name, value);
    const ms = clock.monotonic() - start;
    const { method, path } = c.req;
    const { status } = c.res;
    observe({
      method: METHODS.has(method) ? method : 'other',
      route: routePath(c, -1),
      status,
      seconds: ms / 1_000,
    });
    const code = c.error instanceof ProblemError ? { code: c.error.code } : {};
    log('request.answered', {
      requestId,
      method,
      path: shortPath(path),
      status,
      ms: Math.round(ms),
      ...code,
    });
  });
}

/** The `X-Request-Id` of a proxy, or a new one. It is in every log line and problem, so it must not be a card number. */
function requestIdOf(c: Context): string {
  const given = c.req.header('x-request-id') ?? '';
  return /^[\w=-]{1,64}$/.test(given) && !holdsCardNumber(given) ? given : crypto.randomUUID();
}

/**
 * The companion's own pages run no script and load nothing; their one style sheet has a nonce. Routes that need other
 * headers (the payment page, files) set them as `ownHeaders`.
 */
function securityHeaders(https: boolean): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [NONCE],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // Files of the widget and its frame, which shops on other origins load, replace it.
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: https ? 'max-age=63072000' : false,
    xFrameOptions: 'DENY',
  });
}

/** A client may send any method: the number of labels is limited. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Paths of ours have short segments and no card number; no other path is logged, and no query. A log that the merchant
 * passes in has no filter of its own.
 */
function shortPath(path: string): string {
  const short = /^(\/[\w.-]{0,40}){1,6}$/.test(path);
  if (!short || holdsCardNumber(path)) return '(other)';
  // The address of a payment page gives access to its order.
  return path.replace(/\/order\/[^/]+$/, '/order/-');
}

/**
 * Refuses an invalid `Host` (`127.0.0.1.1`), with which parsing the request's URL would fail later.
 * @throws ProblemError `bad-request`
 */
export const validHost: MiddlewareHandler = (c, next) => {
  if (!URL.canParse(c.req.url)) throw new ProblemError('bad-request', 'The Host header is invalid.');
  return next();
};

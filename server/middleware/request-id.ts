import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { holdsCardNumber } from '../contract/card-like.ts';

/** Takes `X-Request-Id` of a proxy, or makes one, and sends it back. The id stands in every log line and problem. */
export function requestId() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = c.req.header('x-request-id') ?? '';
    const id = isUsable(given) ? given : crypto.randomUUID();
    c.set('requestId', id);
    c.header('x-request-id', id);
    await next();
  });
}

function isUsable(given: string): boolean {
  return /^[\w=-]{1,64}$/.test(given) && !holdsCardNumber(given);
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Accepts a request only with `Authorization: Bearer <key>`. Hashes are compared in constant time, so that the duration
 * reveals neither the length nor the beginning of the key.
 *
 * ```ts
 * app.use('/api/*', bearerKey(MERCHANT_API_KEY, 'api-key'))
 * ```
 * @throws ProblemError `api-key-missing`, `api-key-invalid`; `metrics-key-missing`, `metrics-key-invalid`
 */
export function bearerKey(key: string, name: 'api-key' | 'metrics-key') {
  const expected = sha256(key);
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined) throw new ProblemError(`${name}-missing`);
    if (!timingSafeEqual(sha256(given), expected)) throw new ProblemError(`${name}-invalid`);
    await next();
  });
}

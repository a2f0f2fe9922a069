import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets a request through only with `Authorization: Bearer <MERCHANT_API_KEY>` (contract, section 4). Hashes are
 * compared, in constant time: neither the length nor the beginning of the key shows in how long it takes.
 * @throws ProblemError `api-key-missing`, `api-key-invalid`
 */
export function apiKey(key: string) {
  const expected = sha256(key);
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined) throw new ProblemError('api-key-missing');
    if (!timingSafeEqual(sha256(given), expected)) throw new ProblemError('api-key-invalid');
    await next();
  });
}

import type { Context } from 'hono';
import { ProblemError } from '../contract/problem.ts';
import { looksLikeCardNumber } from './card-like.ts';

/**
 * The key of a request that moves money, from its `Idempotency-Key` header.
 * @throws ProblemError `idempotency-key-missing`, `idempotency-key-invalid`
 */
export function idempotencyKey(c: Context): string {
  const key = optionalIdempotencyKey(c);
  if (key === null) throw new ProblemError('idempotency-key-missing');
  return key;
}

/** As {@link idempotencyKey}, or null where the header is missing. */
export function optionalIdempotencyKey(c: Context): string | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  // The draft of the HTTP header writes it as a quoted string; both forms name the same key.
  const bare = key.replace(/^"(.*)"$/, '$1');
  // It is kept, so it must not be a card number.
  const holds = /^[\w.:-]{8,128}$/.test(bare) && !looksLikeCardNumber(bare);
  if (!holds) throw new ProblemError('idempotency-key-invalid');
  return bare;
}

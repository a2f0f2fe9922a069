import type { Context } from 'hono';
import { holdsCardNumber } from '../contract/card-like.ts';
import { ProblemError } from '../contract/problem.ts';

const FORM = 'The Idempotency-Key must be 8 to 128 letters, digits and . _ : -';
const CARD = 'The Idempotency-Key contains what could be a card number; a UUID never does.';

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
  if (!/^[\w.:-]{8,128}$/.test(bare)) throw new ProblemError('idempotency-key-invalid', FORM);
  // It is stored, so it must not be a card number.
  if (holdsCardNumber(bare)) throw new ProblemError('idempotency-key-invalid', CARD);
  return bare;
}

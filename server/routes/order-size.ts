import type { NewOrderInput } from '../contract/merchant-requests.ts';
import { ProblemError } from '../contract/problem.ts';

/**
 * The size as JSON in UTF-8: enough for the longest description and payload in any script. A token is a third larger
 * and is sent in a header: listen.ts accepts 65,536 bytes of headers.
 */
export const MOST_BYTES = 40_000;

/**
 * Refuses an order whose token would be too large for a request header.
 * @throws ProblemError `invalid-input`, naming the largest field
 */
export function requireTokenSize(order: NewOrderInput): void {
  const sizes = Object.entries(order).map(([field, value]) => ({ field, bytes: bytesOf(value) }));
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_BYTES) return;
  const [largest] = sizes.toSorted((one, other) => other.bytes - one.bytes);
  const error = { path: largest?.field ?? '', code: 'too-big' };
  throw new ProblemError('invalid-input', 'The order is too large for its token.', [error]);
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

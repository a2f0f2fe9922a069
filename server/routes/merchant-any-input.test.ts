import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCompanion } from '../test-companion.ts';

/** Arbitrary input to the merchant API. Faults of single fields are in merchant-input.test.ts. */

describe('any request', () => {
  const paths = fc.constantFrom(
    '/orders',
    '/orders/reserved/capture',
    '/orders/paid/refund',
    '/orders/shared/refund',
    '/orders/paid/resend',
    '/orders/reserved/void',
    '/payments/00000000-0000-4000-8000-000000000000/resolve',
    '/operations/00000000-0000-4000-8000-000000000000/resolve',
    '/orders/open/cancel',
    '/orders/%/void',
    '/orders//refund',
    '/payments',
    '/orders/paid',
    '/orders/paid/receipt',
    '/receipts/2026-06-15',
    '/balances/accounts',
  );
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'format', 'limit', 'status', ''),
  );
  const queries = fc
    .array(fc.tuple(words, words), { maxLength: 3 })
    .map((pairs) => String(new URLSearchParams(pairs)));

  it('is never answered by a fault of ours', async () => {
    const other = await openCompanion();
    await other.pay({ order: { id: 'paid' } });
    const bodies = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.string({ unit: 'binary' }),
      fc
        .dictionary(fc.constantFrom('amount', 'split', 'comment', 'id', '__proto__'), fc.jsonValue())
        .map((body) => JSON.stringify(body)),
    );
    await fc.assert(
      fc.asyncProperty(paths, queries, bodies, async (path, query, body) => {
        const headers = { 'content-type': 'application/json' };
        const asked = `${path}?${query}`;
        for (const init of [{}, { body, headers }]) {
          expect((await other.merchant(asked, init)).status).toBeLessThan(500);
        }
      }),
      { numRuns: 200, seed: 20_260_615 },
    );
    expect(other.world.lines.filter(({ event }) => event === 'request.failed')).toEqual([]);
    await other.world.store.close();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORM, openCompanion, ORIGIN, problemOf, type TestCompanion } from '../test-companion.ts';

const POSTS = [
  '/payments',
  '/hosted',
  '/webhook',
  '/return',
  '/return/p-1/more',
  '/api/return/p-1',
  '/nothing',
];

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion();
});
afterEach(() => companion.world.store.close());

describe('a POST', () => {
  it.each(POSTS)('to %s from a page that is not allowed is refused (403)', async (path) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${ORIGIN}.evil.example` },
      { origin: ORIGIN.replace('https', 'http') },
      { origin: `${ORIGIN}:444` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ]) {
      const answer = await companion.ask(path, {
        method: 'POST',
        headers,
      });
      expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin-not-allowed' });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('from an allowed page, from our own, or from no browser is taken', async () => {
    for (const [index, headers] of [
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://pay.shop.example' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ].entries()) {
      const answer = await companion.pay({
        key: `key-0000${index}`,
        order: { id: `order-${index}` },
        headers,
      });
      expect(answer.status).toBe(200);
    }
  });

  it('of a form from another site is refused, whatever token it carries', async () => {
    const body = `order=${await companion.token()}`;
    const answer = await companion.ask('/hosted', {
      body,
      headers: { ...FORM, origin: 'https://evil.example' },
    });
    expect(await problemOf(answer)).toMatchObject({ status: 403 });
    expect(companion.world.gateway.calls).toEqual([]);
  });
});

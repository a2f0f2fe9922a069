import { describe, expect, it } from 'vitest';
import { ORIGIN, problemOf, useCompanion } from '../testing/companion.ts';

const POSTS = [
  '/session',
  '/payments',
  '/hosted',
  '/webhook',
  '/return',
  '/return/p-1/more',
  '/api/return/p-1',
];

const companion = useCompanion();

it.each(['https://evil.example', 'null'])('a DELETE from %s is refused (403)', async (origin) => {
  const answer = await companion.ask('/saved-cards/1', {
    method: 'DELETE',
    token: await companion.token(),
    headers: { origin },
  });
  expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin-not-allowed' });
});

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
      const answer = await companion.ask(path, { method: 'POST', headers });
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
      const order = { id: `order-${index}` };
      expect((await companion.pay({ order, headers })).status).toBe(200);
    }
  });
});

describe('an app with a scheme of its own', () => {
  const app = 'capacitor://localhost';
  const companion = useCompanion({ allowedOrigins: [ORIGIN, app] });

  it('reads the answers to its preflights and requests, and no other app does', async () => {
    const token = await companion.token();
    for (const [origin, allowed] of [
      [app, app],
      ['capacitor://localhos', null],
      ['ionic://localhost', null],
      ['null', null],
    ] as const) {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const preflight = await companion.ask('/payments', { method: 'OPTIONS', headers });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed);
      const session = await companion.ask('/session', { token, headers: { origin } });
      expect(session.headers.get('access-control-allow-origin')).toBe(allowed);
    }
  });

  it('pays, and no other app does', async () => {
    const headers = { origin: app, 'sec-fetch-site': 'cross-site' };
    expect((await companion.pay({ headers })).status).toBe(200);
    const other = await companion.pay({ headers: { ...headers, origin: 'capacitor://other' } });
    expect(await problemOf(other)).toMatchObject({ code: 'origin-not-allowed' });
  });

  it('can embed the frame, whose policy lists it like any page', async () => {
    const answer = await companion.ask('/frame');
    const ancestors = `frame-ancestors https://pay.shop.example ${ORIGIN} ${app};`;
    expect(answer.headers.get('content-security-policy')).toContain(ancestors);
  });
});

describe('the log', () => {
  const preflight = (origin: string) =>
    companion.ask('/session', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const warned = () => companion.deps.lines.filter(({ level }) => level === 'warn').map((one) => one.fields);

  it('names each refused origin once, whether its preflight or its POST was refused', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await preflight('https://new-shop.example');
      await preflight('ionic://localhost');
      await companion.ask('/hosted', { method: 'POST', headers: { origin: 'null' } });
      await preflight(ORIGIN);
    }
    const refused = ['https://new-shop.example', 'ionic://localhost', 'null'];
    expect(warned()).toEqual(refused.map((origin) => ({ origin })));
  });

  it('names no origin of a GET: none of them is refused', async () => {
    const answer = await companion.ask('/session', {
      token: await companion.token(),
      headers: { origin: 'https://new-shop.example' },
    });
    expect(answer.status).toBe(200);
    expect(warned()).toEqual([]);
  });

  it('quotes nothing that is no origin', async () => {
    for (const origin of ['4242424242424242', 'https://a.example/path?token=x']) await preflight(origin);
    expect(warned()).toEqual([{ origin: '(other)' }]);
  });
});

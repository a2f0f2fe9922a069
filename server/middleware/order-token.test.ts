import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  API_SECRET,
  ORDER,
  ORDER_SECRET,
  PREVIOUS_ORDER_SECRET,
  problemOf,
  sign,
  useCompanion,
} from '../testing/companion.ts';
import { orderTokenMint, orderTokens } from './order-token.ts';

const companion = useCompanion();

/** A token of the order, with these claims. */
const signed = (claims: JWTPayload = {}, secret?: string, alg?: string) =>
  sign(companion.deps, { order: ORDER, ...claims }, secret, alg);
const seconds = (from: number) => Math.floor(companion.deps.clock.time / 1_000) + from;

describe('the order token', () => {
  const session = (token: string) => companion.ask('/session', { token });

  it('is taken until it expires', async () => {
    expect((await session(await signed({ exp: seconds(1) }))).status).toBe(200);
    const token = await signed({ exp: seconds(0) });
    expect(await problemOf(await session(token))).toMatchObject({ status: 401, code: 'order-token-expired' });
  });

  it('is taken with Bearer in any case', async () => {
    const headers = { authorization: `bearer ${await companion.token()}` };
    expect((await companion.ask('/session', { headers })).status).toBe(200);
  });

  it('is taken under the secret before, with everything else checked as well', async () => {
    expect((await session(await signed({}, PREVIOUS_ORDER_SECRET))).status).toBe(200);
    const expired = await session(await signed({ exp: seconds(0) }, PREVIOUS_ORDER_SECRET));
    expect(await problemOf(expired)).toMatchObject({ code: 'order-token-expired' });
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjp3b3Jk', 'Bearer a b', 'Bearer é'])(
    'is missing in the header %j',
    async (authorization) => {
      const answer = await companion.ask('/session', { headers: { authorization } });
      expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'order-token-missing' });
    },
  );

  it.each<[string, () => Promise<string>]>([
    ['signed with another key', () => signed({}, `${ORDER_SECRET}!`)],
    ['signed with another key, and expired', () => signed({ exp: 1 }, `${ORDER_SECRET}!`)],
    ['signed with the gateway’s secret', () => signed({}, API_SECRET.padEnd(32))],
    ['that is no token', async () => 'nonsense'],
    ['with an empty signature', async () => `${(await companion.token()).split('.').slice(0, 2).join('.')}.`],
    ['altered', async () => altered(await companion.token(), { amount: '0.01' })],
    ['with critical headers', async () => `${unsigned({ alg: 'HS256', crit: ['x'], x: 1 })}AAAA`],
    ['without an algorithm', async () => `${unsigned({})}AAAA`],
    [
      'with an unencoded payload',
      async () => signedAsText('AAAA', '{"alg":"HS256","b64":false,"crit":["b64"]}'),
    ],
  ])('%s is refused, and not said why', async (_what, make) => {
    const problem = await problemOf(await session(await make()));
    expect(problem).toMatchObject({ status: 401, code: 'order-token-invalid' });
    expect(problem).not.toHaveProperty('errors');
  });

  it.each<[string, () => Promise<string>]>([
    ['HS512', () => signed({}, ORDER_SECRET, 'HS512')],
    ['HS384', () => signed({}, ORDER_SECRET, 'HS384')],
    ['HS512 under the secret before', () => signed({}, PREVIOUS_ORDER_SECRET, 'HS512')],
    ['alg none', async () => unsigned({ alg: 'none' })],
    ['alg none with a signature', async () => `${unsigned({ alg: 'NONE' })}AAAA`],
    ['RS256', async () => `${unsigned({ alg: 'RS256' })}${'A'.repeat(342)}`],
  ])('of %s is refused for its algorithm, whoever made it', async (_what, make) => {
    expect(await faultsOf(await make())).toEqual(['alg: not-hs256']);
  });

  it.each<[string, string[], JWTPayload]>([
    ['without exp', ['exp: required'], { order: ORDER, exp: undefined as never }],
    ['whose exp is no number', ['exp: wrong-type'], { order: ORDER, exp: 'never' as never }],
    ['whose iat is no number', ['iat: wrong-type'], { order: ORDER, iat: 'now' as never }],
    ['whose nbf is no number', ['nbf: wrong-type'], { order: ORDER, nbf: null as never }],
    ['without an order', ['order: required'], {}],
    ['whose order is no object', ['order: wrong-type'], { order: null }],
    ['of a payment page without an order', ['order: required'], { paymentPage: 'page-1' }],
    ['of a payment page that is none', ['paymentPage: unknown'], { order: ORDER, paymentPage: 'page-1' }],
    ['with several faults', ['exp: required'], { order: 'A-1', exp: undefined as never }],
  ])('%s is refused with its fault named, under the secret before too', async (_what, faults, claims) => {
    expect(await faultsOf(await sign(companion.deps, claims))).toEqual(faults);
    expect(await faultsOf(await sign(companion.deps, claims, PREVIOUS_ORDER_SECRET))).toEqual(faults);
  });

  it.each<[string, string]>([
    ['whose iat is no time', '{"order":{},"exp":1e300,"iat":1e999}'],
    ['that holds no object', '["order"]'],
    ['that holds no JSON', 'order'],
  ])('%s is refused', async (_what, claims) => {
    expect(await problemOf(await session(signedAsText(claims)))).toMatchObject({
      code: 'order-token-invalid',
    });
  });

  const YEAR_S = 366 * 86_400;
  it.each<[string, () => JWTPayload]>([
    ['exp: too-far-ahead', () => ({ exp: seconds(YEAR_S + 3_600) })],
    ['exp: too-far-ahead', () => ({ exp: 1e15 })],
    ['exp: too-far-ahead', () => ({ iat: seconds(-86_400), exp: seconds(YEAR_S) })],
    ['iat: in-the-future', () => ({ iat: seconds(62) })],
    ['nbf: in-the-future', () => ({ nbf: seconds(62) })],
    ['aud: other-audience', () => ({ aud: 'https://staging.shop.example/pay' })],
    ['aud: other-audience', () => ({ aud: ['https://pay.shop.example', 'shop'] })],
    ['aud: other-audience', () => ({ aud: [] })],
    ['aud: other-audience', () => ({ aud: null as never })],
  ])('is refused for %s', async (fault, claims) => {
    expect(await faultsOf(await signed(claims()))).toEqual([fault]);
  });

  it.each<[string, () => JWTPayload]>([
    ['lives for a year', () => ({ iat: seconds(0), exp: seconds(YEAR_S) })],
    [
      'comes from a clock that is a minute ahead',
      () => ({ iat: seconds(60), nbf: seconds(60), exp: seconds(60 + YEAR_S) }),
    ],
    ['names this companion', () => ({ aud: 'https://pay.shop.example/pay' })],
    ['names this companion with a slash', () => ({ aud: 'https://pay.shop.example/pay/' })],
    ['names this companion beside others', () => ({ aud: ['shop', 'https://pay.shop.example/pay'] })],
    ['names no audience', () => ({})],
  ])('is taken that %s', async (_what, claims) => {
    expect((await session(await signed(claims()))).status).toBe(200);
  });

  it('is checked before the body is looked at', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await companion.ask('/payments', { token: 'nonsense', body: 'no JSON', headers });
    expect(await problemOf(answer)).toMatchObject({ code: 'order-token-invalid' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['order.amount', { amount: 10.1 }],
    ['order.customer.id', { customer: { id: ' C-1' } }],
    ['order.returnUrl', { returnUrl: 'javascript:alert(1)' }],
    ['order.split', { split: [{ subMerchantId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amount: '1' }] }],
    ['order.paid', { paid: true }],
  ])('whose %s is invalid in %j is refused', async (path, over) => {
    const faults = await faultsOf(await companion.token(over));
    expect(faults).toEqual([expect.stringContaining(`${path}: `)]);
  });

  async function faultsOf(token: string): Promise<string[] | undefined> {
    const problem = await problemOf(await session(token));
    expect(problem).toMatchObject({ status: 401, code: 'order-token-invalid' });
    return problem.errors?.map(({ path, code }) => `${path}: ${code}`);
  }

  /** Claims that no library would sign. */
  function signedAsText(claims: string, header = '{"alg":"HS256"}'): string {
    const part = (text: string) => Buffer.from(text).toString('base64url');
    const content = `${part(header)}.${part(claims)}`;
    return `${content}.${createHmac('sha256', ORDER_SECRET).update(content).digest('base64url')}`;
  }

  function unsigned(header: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part(header)}.${part({ order: ORDER, exp: seconds(900) })}.`;
  }

  function altered(token: string, over: object): string {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { order: object };
    const changed = { ...claims, order: { ...claims.order, ...over } };
    return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
  }
});

describe('a token that was read', () => {
  const tokensOf = (current: string) =>
    orderTokens({
      secrets: { current },
      audience: 'https://pay.shop.example/pay',
      now: companion.deps.clock.now,
      tokenBehind: async () => null,
    });

  it('with an iat says when it was issued', async () => {
    const tokens = tokensOf(ORDER_SECRET);
    const iat = seconds(-10);
    expect(await tokens.read(await signed({ iat }))).toMatchObject({ issuedAt: iat });
    // Of Python's time.time(): the store keeps whole seconds.
    expect(await tokens.read(await signed({ iat: iat + 0.75 }))).toMatchObject({ issuedAt: iat });
    expect(await tokens.read(await signed())).toMatchObject({ issuedAt: null });
  });

  it('is not verified again, until it expires', async () => {
    const tokens = tokensOf(ORDER_SECRET);
    const token = await signed({ exp: seconds(60) });
    const read = await tokens.read(token);
    expect(await tokens.read(token)).toBe(read);
    companion.deps.clock.pass(60);
    await expect(tokens.read(token)).rejects.toMatchObject({ code: 'order-token-expired' });
  });

  it('counts under its own secret only, and as a whole', async () => {
    const tokens = tokensOf(ORDER_SECRET);
    const token = await signed();
    await tokens.read(token);
    const other = tokensOf('another secret of the orders, 32 bytes and more');
    const refused = { code: 'order-token-invalid' };
    await expect(other.read(token)).rejects.toMatchObject(refused);
    await expect(tokens.read(token.slice(0, -1))).rejects.toMatchObject(refused);
    await expect(tokens.read(`${token}A`)).rejects.toMatchObject(refused);
  });

  const MINTED = { ...ORDER, method: 'purchase', threeDs: 'supported', customer: {}, rules: {} } as const;
  it('that was issued here names its time of issue, and its end', async () => {
    const token = await orderTokenMint(ORDER_SECRET)(MINTED, {
      issuedAt: seconds(0),
      expiresAt: seconds(60),
    });
    expect(await tokensOf(ORDER_SECRET).read(token)).toMatchObject({ issuedAt: seconds(0) });
    companion.deps.clock.pass(60);
    expect(await tokensOf(ORDER_SECRET).readOwn(token)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { PaymentView } from '../contract/checkout-api.ts';
import { refused, unknown } from '../payments/testing/gateway.ts';
import { BODY, FORM, jsonOf, ORDER, ORIGIN, problemOf, sign, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const ACS = 'https://bank.example/acs';
const pending = () => companion.answers({ status: 'pending', statusCode: '2122', actionUrl: ACS });
const session = async (token: string) =>
  jsonOf<Record<string, unknown>>(companion.ask('/session', { token }));

describe('GET /session', () => {
  it('tells what the tag has to show', async () => {
    const token = await companion.token({ customer: { email: 'olena@shop.example' }, brands: ['visa'] });
    const answer = await companion.ask('/session', { token });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({
      order: { ...ORDER, amountText: '₴10.10', method: 'purchase' },
      merchant: null,
      modes: ['direct', 'hosted'],
      customerFields: ['firstName', 'lastName', 'phone'],
      hostedCustomerFields: ['phone'],
      hostedMethods: [],
      brands: ['visa'],
      savedCards: [],
      savable: false,
      payment: null,
      attemptsLeft: 10,
      test: true,
    });
  });

  it('names whom the customer pays: the order’s merchant as a whole, or else the companion’s', async () => {
    const contact = 'help@shop.example';
    const own = { name: 'Kettle & Wool', logoUrl: 'https://cdn.example/logo.svg', contact };
    companion.deps.config.merchant = own;
    const merchant = { name: 'The potter' };
    expect(await session(await companion.token())).toMatchObject({ merchant: own });
    expect(await session(await companion.token({ merchant }))).toMatchObject({
      merchant: { ...merchant, logoUrl: null, contact: null },
    });
  });

  it('warns of an order number that begins again, once a minute, and names nothing but the order', async () => {
    await companion.paid();
    const token = await companion.token({ amount: '99.00' });
    for (let visit = 0; visit < 3; visit += 1) await session(token);
    const warnings = companion.deps.lines.filter(({ event }) => event === 'order.reused');
    expect(warnings).toEqual([{ event: 'order.reused', level: 'warn', fields: { orderId: 'order-1' } }]);
  });
});

describe('POST /session, a form that browsers send without a preflight', () => {
  const open = (body: string, headers: Record<string, string> = {}) =>
    companion.ask('/session', { method: 'POST', body, headers: { ...FORM, ...headers } });

  it('answers what GET answers, in the language of the request, and lets the page read it', async () => {
    const token = await companion.token({ currency: 'EUR' });
    const headers = { origin: ORIGIN, 'accept-language': 'uk' };
    const answer = await open(`order=${token}`, headers);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    const shown: unknown = await answer.json();
    expect(shown).toEqual(await jsonOf(companion.ask('/session', { token, headers })));
    expect(shown).toMatchObject({ order: { amountText: '10,10\u00a0€' } });
  });

  it.each([
    ['', 'order-token-missing'],
    ['order=', 'order-token-missing'],
    ['order=nonsense', 'order-token-invalid'],
  ])('refuses the form "%s" as GET does, and lets the page read why', async (body, code) => {
    // A header counts for GET only.
    const answer = await open(body, { origin: ORIGIN, authorization: `Bearer ${await companion.token()}` });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(await problemOf(answer)).toMatchObject({ status: 401, code });
  });

  it('refuses unknown and repeated fields, and other types', async () => {
    const order = await companion.token();
    const errors = [{ path: 'amount', code: 'unknown-field' }];
    expect(await problemOf(await open(`order=${order}&amount=1`))).toMatchObject({ errors });
    expect(await problemOf(await open(`order=${order}&order=${order}`))).toMatchObject({
      code: 'bad-request',
    });
    const json = await companion.ask('/session', { body: { order } });
    expect(await problemOf(json)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  });
});

describe('POST /payments', () => {
  it('answers the payment', async () => {
    pending();
    const answer = await companion.pay();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      id: expect.any(String),
      orderId: 'order-1',
      mode: 'direct',
      method: 'purchase',
      status: 'pending',
      statusCode: '2122',
      statusDescription: null,
      amount: '10.10',
      amountText: '₴10.10',
      currency: 'UAH',
      action: { url: ACS },
      cardMask: '424242******4242',
      receiptUrl: null,
      canRetry: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it.each([
    ['a refusal', refused(400), 'failure', true],
    ['an unclear outcome', unknown, 'unknown', false],
  ])('%s is a payment, not a problem', async (_what, outcome, status, canRetry) => {
    companion.deps.gateway.script.createDirect = async () => outcome;
    expect(await companion.paid()).toMatchObject({ status, canRetry, action: null });
  });

  it('names every invalid field', async () => {
    const body = {
      card: { number: '4242 4242 4242 4242', expMonth: '12', expYear: 2030.5, cvv: '12a' },
      customer: { email: 7 },
      fingerprint: { ...BODY.fingerprint, browserTimeZone: 7, browserLanguage: undefined },
      saveCard: 'yes',
    };
    const problem = await problemOf(await companion.pay({ body }));
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
    expect(problem.errors).toEqual([
      { path: 'card.number', code: 'invalid' },
      { path: 'card.expMonth', code: 'wrong-type' },
      { path: 'card.expYear', code: 'wrong-type' },
      { path: 'card.cvv', code: 'invalid' },
      { path: 'customer.email', code: 'wrong-type' },
      { path: 'fingerprint.browserLanguage', code: 'required' },
      { path: 'fingerprint.browserTimeZone', code: 'wrong-type' },
      { path: 'saveCard', code: 'wrong-type' },
    ]);
  });

  it('refuses unknown fields wherever they are, and never repeats a name that may be a card number', async () => {
    const body = {
      ...BODY,
      amount: '0.01',
      card: { ...BODY.card, '4242424242424242': 1 },
      customer: { admin: true },
      fingerprint: { ...BODY.fingerprint, browserIpAddress: '10.0.0.1' },
    };
    const answer = await companion.pay({ body });
    expect((await problemOf(answer.clone())).errors).toEqual([
      { path: 'card.?', code: 'unknown-field' },
      { path: 'customer.admin', code: 'unknown-field' },
      { path: 'fingerprint.browserIpAddress', code: 'unknown-field' },
      { path: 'amount', code: 'unknown-field' },
    ]);
    expect(await answer.text()).not.toContain('42424242');
  });

  it.each([
    [undefined, 'idempotency-key-missing'],
    ['', 'idempotency-key-invalid'],
    ['short', 'idempotency-key-invalid'],
    ['x'.repeat(129), 'idempotency-key-invalid'],
    ['with blanks in it', 'idempotency-key-invalid'],
    ['4242-4242-4242-4242', 'idempotency-key-invalid'],
  ])('refuses the Idempotency-Key %j', async (key, code) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await companion.ask('/payments', { token: await companion.token(), headers, body: BODY });
    expect(await problemOf(answer)).toMatchObject({ status: 400, code });
  });

  it.each(['12345678', 'a.b:c_d-e', crypto.randomUUID(), 'refund-1795228217906'])(
    'takes the Idempotency-Key %s, quoted or not, as one, and for one request only',
    async (key) => {
      const first: unknown = await jsonOf(companion.pay({ key }));
      expect(await jsonOf(companion.pay({ key: `"${key}"` }))).toEqual(first);
      const body = { ...BODY, card: { ...BODY.card, number: '5454545454545454' } };
      const other = await problemOf(await companion.pay({ key, body }));
      expect(other).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
      expect(companion.deps.gateway.calls).toHaveLength(1);
    },
  );

  it('asks a client that tries in vain again and again for a pause', async () => {
    companion.deps.gateway.script.createDirect = async () => refused(429);
    for (let attempt = 0; attempt < 4; attempt += 1) await companion.paid();
    const answer = await companion.pay();
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'gateway-busy', retryAfter: 1 });
  });
});

describe('GET /payments/{id}', () => {
  const start = async () => {
    pending();
    return (await companion.paid()).id;
  };
  const get = async (path: string, order = {}) =>
    companion.ask(`/payments/${path}`, { token: await companion.token(order) });

  it('answers immediately if it changed since then, in any spelling of the time', async () => {
    const answer = get(`${await start()}?wait=60&since=2026-06-15T11:59:59Z`);
    expect(await jsonOf(answer)).toMatchObject({ status: 'pending' });
  });

  it.each(['12:00:00.001Z', '12:00:00.001000Z'])('answers with the next change since %s', async (time) => {
    const id = await start();
    const waiting = get(`${id}?wait=60&since=2026-06-15T${time}`);
    await companion.webhook({});
    expect(await jsonOf(waiting)).toMatchObject({ id, status: 'success', action: null });
  });

  it.each(['wait=61', 'wait=1.5', 'wait=', 'since=yesterday', 'other=1'])('refuses ?%s', async (query) => {
    const problem = await problemOf(await get(`${await start()}?${query}`));
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
  });

  it('knows no payment of another order, nor one that is not there', async () => {
    const other = await get(await start(), { id: 'order-2' });
    for (const answer of [other, await get('none'), await get('null.1')])
      expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'payment-not-found' });
  });
});

describe('an order token that has expired', () => {
  const LIFE_S = 900;
  const DAY_S = 86_400;
  const read = (id: string, token: string, query = '') => companion.ask(`/payments/${id}${query}`, { token });
  const expired = { status: 401, code: 'order-token-expired' };

  /** A payment that is open when so much of its token's life is over. */
  async function outlive(seconds = LIFE_S): Promise<{ id: string; token: string }> {
    pending();
    const token = await companion.token();
    const { id } = await jsonOf<PaymentView>(companion.pay({ token }));
    companion.deps.clock.pass(seconds);
    return { id, token };
  }

  it('reads its order’s payment, waits for it, and says that it starts no other', async () => {
    const { id, token } = await outlive();
    const late = { tokenExpired: true, canRetry: false };
    expect(await jsonOf(read(id, token))).toMatchObject({ id, status: 'pending', ...late });
    const waiting = read(id, token, '?wait=60');
    await companion.webhook({});
    expect(await jsonOf(waiting)).toMatchObject({ status: 'success', ...late });
  });

  it('says so of a failure that came while somebody waited with it', async () => {
    const { id, token } = await outlive(LIFE_S - 1);
    const waiting = read(id, token, '?wait=60');
    await expect.poll(() => companion.deps.orderEvents.waiting('order-1').order).toBe(1);
    companion.deps.clock.pass(1);
    await companion.webhook({ status: 'failure', status_code: '4153' });
    const late = { tokenExpired: true, canRetry: false };
    expect(await jsonOf(waiting)).toMatchObject({ status: 'failure', ...late });
  });

  it('reads for a day, and no longer', async () => {
    const { id, token } = await outlive();
    companion.deps.clock.pass(DAY_S - 1);
    expect((await read(id, token)).status).toBe(200);
    companion.deps.clock.pass(1);
    expect(await problemOf(await read(id, token))).toMatchObject(expired);
  });

  it('reads no payment of another order', async () => {
    const other = await companion.token({ id: 'order-2' });
    const { id } = await outlive();
    expect(await problemOf(await read(id, other))).toMatchObject({ status: 404, code: 'payment-not-found' });
  });

  it('does nothing else', async () => {
    const { id, token } = await outlive();
    const form = { method: 'POST', body: `order=${token}`, headers: FORM };
    for (const answer of [
      await companion.ask('/session', { token }),
      await companion.ask('/session', form),
      await companion.pay({ token, key: 'key-00002' }),
      await companion.pay({ token, key: 'key-00002', body: { ...BODY, replaces: id } }),
      await companion.pay({ token }),
      await companion.ask('/hosted', { token, body: {} }),
      await companion.ask('/hosted', form),
      await companion.ask(`/saved-cards/${crypto.randomUUID()}`, { method: 'DELETE', token }),
    ])
      expect(await problemOf(answer)).toMatchObject(expired);
    expect(companion.deps.gateway.of('createDirect')).toHaveLength(1);
  });

  it.each<[string, object, string | undefined]>([
    ['another secret', {}, 'another secret of the orders, 32 bytes and more'],
    ['another companion', { aud: 'https://staging.shop.example/pay' }, undefined],
    ['a time in the future', { iat: 4_102_444_800 }, undefined],
    ['more than a year', { iat: 1 }, undefined],
    ['no order', { order: { id: 'order-1' } }, undefined],
  ])('with %s reads nothing', async (_what, claims, secret) => {
    const { id } = await outlive();
    const exp = Math.floor(companion.deps.clock.time / 1_000) - 1;
    const forged = await sign(companion.deps, { order: ORDER, exp, ...claims }, secret);
    const problem = await problemOf(await read(id, forged));
    expect(problem).toMatchObject({ status: 401, code: 'order-token-invalid' });
  });
});

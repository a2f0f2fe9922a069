import { describe, expect, it } from 'vitest';
import {
  answered,
  notSent,
  refused,
  gatewayPayment,
  gatewayPaymentOf,
  unknown,
} from '../payments/testing/gateway.ts';
import { BODY, FORM, ORIGIN, problemOf, sign, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const pending = () => {
  companion.deps.gateway.script.createDirect = async (request) =>
    answered(
      gatewayPaymentOf(request, {
        status: 'pending',
        statusCode: '2122',
        actionUrl: 'https://bank.example/acs',
      }),
    );
};

describe('GET /session', () => {
  it('tells what the tag has to show', async () => {
    const token = await companion.token({ customer: { email: 'olena@shop.example' }, brands: ['visa'] });
    const answer = await companion.ask('/session', { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      order: {
        id: 'order-1',
        amount: '10.10',
        amountText: '₴10.10',
        currency: 'UAH',
        description: 'Two books',
        method: 'purchase',
      },
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
    const own = {
      name: 'Kettle & Wool',
      logoUrl: 'https://cdn.example/logo.svg',
      contact: 'help@shop.example',
    };
    companion.deps.config.merchant = own;
    const seen = async (order: object) => {
      const answer = await companion.ask('/session', { token: await companion.token({ ...order }) });
      return ((await answer.json()) as { merchant: unknown }).merchant;
    };
    expect(await seen({})).toEqual(own);
    const other = { name: 'The potter', logoUrl: null, contact: null };
    expect(await seen({ merchant: { name: 'The potter' } })).toEqual(other);
  });

  it('tells of the payment that is open, which is no decline yet', async () => {
    pending();
    const payment: unknown = await (await companion.pay()).json();
    const session = await companion.ask('/session', { token: await companion.token() });
    expect(await session.json()).toMatchObject({ payment, attemptsLeft: 10 });
  });

  it('warns of an order number that begins again, once a minute, and names nothing but the order', async () => {
    expect((await companion.pay()).status).toBe(200);
    const token = await companion.token({ amount: '99.00' });
    for (let visit = 0; visit < 3; visit += 1) {
      const { payment } = (await (await companion.ask('/session', { token })).json()) as {
        payment: unknown;
      };
      expect(payment).toMatchObject({ status: 'success', cardMask: null, receiptUrl: null });
    }
    const warnings = companion.deps.lines.filter(({ event }) => event === 'order.reused');
    expect(warnings).toEqual([{ event: 'order.reused', level: 'warn', fields: { orderId: 'order-1' } }]);
  });

  it('refuses an order that cannot be paid here, before anybody types a card, and says why', async () => {
    companion.deps.config.direct = false;
    const token = await companion.token({ method: 'lookup', modes: ['hosted'] });
    expect(await problemOf(await companion.ask('/session', { token }))).toMatchObject({
      status: 422,
      code: 'order-unsupported',
      detail: 'Verifying a card requires direct card entry, which is disabled here.',
    });
  });

  it('offers a lookup both ways, as the card is typed here in any case', async () => {
    const answer = await companion.ask('/session', {
      token: await companion.token({ method: 'lookup', customer: {} }),
    });
    expect(await answer.json()).toMatchObject({
      order: { method: 'lookup' },
      modes: ['direct', 'hosted'],
      customerFields: [],
      hostedCustomerFields: [],
    });
  });
});

describe('POST /session, a form that browsers send without a preflight', () => {
  const open = (fields: string | Record<string, string>, headers: Record<string, string> = {}) =>
    companion.ask('/session', {
      method: 'POST',
      body: String(new URLSearchParams(fields)),
      headers: { ...FORM, ...headers },
    });

  it('answers what GET answers, in the language of the request, and lets the page read it', async () => {
    const token = await companion.token({ currency: 'EUR' });
    const headers = { origin: ORIGIN, 'accept-language': 'uk' };
    const answer = await open({ order: token }, headers);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    const session: unknown = await answer.json();
    expect(session).toEqual(await (await companion.ask('/session', { token, headers })).json());
    expect(session).toMatchObject({ order: { amountText: '10,10\u00a0€' } });
  });

  it.each([
    ['', 'order-token-missing'],
    ['order=', 'order-token-missing'],
    ['order=nonsense', 'order-token-invalid'],
  ])('refuses the form "%s" as GET does, and lets the page read why', async (body, code) => {
    const answer = await open(body, { origin: ORIGIN });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(await problemOf(answer)).toMatchObject({ status: 401, code });
  });

  it('reads the token from the form only', async () => {
    const token = await companion.token();
    const answer = await companion.ask('/session', { method: 'POST', token, body: '', headers: FORM });
    expect(await problemOf(answer)).toMatchObject({ code: 'order-token-missing' });
  });

  it('refuses unknown and repeated fields, and other types', async () => {
    const order = await companion.token();
    expect((await problemOf(await open({ order, amount: '1' }))).errors).toEqual([
      { path: 'amount', code: 'unknown-field' },
    ]);
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
      action: { url: 'https://bank.example/acs' },
      cardMask: '424242******4242',
      receiptUrl: null,
      canRetry: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it.each([
    [
      'a decline',
      async () => answered(gatewayPayment({ status: 'failure', statusCode: '4009' })),
      'failure',
      true,
    ],
    ['a refusal', async () => refused(400), 'failure', true],
    ['an unclear outcome', async () => unknown, 'unknown', false],
  ])('%s is a payment, not a problem', async (_what, createDirect, status, canRetry) => {
    companion.deps.gateway.script.createDirect = createDirect;
    const answer = await companion.pay();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status, canRetry, action: null });
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

  it.each<object>([{}, { card: BODY.card, cardToken: 'token' }])(
    'wants one way to pay, not %j',
    async (ways) => {
      const { errors } = await problemOf(
        await companion.pay({ body: { ...ways, fingerprint: BODY.fingerprint } }),
      );
      expect(errors).toEqual([{ path: 'card', code: 'exactly-one-of-card-saved-card-card-token' }]);
    },
  );

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
    'takes the Idempotency-Key %s, quoted or not, as one',
    async (key) => {
      const first: unknown = await (await companion.pay({ key })).json();
      expect(await (await companion.pay({ key: `"${key}"` })).json()).toEqual(first);
      expect(companion.deps.gateway.calls).toHaveLength(1);
    },
  );

  it('answers a repetition with the same payment and another request under its key with 422', async () => {
    const first: unknown = await (await companion.pay()).json();
    expect(await (await companion.pay()).json()).toEqual(first);
    const other = { ...BODY, card: { ...BODY.card, number: '5454545454545454' } };
    expect(await problemOf(await companion.pay({ body: other }))).toMatchObject({
      status: 422,
      code: 'idempotency-key-reused',
    });
    expect(await problemOf(await companion.pay({ key: 'key-00002' }))).toMatchObject({
      status: 409,
      code: 'order-paid',
    });
    expect(companion.deps.gateway.calls).toHaveLength(1);
  });

  it('answers 429 when the order has been tried ten times', async () => {
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'failure' }));
    for (let attempt = 10; attempt < 20; attempt += 1) await companion.pay({ key: `key-000${attempt}` });
    expect(await problemOf(await companion.pay())).toMatchObject({ status: 429, code: 'too-many-attempts' });
    const session = await companion.ask('/session', { token: await companion.token() });
    expect(await session.json()).toMatchObject({ attemptsLeft: 0, payment: { canRetry: false } });
  });

  it.each([
    ['never left this machine', notSent],
    ['the gateway was too busy to take', refused(429)],
  ])('does not count attempts that %s', async (_what, outcome) => {
    companion.deps.gateway.script.createDirect = async () => outcome;
    for (let attempt = 10; attempt < 20; attempt += 1) {
      const answer = await companion.pay({ key: `key-000${attempt}` });
      expect(await answer.json()).toMatchObject({ status: 'failure', canRetry: true });
      companion.deps.clock.pass(6);
    }
    const session = await companion.ask('/session', { token: await companion.token() });
    expect(await session.json()).toMatchObject({ attemptsLeft: 10 });
    companion.deps.gateway.script = {};
    expect(await (await companion.pay()).json()).toMatchObject({ status: 'success' });
  });

  it('asks a client that tries in vain again and again for a pause', async () => {
    companion.deps.gateway.script.createDirect = async () => refused(429);
    for (let attempt = 10; attempt < 14; attempt += 1) await companion.pay({ key: `key-000${attempt}` });
    const answer = await companion.pay();
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'gateway-busy', retryAfter: 1 });
  });

  it('ends the payment of a client that has gone', async () => {
    const gone = new AbortController();
    companion.deps.gateway.script.createDirect = async (request) => {
      gone.abort();
      return answered(gatewayPaymentOf(request));
    };
    const request = new Request('https://pay.shop.example/pay/payments', {
      method: 'POST',
      body: JSON.stringify(BODY),
      signal: gone.signal,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'key-00001',
        authorization: `Bearer ${await companion.token()}`,
      },
    });
    await companion.app.fetch(request);
    expect(await companion.deps.payment()).toMatchObject({ status: 'success' });
  });
});

describe('GET /payments/{id}', () => {
  const start = async () => {
    pending();
    return (await (await companion.pay()).json()) as { id: string };
  };
  const get = async (path: string) => companion.ask(path, { token: await companion.token() });

  it('answers immediately if it changed since then, in any spelling of the time', async () => {
    const { id } = await start();
    const answer = await get(`/payments/${id}?wait=60&since=2026-06-15T11:59:59Z`);
    expect(await answer.json()).toMatchObject({ status: 'pending' });
  });

  it.each(['12:00:00.001Z', '12:00:00.001000Z'])('answers with the next change since %s', async (time) => {
    const { id } = await start();
    const waiting = get(`/payments/${id}?wait=60&since=2026-06-15T${time}`);
    await companion.webhook({});
    expect(await (await waiting).json()).toMatchObject({ id, status: 'success', action: null });
  });

  it.each(['wait=61', 'wait=1.5', 'wait=', 'since=yesterday', 'other=1'])('refuses ?%s', async (query) => {
    const { id } = await start();
    expect(await problemOf(await get(`/payments/${id}?${query}`))).toMatchObject({
      status: 422,
      code: 'invalid-input',
    });
  });

  it('knows no payment of another order, nor one that is not there', async () => {
    const { id } = await start();
    const other = await companion.ask(`/payments/${id}`, { token: await companion.token({ id: 'order-2' }) });
    for (const answer of [other, await get('/payments/none'), await get('/payments/null.1')])
      expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'payment-not-found' });
  });
});

describe('an order token that has expired', () => {
  const LIFE_S = 900;
  const DAY_S = 86_400;
  const read = (id: string, token: string, query = '') => companion.ask(`/payments/${id}${query}`, { token });
  const expired = { status: 401, code: 'order-token-expired' };

  /** A payment that is open when its token expires. */
  async function outlive(): Promise<{ id: string; token: string }> {
    pending();
    const token = await companion.token();
    const { id } = (await (await companion.pay({ token })).json()) as { id: string };
    companion.deps.clock.pass(LIFE_S);
    return { id, token };
  }

  it('reads its order’s payment, waits for it, and says that it starts no other', async () => {
    const { id, token } = await outlive();
    const late = { tokenExpired: true, canRetry: false };
    expect(await (await read(id, token)).json()).toMatchObject({ id, status: 'pending', ...late });
    const waiting = read(id, token, '?wait=60');
    await companion.webhook({});
    expect(await (await waiting).json()).toMatchObject({ status: 'success', ...late });
  });

  it('says so of a failure that came while somebody waited with it', async () => {
    pending();
    const token = await companion.token();
    const { id } = (await (await companion.pay({ token })).json()) as { id: string };
    companion.deps.clock.pass(LIFE_S - 1);
    const waiting = read(id, token, '?wait=60');
    await expect.poll(() => companion.deps.orderEvents.waiting('order-1').order).toBe(1);
    companion.deps.clock.pass(1);
    await companion.webhook({ status: 'failure', status_code: '4153' });
    expect(await (await waiting).json()).toMatchObject({
      status: 'failure',
      tokenExpired: true,
      canRetry: false,
    });
  });

  it('reads for a day, and no longer', async () => {
    const { id, token } = await outlive();
    companion.deps.clock.pass(DAY_S - 1);
    expect((await read(id, token)).status).toBe(200);
    companion.deps.clock.pass(1);
    expect(await problemOf(await read(id, token))).toMatchObject(expired);
  });

  it('reads no payment of another order', async () => {
    const { id } = await outlive();
    companion.deps.clock.pass(-LIFE_S);
    const other = await companion.token({ id: 'order-2' });
    companion.deps.clock.pass(LIFE_S);
    expect(await problemOf(await read(id, other))).toMatchObject({ status: 404, code: 'payment-not-found' });
  });

  it('does nothing else', async () => {
    const { id, token } = await outlive();
    const body = { ...BODY, replaces: id };
    const key = { 'idempotency-key': 'key-00002' };
    for (const answer of [
      await companion.ask('/session', { token }),
      await companion.ask('/session', { method: 'POST', body: `order=${token}`, headers: FORM }),
      await companion.ask('/payments', { token, body: BODY, headers: key }),
      await companion.ask('/payments', { token, body, headers: key }),
      await companion.ask('/payments', { token, body: BODY, headers: { 'idempotency-key': 'key-00001' } }),
      await companion.ask('/hosted', { token, body: {} }),
      await companion.ask('/hosted', { body: `order=${token}`, headers: FORM }),
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
    const order = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
    const exp = Math.floor(companion.deps.clock.time / 1_000) - 1;
    const forged = await sign(companion.deps, { order, exp, ...claims }, secret);
    expect(await problemOf(await read(id, forged))).toMatchObject({
      status: 401,
      code: 'order-token-invalid',
    });
  });
});

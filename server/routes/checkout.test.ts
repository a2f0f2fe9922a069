import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answered,
  notSent,
  refused,
  gatewayPayment,
  gatewayPaymentOf,
  unknown,
} from '../payments/test-gateway.ts';
import { BODY, FORM, openCompanion, ORIGIN, problemOf, type TestCompanion } from '../test-companion.ts';

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion();
});
afterEach(() => companion.world.store.close());

const pending = () => {
  companion.world.gateway.script.createDirect = async (request) =>
    answered(
      gatewayPaymentOf(request, {
        status: 'pending',
        statusCode: '2122',
        actionUrl: 'https://bank.example/acs',
      }),
    );
};

const SHARE = { subMerchantId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amount: '10.10' };

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

  it('writes the amount as people of the request’s language do, wherever the tag shows one', async () => {
    const token = await companion.token({ currency: 'EUR' });
    const headers = { 'accept-language': 'uk' };
    const paid = await companion.pay({ order: { currency: 'EUR' }, headers });
    const payment = (await paid.json()) as { id: string; amountText: string };
    const followed = await companion.ask(`/payments/${payment.id}`, { token, headers });
    const session = await (await companion.ask('/session', { token, headers })).json();
    const amountText = '10,10\u00a0€';
    expect(payment.amountText).toBe(amountText);
    expect(await followed.json()).toMatchObject({ amountText });
    expect(session).toMatchObject({ order: { amountText }, payment: { amountText } });
  });

  it('names whom the customer pays: the order’s merchant as a whole, or else the companion’s', async () => {
    const own = {
      name: 'Kettle & Wool',
      logoUrl: 'https://cdn.example/logo.svg',
      contact: 'help@shop.example',
    };
    companion.world.config.merchant = own;
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

  it('refuses an order that cannot be paid here, before anybody types a card, and says why', async () => {
    companion.world.config.direct = false;
    const token = await companion.token({ method: 'lookup', modes: ['hosted'] });
    expect(await problemOf(await companion.ask('/session', { token }))).toMatchObject({
      status: 422,
      code: 'order-unsupported',
      detail: 'Verifying a card requires direct card entry, which is disabled here.',
    });
  });

  it.each([
    ['a split of an authorization', { method: 'auth', split: [SHARE] }, 'order.split', 'only-for-purchase'],
    ['a split of a lookup', { method: 'lookup', split: [SHARE] }, 'order.split', 'only-for-purchase'],
    [
      'one sub-merchant twice',
      { split: [SHARE, SHARE] },
      'order.split.1.subMerchantId',
      'duplicate-sub-merchant',
    ],
    ['a share of nothing', { split: [{ ...SHARE, amount: '0' }] }, 'order.split.0.amount', 'not-positive'],
    ['shares that do not add up', { split: [{ ...SHARE, amount: '1' }] }, 'order.split', 'does-not-add-up'],
    ['an unknown language', { lang: 'XX' }, 'order.lang', 'unknown-language'],
    ['a payload too long', { payload: 'x'.repeat(4001) }, 'order.payload', 'too-big'],
    ['a description too long', { description: 'x'.repeat(2049) }, 'order.description', 'too-big'],
    ['products that are no list', { products: {} }, 'order.products', 'wrong-type'],
    ['a product that is no object', { products: [{}, 'book'] }, 'order.products.1', 'wrong-type'],
    ['a merchant code of letters', { mcc: 'book' }, 'order.mcc', 'invalid'],
    ['an address that is none', { validationUrl: 'shop' }, 'order.validationUrl', 'invalid'],
    ['a lifespan of nothing', { orderTimeout: 0 }, 'order.orderTimeout', 'too-small'],
    ['another 3-D Secure', { threeDs: 'perhaps' }, 'order.threeDs', 'invalid'],
    ['a rule that is off', { rules: { igaming: false } }, 'order.rules.igaming', 'invalid'],
    [
      'a birthday that never was',
      { customer: { birthday: '1990-02-30' } },
      'order.customer.birthday',
      'invalid',
    ],
  ])('refuses an order with %s and names the field', async (_what, order, path, code) => {
    const answer = await companion.ask('/session', { token: await companion.token(order) });
    expect(await problemOf(answer)).toMatchObject({
      status: 401,
      code: 'order-token-invalid',
      errors: [{ path, code }],
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

  it('takes no query', async () => {
    const answer = await companion.ask('/session?amount=1', { token: await companion.token() });
    expect(await problemOf(answer)).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'amount', code: 'unknown-field' }],
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

  it.each(['https://evil.example', 'null'])(
    'is refused to a page of %s, which reads nothing',
    async (origin) => {
      const answer = await open({ order: await companion.token() }, { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin-not-allowed' });
    },
  );

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

  it('refuses a body that is too large', async () => {
    const answer = await open({ order: 'x'.repeat(70_000) });
    expect(await problemOf(answer)).toMatchObject({ status: 413, code: 'body-too-large' });
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
    companion.world.gateway.script.createDirect = createDirect;
    const answer = await companion.pay();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status, canRetry, action: null });
  });

  it('passes on the customer’s address and what the browser accepts', async () => {
    await companion.pay({ headers: { accept: 'application/json' }, peer: '203.0.113.9' });
    expect(companion.world.gateway.calls[0]?.request).toMatchObject({
      customerIp: '203.0.113.9',
      fingerprint: { browserAcceptHeader: 'application/json', browserIpAddress: '203.0.113.9' },
    });
  });

  it('names every invalid field', async () => {
    const body = {
      card: { number: '4242 4242 4242 4242', expMonth: '12', expYear: 2030.5, cvv: '12a' },
      customer: { email: 'nobody', phone: '1', birthday: '1990-02-30' },
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
      { path: 'customer.email', code: 'invalid' },
      { path: 'customer.phone', code: 'invalid' },
      { path: 'customer.birthday', code: 'invalid' },
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

  it('names twenty faults and no more', async () => {
    const fields = Array.from({ length: 4_000 }, (_, index) => [`field${index}`, 1]);
    const answer = await companion.pay({ body: { ...BODY, ...Object.fromEntries(fields) } });
    expect((await problemOf(answer)).errors).toHaveLength(20);
  });

  it.each<object>([{}, { card: BODY.card, cardToken: 'token' }])(
    'wants one way to pay, not %j',
    async (ways) => {
      const problem = await problemOf(
        await companion.pay({ body: { ...ways, fingerprint: BODY.fingerprint } }),
      );
      expect(problem.errors).toEqual([{ path: 'card', code: 'exactly-one-of-card-saved-card-card-token' }]);
    },
  );

  it.each([
    [undefined, 'idempotency-key-missing'],
    ['', 'idempotency-key-invalid'],
    ['short', 'idempotency-key-invalid'],
    ['x'.repeat(129), 'idempotency-key-invalid'],
    ['with blanks in it', 'idempotency-key-invalid'],
    ['4242424242424242', 'idempotency-key-invalid'],
    ['4242-4242-4242-4242', 'idempotency-key-invalid'],
    ['order-7:4242.4242.4242.4242', 'idempotency-key-invalid'],
  ])('refuses the Idempotency-Key %j', async (key, code) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await companion.ask('/payments', { token: await companion.token(), headers, body: BODY });
    expect(await problemOf(answer)).toMatchObject({ status: 400, code });
  });

  it.each([
    '12345678',
    crypto.randomUUID(),
    '12345678-1234-4123-8123-123456789012',
    'a.b:c_d-e',
    'refund-1795228217906',
    'A-1001_2026-11-21_0001',
  ])('takes the Idempotency-Key %s, quoted or not, as one', async (key) => {
    const first: unknown = await (await companion.pay({ key })).json();
    expect(await (await companion.pay({ key: `"${key}"` })).json()).toEqual(first);
    expect(companion.world.gateway.calls).toHaveLength(1);
  });

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
    expect(companion.world.gateway.calls).toHaveLength(1);
  });

  it('answers 429 when the order has been tried ten times', async () => {
    companion.world.gateway.script.createDirect = async (request) =>
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
    companion.world.gateway.script.createDirect = async () => outcome;
    for (let attempt = 10; attempt < 20; attempt += 1) {
      const answer = await companion.pay({ key: `key-000${attempt}` });
      expect(await answer.json()).toMatchObject({ status: 'failure', canRetry: true });
    }
    const session = await companion.ask('/session', { token: await companion.token() });
    expect(await session.json()).toMatchObject({ attemptsLeft: 10 });
    companion.world.gateway.script = {};
    expect(await (await companion.pay()).json()).toMatchObject({ status: 'success' });
  });

  it('asks to wait where attempts that never arrive go on and on, until the next day', async () => {
    companion.world.gateway.script.createDirect = async () => notSent;
    for (let attempt = 10; attempt < 70; attempt += 1) await companion.pay({ key: `key-000${attempt}` });
    const answer = await companion.pay();
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'gateway-busy' });
    companion.world.clock.pass(86_400);
    expect((await companion.pay()).status).toBe(200);
  });

  it('recognises a repetition by the card’s mask and expiry, without any hash of its number', async () => {
    const first: unknown = await (await companion.pay()).json();
    const sameMask = { ...BODY, card: { ...BODY.card, number: '4242420000004242' } };
    expect(await (await companion.pay({ body: sameMask })).json()).toEqual(first);
    expect(companion.world.gateway.calls).toHaveLength(1);
  });

  it('ends the payment of a client that has gone', async () => {
    const gone = new AbortController();
    companion.world.gateway.script.createDirect = async (request) => {
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
    expect(await companion.world.payment()).toMatchObject({ status: 'success' });
  });
});

describe('GET /payments/{id}', () => {
  const start = async () => {
    pending();
    return (await (await companion.pay()).json()) as { id: string; updatedAt: string };
  };
  const get = async (path: string) => companion.ask(path, { token: await companion.token() });

  it('answers the payment at once where no waiting is wanted', async () => {
    const { id } = await start();
    expect(await (await get(`/payments/${id}`)).json()).toMatchObject({ id, status: 'pending' });
  });

  it('answers immediately if it changed since then, in any spelling of the time', async () => {
    const { id } = await start();
    const answer = await get(`/payments/${id}?wait=60&since=2026-06-15T11:59:59Z`);
    expect(await answer.json()).toMatchObject({ status: 'pending' });
  });

  it('knows the same moment in another spelling, and waits', async () => {
    const { id, updatedAt } = await start();
    expect(updatedAt).toBe('2026-06-15T12:00:00.001Z');
    const waiting = get(`/payments/${id}?wait=60&since=2026-06-15T12:00:00.001000Z`);
    await companion.webhook({});
    expect(await (await waiting).json()).toMatchObject({ status: 'success' });
  });

  it('answers with the next change', async () => {
    const { id, updatedAt } = await start();
    const waiting = get(`/payments/${id}?wait=60&since=${updatedAt}`);
    await companion.webhook({});
    expect(await (await waiting).json()).toMatchObject({ id, status: 'success', action: null });
  });

  it('answers after the time when nothing changes', async () => {
    const { id } = await start();
    companion.world.clock.monotonic = () => performance.now();
    const before = performance.now();
    const answer = await get(`/payments/${id}?wait=1`);
    expect(await answer.json()).toMatchObject({ status: 'pending' });
    expect(performance.now() - before).toBeGreaterThan(950);
  });

  it.each([
    'wait=61',
    'wait=-1',
    'wait=1.5',
    'wait=',
    'wait=1e1',
    'since=yesterday',
    'since=2026-06-15',
    'other=1',
  ])('refuses ?%s', async (query) => {
    const { id } = await start();
    expect(await problemOf(await get(`/payments/${id}?${query}`))).toMatchObject({
      status: 422,
      code: 'invalid-input',
    });
  });

  it('knows no payment of another order, nor one that is not there', async () => {
    const { id } = await start();
    const token = await companion.token({ id: 'order-2' });
    expect(await problemOf(await companion.ask(`/payments/${id}`, { token }))).toMatchObject({
      status: 404,
      code: 'payment-not-found',
    });
    expect(await problemOf(await get('/payments/none'))).toMatchObject({
      status: 404,
      code: 'payment-not-found',
    });
  });
});

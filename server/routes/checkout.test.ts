import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answered, refused, told, toldOf, unknown } from '../payments/test-world.ts';
import {
  API_SECRET,
  BODY,
  FORM,
  openCompanion,
  ORDER_SECRET,
  problemOf,
  sign,
  type TestCompanion,
} from '../test-companion.ts';

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion();
});
afterEach(() => companion.world.store.close());

const pending = () => {
  companion.world.gateway.script.createDirect = async (request) =>
    answered(
      toldOf(request, { status: 'pending', statusCode: '2122', actionUrl: 'https://bank.example/acs' }),
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
        currency: 'UAH',
        description: 'Two books',
        method: 'purchase',
      },
      modes: ['direct', 'hosted'],
      customerFields: ['firstName', 'lastName', 'phone'],
      hostedCustomerFields: ['phone'],
      brands: ['visa'],
      savedCards: [],
      payment: null,
      attemptsLeft: 10,
      test: true,
    });
  });

  it('tells of the payment that is open, and how many tries are left', async () => {
    pending();
    const payment: unknown = await (await companion.pay()).json();
    const session = await companion.ask('/session', { token: await companion.token() });
    expect(await session.json()).toMatchObject({ payment, attemptsLeft: 9 });
  });

  it('refuses an order that cannot be paid here, before anybody types a card', async () => {
    const split = [{ subMerchantId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amount: '10.10' }];
    const answer = await companion.ask('/session', { token: await companion.token({ split }) });
    expect(await problemOf(answer)).toMatchObject({ status: 422, code: 'order-unsupported' });
  });

  it('takes no query', async () => {
    const answer = await companion.ask('/session?amount=1', { token: await companion.token() });
    expect(await problemOf(answer)).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'amount', code: 'unknown-field' }],
    });
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
      currency: 'UAH',
      action: { url: 'https://bank.example/acs' },
      cardMask: null,
      receiptUrl: null,
      canRetry: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it.each([
    ['a decline', async () => answered(told({ status: 'failure', statusCode: '4009' })), 'failure', true],
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

  it('names every field that does not hold', async () => {
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
    expect(await answer.text()).not.toContain('4242');
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
  ])('refuses the Idempotency-Key %j', async (key, code) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await companion.ask('/payments', { token: await companion.token(), headers, body: BODY });
    expect(await problemOf(answer)).toMatchObject({ status: 400, code });
  });

  it.each(['12345678', crypto.randomUUID(), '12345678-1234-4123-8123-123456789012', 'a.b:c_d-e'])(
    'takes the Idempotency-Key %s, quoted or not, as one',
    async (key) => {
      const first: unknown = await (await companion.pay({ key })).json();
      expect(await (await companion.pay({ key: `"${key}"` })).json()).toEqual(first);
      expect(companion.world.gateway.calls).toHaveLength(1);
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
    expect(companion.world.gateway.calls).toHaveLength(1);
  });

  it('answers 429 when the order has been tried ten times', async () => {
    companion.world.gateway.script.createDirect = async (request) =>
      answered(toldOf(request, { status: 'failure' }));
    for (let attempt = 10; attempt < 20; attempt += 1) await companion.pay({ key: `key-000${attempt}` });
    expect(await problemOf(await companion.pay())).toMatchObject({ status: 429, code: 'too-many-attempts' });
    const session = await companion.ask('/session', { token: await companion.token() });
    expect(await session.json()).toMatchObject({ attemptsLeft: 0, payment: { canRetry: false } });
  });

  it('settles the payment of a client that has gone', async () => {
    const gone = new AbortController();
    companion.world.gateway.script.createDirect = async (request) => {
      gone.abort();
      return answered(toldOf(request));
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

describe('POST /hosted', () => {
  const PAGE = 'https://gateway.example/pay/order-1';

  it('answers where to go', async () => {
    const answer = await companion.ask('/hosted', { token: await companion.token(), body: {} });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      location: PAGE,
      payment: { mode: 'hosted', status: 'init', action: { url: PAGE } },
    });
  });

  it('refuses unknown fields', async () => {
    const answer = await companion.ask('/hosted', { token: await companion.token(), body: { amount: '1' } });
    expect((await problemOf(answer)).errors).toEqual([{ path: 'amount', code: 'unknown-field' }]);
  });

  it('leads a form there, without JavaScript, with the customer’s fields flat', async () => {
    const order = await companion.token({ customer: {} });
    const form = new URLSearchParams({
      order,
      email: 'olena@shop.example',
      phone: '+380501234567',
      firstName: '',
    });
    const answer = await companion.ask('/hosted', { body: String(form), headers: FORM });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(PAGE);
    expect(companion.world.gateway.calls[0]?.request).toMatchObject({
      customer: { email: 'olena@shop.example', phone: '+380501234567' },
    });
  });

  it('shows a person a page, and a program a problem, where the form does not hold', async () => {
    const order = await companion.token({ customer: {} });
    const body = String(new URLSearchParams({ order, email: '<b>nobody' }));
    const asked = { body, headers: { ...FORM, accept: 'text/html,*/*' } };
    const page = await companion.ask('/hosted', asked);
    expect(page.status).toBe(422);
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = await page.text();
    expect(text).toContain('email');
    expect(text).not.toContain('nobody');
    expect(await problemOf(await companion.ask('/hosted', { body, headers: FORM }))).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'customer.email', code: 'invalid' }],
    });
  });

  it.each([
    ['', 'order-token-missing'],
    ['order=nonsense', 'order-token-invalid'],
  ])('refuses the form "%s"', async (body, code) => {
    expect(
      await problemOf(await companion.ask('/hosted', { body, method: 'POST', headers: FORM })),
    ).toMatchObject({
      status: 401,
      code,
    });
  });

  it.each([
    ['refused', refused(400), 502, 'gateway-refused'],
    ['unclear', unknown, 409, 'payment-open'],
  ])('that is %s at the gateway is a problem', async (_what, outcome, status, code) => {
    companion.world.gateway.script.createHosted = async () => outcome;
    const answer = await companion.ask('/hosted', { token: await companion.token(), body: {} });
    expect(await problemOf(answer)).toMatchObject({ status, code });
  });

  it('refuses a card where the companion offers the hosted page alone', async () => {
    companion.world.config.direct = false;
    expect(await problemOf(await companion.pay())).toMatchObject({ status: 403, code: 'mode-not-allowed' });
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

  it('answers at once where it changed since then, in whatever spelling of the time', async () => {
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
    companion.world.clock.now = () => new Date(performance.timeOrigin + performance.now());
    const before = performance.now();
    const answer = await companion.ask(`/payments/${id}?wait=1`, {
      token: await sign(companion.world, await claims()),
    });
    expect(await answer.json()).toMatchObject({ status: 'pending' });
    expect(performance.now() - before).toBeGreaterThan(950);
  });

  const claims = async () => ({
    exp: Math.floor(Date.now() / 1_000) + 900,
    order: { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' },
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

describe('the order token', () => {
  const session = (token: string) => companion.ask('/session', { token });
  const order = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
  const seconds = (from: number) => Math.floor(companion.world.clock.time / 1_000) + from;

  it('is taken until it expires', async () => {
    expect((await session(await sign(companion.world, { order, exp: seconds(1) }))).status).toBe(200);
    const token = await sign(companion.world, { order, exp: seconds(0) });
    expect(await problemOf(await session(token))).toMatchObject({ status: 401, code: 'order-token-expired' });
  });

  it('is taken with Bearer in any case', async () => {
    const headers = { authorization: `bearer ${await companion.token()}` };
    expect((await companion.ask('/session', { headers })).status).toBe(200);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjp3b3Jk', 'Bearer a b', 'Bearer é'])(
    'is missing in the header %j',
    async (authorization) => {
      const answer = await companion.ask('/session', { headers: { authorization } });
      expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'order-token-missing' });
    },
  );

  it.each<[string, () => Promise<string>]>([
    ['signed with another key', () => sign(companion.world, { order }, `${ORDER_SECRET}!`)],
    ['signed with the gateway’s secret', () => sign(companion.world, { order }, API_SECRET.padEnd(32))],
    ['signed with HS512', () => sign(companion.world, { order }, ORDER_SECRET, 'HS512')],
    ['signed with HS384', () => sign(companion.world, { order }, ORDER_SECRET, 'HS384')],
    ['without exp', () => sign(companion.world, { order, exp: undefined as never })],
    ['whose exp is no number', () => sign(companion.world, { order, exp: 'never' as never })],
    ['not yet good', () => sign(companion.world, { order, nbf: seconds(60) })],
    ['without an order', () => sign(companion.world, {})],
    ['that is no token', async () => 'nonsense'],
    ['with an empty signature', async () => `${(await companion.token()).split('.').slice(0, 2).join('.')}.`],
    ['altered', async () => altered(await companion.token(), { amount: '0.01' })],
    ['of alg none', async () => unsigned({ alg: 'none' })],
    ['of alg none with a signature', async () => `${unsigned({ alg: 'NONE' })}AAAA`],
    ['that says RS256', async () => `${unsigned({ alg: 'RS256' })}${'A'.repeat(342)}`],
    ['with critical headers', async () => `${unsigned({ alg: 'HS256', crit: ['x'], x: 1 })}AAAA`],
  ])('%s is refused', async (_what, make) => {
    expect(await problemOf(await session(await make()))).toMatchObject({
      status: 401,
      code: 'order-token-invalid',
    });
  });

  it('is checked before the body is looked at', async () => {
    const answer = await companion.ask('/payments', {
      token: 'nonsense',
      body: 'no JSON',
      headers: { 'content-type': 'text/plain' },
    });
    expect(await problemOf(answer)).toMatchObject({ code: 'order-token-invalid' });
  });

  it.each([
    '10.001',
    '0',
    '0.00',
    '-1',
    '1e3',
    '+1',
    '01',
    '9007199254740992',
    '9007199254740993.00',
    '1,5',
    ' 1',
    'NaN',
    '',
  ])('over the amount %j is refused', async (amount) => {
    const problem = await problemOf(await session(await companion.token({ amount })));
    expect(problem).toMatchObject({ status: 401, code: 'order-token-invalid' });
    expect(problem.errors?.map((one) => one.path)).toEqual(['order.amount']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['order.amount', { amount: 10.1 }],
    ['order.id', { id: '' }],
    ['order.id', { id: 'x'.repeat(33) }],
    ['order.id', { id: '../other' }],
    ['order.currency', { currency: 'XXQ' }],
    ['order.description', { description: ' ' }],
    ['order.method', { method: 'credit' }],
    ['order.returnUrl', { returnUrl: 'javascript:alert(1)' }],
    ['order.split', { split: [{ subMerchantId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amount: '1' }] }],
    ['order.paid', { paid: true }],
  ])('whose %s does not hold in %j is refused', async (path, over) => {
    const problem = await problemOf(await session(await companion.token(over)));
    expect(problem).toMatchObject({ status: 401, code: 'order-token-invalid' });
    expect(problem.errors?.map((one) => one.path)).toEqual([path]);
  });

  function unsigned(header: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part(header)}.${part({ order, exp: seconds(900) })}.`;
  }

  function altered(token: string, over: object): string {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { order: object };
    const changed = { ...claims, order: { ...claims.order, ...over } };
    return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
  }
});

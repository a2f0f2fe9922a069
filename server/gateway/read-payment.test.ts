import { describe, expect, it } from 'vitest';
import { operationIn, readPayment } from './read-payment.ts';
import { Scrub } from './scrub.ts';
import { clientFor, HOSTED, json, PAYMENT, seeOther, SETTINGS } from './testing/payments.ts';

const scrub = new Scrub();
const read = (change: object) => readPayment({ ...PAYMENT, ...change }, scrub);

describe('a payment as the gateway reports it', () => {
  it('is read in full', () => {
    const wire = {
      ...PAYMENT,
      transaction_id: 't-1',
      operation_id: 'o-1',
      status: 'pending',
      status_code: '2122',
      status_description: '3-D Secure required',
      user_action_required: true,
      user_action_url: 'https://bank.example/acs?x=1',
      cc_mask: '424242******4242',
      cc_token: 'dG9rZW4gb2YgYSBjYXJk',
      cc_token_expiration: '2031-07-31T23:59:59',
      receipt_url: 'https://gateway.example/receipt/1',
      comment: 'paid twice',
      fee: { amount: 0.15, currency: 'UAH' },
      percent_fee: null,
      processed_amount: '10.25',
      processed_currency: 'EUR',
      recurring: { id: 'r-1', status: 'active' },
      limit_info: { retry_after: '2026-01-03T00:00:00', description: 'one a day' },
      created_at: '2026-01-02T10:00:00.5',
      processed_at: '2026-01-02T10:00:01',
      something_new: { deep: true },
    };
    const { cc_token: _, ...raw } = wire;
    expect(readPayment(wire, scrub)).toEqual({
      posId: SETTINGS.posId,
      gatewayOrderId: 'order-0007',
      gatewayPaymentId: PAYMENT.payment_id,
      operationId: 'o-1',
      transactionId: 't-1',
      mode: 'direct',
      method: 'purchase',
      amountMinor: 1010,
      currency: 'UAH',
      status: 'pending',
      statusCode: '2122',
      statusDescription: '3-D Secure required',
      actionUrl: 'https://bank.example/acs?x=1',
      actionRequired: true,
      cardMask: '424242******4242',
      receiptUrl: 'https://gateway.example/receipt/1',
      cardToken: { token: 'dG9rZW4gb2YgYSBjYXJk', expiresAt: '2031-07-31T23:59:59.000Z' },
      comment: 'paid twice',
      fee: { amountMinor: 15, currency: 'UAH' },
      processed: { amountMinor: 1025, currency: 'EUR' },
      recurring: { id: 'r-1', status: 'active' },
      limit: { description: 'one a day', retryAfter: '2026-01-03T00:00:00.000Z' },
      createdAt: '2026-01-02T10:00:00.500Z',
      processedAt: '2026-01-02T10:00:01.000Z',
      raw,
    });
  });

  it.each<[string, object, object?]>([
    ['missing', {}],
    [
      'null',
      { pos_id: null, payment_id: null, amount: null, currency: null, recurring: null, cc_mask: null },
    ],
    [
      'of another kind',
      { pos_id: [], payment_id: {}, amount: true, currency: {}, cc_mask: [], receipt_url: 7 },
      { unread: 'amount true' },
    ],
  ])('keeps its order, method and status if all else is %s', (_, rest, unread = {}) => {
    const wire = { order_id: '007', method: 'credit', status: 'init', ...rest };
    const kept = { gatewayOrderId: '007', method: 'credit', status: 'init', ...unread, raw: wire };
    const payment = readPayment(wire, scrub) ?? {};
    expect(payment).toMatchObject(kept);
    const others = Object.entries(payment).filter(([name]) => !(name in kept));
    expect(others.filter(([, value]) => value !== null)).toEqual([]);
    for (const name of ['order_id', 'method', 'status'])
      for (const value of [null, '', 7]) expect(readPayment({ ...wire, [name]: value }, scrub)).toBeNull();
  });

  it.each(['4242424242424242', 'c 4242', 'x123456789012', 'x'.repeat(33)])(
    'is of an unknown kind if that is no word: %s',
    (method) => expect(read({ method })).toMatchObject({ method: 'unknown' }),
  );

  it('takes order_currency for currency', () => {
    const euros = { currency: 'EUR', amountMinor: 1010 };
    expect(read({ currency: undefined, order_currency: 'EUR' })).toMatchObject(euros);
    expect(read({ currency: 'UAH', order_currency: 'EUR' })).toMatchObject({ currency: 'UAH' });
  });

  it.each([
    ['1000', '1000'],
    [1000, '1000'],
    ['', null],
    ['P-409', null],
    ['4242424242424242', null],
    [null, null],
  ])('has the status code %j as %j', (code, statusCode) => {
    expect(read({ status_code: code })).toMatchObject({ statusCode });
  });

  it('has one operation id, whichever case its UUID is written in', () => {
    const id = '7365cf25-b8dd-4c9f-9487-92520331895a';
    expect(read({ operation_id: id.toUpperCase() })).toMatchObject({ operationId: id });
    expect(read({ operation_id: 'Op-1' })).toMatchObject({ operationId: 'Op-1' });
  });

  it('is of a subscription only with its id and its status', () => {
    expect(read({ recurring: { id: 'r-1' } })).toMatchObject({ recurring: null });
    expect(read({ recurring: { status: 'active' } })).toMatchObject({ recurring: null });
  });

  it('has a card number in no field, wherever the gateway writes one', () => {
    const number = '4242424242424242';
    const { order_id: _, status: _status, ...others } = PAYMENT;
    const more =
      'transaction_id operation_id cc_mask cc_token status_description comment processed_amount processed_currency limit_info';
    const names = [...Object.keys(others), ...more.split(' ')];
    const payment = read(Object.fromEntries(names.map((name) => [name, number])));
    expect(payment).toMatchObject({ cardMask: '424242******4242', cardToken: null, status: 'success' });
    expect(JSON.stringify(payment)).not.toContain(number);
    expect(JSON.stringify(read({ amount: 4_242_424_242_424_242 }))).not.toContain(number);
  });

  it.each(['4242 4242 4242 4242', 4_242_424_242_424_242, '', null])(
    'has no card token that is %j',
    (token) => {
      expect(read({ cc_token: token })).toMatchObject({ cardToken: null });
    },
  );
});

describe('what the customer has to do', () => {
  it.each([
    [true, null, true, null],
    [null, 'https://bank.example/', true, 'https://bank.example/'],
    ['true', 'https://bank.example/', true, 'https://bank.example/'],
    [null, null, null, null],
    [false, 'https://bank.example/', false, null],
  ])(
    'is, with user_action_required %j and the address %j, %j at %j',
    (required, url, actionRequired, actionUrl) => {
      const action = { user_action_required: required, user_action_url: url };
      expect(read(action)).toMatchObject({ actionRequired, actionUrl });
    },
  );

  it.each([
    ['https://bank.example/a?b=c', true],
    ['http://localhost:8090/acs', true],
    ['http://bank.example/', false],
    ['ftp://localhost/x', false],
    ['java\nscript:alert(1)', false],
    ['/relative', false],
    [7, false],
  ])('is at %j: %s', (given, led) => {
    const wire = { user_action_required: true, user_action_url: given, receipt_url: given };
    const address = led ? given : null;
    expect(read(wire)).toMatchObject({ actionUrl: address, receiptUrl: address });
  });
});

describe('what is written in more than one way', () => {
  it('processed_at counts before processing_time, unless it cannot be read', () => {
    const processing_time = '2026-01-02T10:00:00';
    const processedAt = '2026-01-02T10:00:00.000Z';
    expect(read({ processing_time, processed_at: '2026-01-01T10:00:00' })?.processedAt).toMatch(
      /^2026-01-01/,
    );
    expect(read({ processing_time, processed_at: null })).toMatchObject({ processedAt });
    expect(read({ processing_time, processed_at: 'soon' })).toMatchObject({ processedAt });
  });

  const oneADay = { description: 'one a day', retryAfter: '2026-01-03T00:00:00.000Z' };
  it.each<[unknown, object | null]>([
    ['one a day', { ...oneADay, retryAfter: null }],
    [{ retry_after: '2026-01-03T00:00:00', description: 'one a day' }, oneADay],
    ['{"retry_after":"2026-01-03T00:00:00Z","description":"one a day"}', oneADay],
    [{ retry_after: '2026-01-03T00:00:00' }, { ...oneADay, description: null }],
    ['', null],
    [{}, null],
    [[], null],
  ])('the limit %j is %j', (limit_info, limit) => {
    expect(read({ limit_info })).toMatchObject({ limit });
  });

  it.each([{ amount: 0.155, currency: 'UAH' }, { amount: 0.15 }, 0.15])('the fee %j is none', (fee) => {
    expect(read({ fee })).toMatchObject({ fee: null, raw: { fee } });
  });

  it.each([
    [{ processed_amount: 9.5 }, { amountMinor: 950, currency: 'UAH' }],
    [
      { processed_amount: 1050, processed_currency: 'JPY' },
      { amountMinor: 1050, currency: 'JPY' },
    ],
    [{ processed_amount: null, processed_currency: 'EUR' }, null],
    [{ processed_amount: '', processed_currency: 'EUR' }, null],
  ])('what the payer paid by %j is %j', (wire, processed) => {
    expect(read(wire)).toMatchObject({ processed });
    expect(read(wire)).not.toHaveProperty('unread');
  });
});

describe('an amount that cannot be read', () => {
  it.each([50.005, -5, '5E+1', true, {}])('is unknown, not missing, if the payer paid it: %j', (amount) => {
    const wire = { processed_amount: amount, processed_currency: 'uah' };
    expect(read(wire)).toMatchObject({
      processed: { amountMinor: null, currency: 'UAH' },
      raw: wire,
      unread: `processed_amount ${JSON.stringify(amount)}, processed_currency "uah"`,
    });
  });

  it('stays as it came, for manual review', () => {
    expect(read({ amount: '1E+2' })).toMatchObject({ amountMinor: null, unread: 'amount "1E+2"' });
    expect(read({ currency: null })).toMatchObject({ amountMinor: null, unread: 'amount 10.1' });
    expect(read({ processed_amount: 0.001 })).toMatchObject({ unread: 'processed_amount 0.001' });
  });
});

describe('a payment in an answer', () => {
  const answered = async (body: unknown, status = 200) => {
    const found = await clientFor(() => json(body, status)).client.capture(CAPTURE);
    return found.kind === 'unknown' ? found.reason : found.kind;
  };
  const CAPTURE = { gatewayOrderId: 'order-0007', currency: 'UAH', serverUrl: 'https://shop.example/' };

  it('is one with any HTTP status of success, and with no other', async () => {
    for (const status of [200, 299]) expect(await answered(PAYMENT, status)).toBe('answered');
    for (const status of [300, 500])
      expect(await answered(PAYMENT, status)).toBe(`HTTP ${status}: unexpected-status`);
  });

  it('is ours, by a pos_id in upper or lower case, or by none', async () => {
    expect(await answered({ ...PAYMENT, pos_id: SETTINGS.posId.toUpperCase() })).toBe('answered');
    expect(await answered({ ...PAYMENT, pos_id: null })).toBe('answered');
    expect(await answered({ ...PAYMENT, pos_id: 'another' })).toBe('HTTP 200: another-pos-id');
  });

  it.each([{}, [], [PAYMENT], null, { ...PAYMENT, order_id: '' }])('is none in %j', async (body) => {
    expect(await answered(body)).toBe('HTTP 200: no-payment');
  });
});

describe('the transactions of an order', () => {
  const answered = async (body: unknown) => {
    const { client } = clientFor(() => json(body));
    const both = [await client.readOrder('order-0007'), await client.cancelHosted('order-0007')];
    return both.map((found) => (found.kind === 'answered' ? found.value.length : found.kind));
  };

  it('are those of an array, or a single one', async () => {
    expect(await answered([PAYMENT, { ...PAYMENT, method: 'refund' }])).toEqual([2, 2]);
    expect(await answered(PAYMENT)).toEqual([1, 1]);
  });

  it('are valid as a whole or not at all', async () => {
    for (const other of [{}, null, { ...PAYMENT, status: 'held' }, { ...PAYMENT, pos_id: 'another' }])
      expect(await answered([PAYMENT, other])).toEqual(['unknown', 'unknown']);
    expect(await answered([])).toEqual(['unknown', 'unknown']);
  });
});

describe('the state of an operation', () => {
  const at = (minute: number | null, transaction_id: string, over: object = {}) => ({
    ...PAYMENT,
    created_at: minute === null ? null : `2026-01-02T10:0${minute}:00`,
    transaction_id,
    ...over,
  });
  const found = (elements: readonly unknown[], operation = 'purchase', transactionId?: string) =>
    readPayment(operationIn(elements, operation, transactionId), scrub)?.transactionId;

  it('is the latest element of its kind', () => {
    const [first, second] = [at(1, 'first'), at(2, 'second')];
    const refund = at(3, 'refund', { method: 'refund' });
    expect([found([first, second, refund]), found([refund, second, first])]).toEqual(['second', 'second']);
    expect([found([refund]), found([null]), found([])]).toEqual([undefined, undefined, undefined]);
    expect(found([at(1, 'open', { status: 'init' }), at(2, 'odd', { status: 'held' })])).toBeUndefined();
  });

  it('is no attempt to create the payment again (4119), unless there is nothing else', () => {
    const paid = at(1, 'paid');
    const again = at(2, 'again', { status: 'failure', status_code: '4119' });
    expect(found([paid, again])).toBe('paid');
    expect(found([paid, { ...again, status_code: 4119 }])).toBe('paid');
    expect(found([again])).toBe('again');
  });

  it('is the success of a payment that was tried twice on its page, else the open one', () => {
    const declined = at(2, 'declined', { status: 'failure', status_code: '4157' });
    expect([found([at(1, 'paid'), declined]), found([declined, at(1, 'paid')])]).toEqual(['paid', 'paid']);
    const open = at(3, 'open', { status: 'pending' });
    expect([found([at(1, 'paid'), open]), found([open, declined])]).toEqual(['paid', 'open']);
    expect(found([at(1, 'odd', { status: 'odd' }), declined])).toBeUndefined();
    expect(found([at(1, 'first', { status: 'failure' }), declined])).toBe('declined');
  });

  it('is the latest of a capture or refund, and of a named transaction', () => {
    const refunds = [
      at(1, 'done', { method: 'refund' }),
      at(2, 'failed', { method: 'refund', status: 'failure' }),
    ];
    expect(found(refunds, 'refund')).toBe('failed');
    const states = [at(1, 'one'), at(2, 'two', { status: 'failure' })];
    expect(found(states, 'purchase', 'one')).toBe('two');
  });
});

describe('the address of the hosted page', () => {
  const opened = async (answer: () => Response, baseUrl = 'https://gateway.example') => {
    const { client } = clientFor(answer, { ...SETTINGS, baseUrl });
    const outcome = await client.createHosted(HOSTED);
    return outcome.kind === 'answered' ? outcome.value.location : outcome.kind;
  };

  it.each([
    ['https://pages.example/form', 'https://pages.example/form'],
    ['/api/v1/checkout/1/form', 'https://gateway.example/api/v1/checkout/1/form'],
    ['form?id=1', 'https://gateway.example/a/form?id=1'],
    ['//pages.example/form', 'https://pages.example/form'],
    ['/api/v1/payment/1/form', 'https://gateway.example/api/v1/payment/1/form'],
  ])('%s leads to %s', async (location, expected) => {
    for (const slashes of ['', '/', '//'])
      expect(await opened(() => seeOther(location), `https://gateway.example/a${slashes}`)).toBe(expected);
  });

  it.each([
    undefined,
    'http://gateway.example/form',
    'https://',
    'https://a.example/, https://b.example/',
    'https://moved.example/api/v1/payment',
    '/v/api/v1/split/purchase/?a=1',
  ])('is not %j', async (location) => {
    expect(await opened(() => seeOther(location))).toBe('unknown');
  });

  it('comes with any redirect, and with nothing else', async () => {
    const at = (status: number) => () => new Response(null, { status, headers: { location: '/form' } });
    for (const status of [300, 302, 399])
      expect(await opened(at(status))).toBe('https://gateway.example/form');
    for (const status of [200, 299, 500]) expect(await opened(at(status))).toBe('unknown');
  });
});

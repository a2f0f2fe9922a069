import { describe, expect, it } from 'vitest';
import { readPayment } from './read-payment.ts';
import { PAYMENT } from './test-payments.ts';

const read = (change: object) => readPayment({ ...PAYMENT, ...change });

describe('what is written in more than one way', () => {
  it.each([
    ['2023-09-13T20:53:17', '2023-09-13T20:53:17.000Z'],
    ['2023-09-13T20:53:17.7', '2023-09-13T20:53:17.700Z'],
    ['2023-09-13T20:53:17.736', '2023-09-13T20:53:17.736Z'],
    ['2023-09-13T20:53:17.736128', '2023-09-13T20:53:17.736Z'],
    ['2023-09-13 20:53:17', '2023-09-13T20:53:17.000Z'],
    ['2023-09-13T20:53:17Z', '2023-09-13T20:53:17.000Z'],
    ['2023-09-13T20:53:17+03:00', '2023-09-13T17:53:17.000Z'],
    ['2023-09-13T20:53:17+0300', '2023-09-13T17:53:17.000Z'],
    ['2023-09-13', null],
    ['2023-13-45T20:53:17', null],
    ['yesterday', null],
    [1694638397, null],
    [null, null],
  ])('the time %j is %j', (time, expected) => {
    expect(
      read({ created_at: time, processing_time: time, cc_token: 't', cc_token_expiration: time }),
    ).toMatchObject({
      createdAt: expected,
      processedAt: expected,
      cardToken: { token: 't', expiresAt: expected },
    });
  });

  it('is a time of UTC, wherever this machine stands', () => {
    const { TZ } = process.env;
    process.env['TZ'] = 'America/New_York';
    try {
      expect(read({ created_at: '2023-09-13T20:53:17' })).toMatchObject({
        createdAt: '2023-09-13T20:53:17.000Z',
      });
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
  });

  it('processed_at counts before processing_time, unless it cannot be read', () => {
    const processing_time = '2026-01-02T10:00:00';
    const processedAt = '2026-01-02T10:00:00.000Z';
    expect(read({ processing_time, processed_at: '2026-01-01T10:00:00' })?.processedAt).toMatch(
      /^2026-01-01/,
    );
    expect(read({ processing_time, processed_at: null })).toMatchObject({ processedAt });
    expect(read({ processing_time, processed_at: 'soon' })).toMatchObject({ processedAt });
  });

  it.each<[unknown, object | null]>([
    ['one a day', { description: 'one a day', retryAfter: null }],
    [
      { retry_after: '2026-01-03T00:00:00', description: 'one a day' },
      { description: 'one a day', retryAfter: '2026-01-03T00:00:00.000Z' },
    ],
    [
      '{"retry_after":"2026-01-03T00:00:00Z","description":"one a day"}',
      { description: 'one a day', retryAfter: '2026-01-03T00:00:00.000Z' },
    ],
    [{ description: 'card 4242424242424242' }, { description: 'card [removed]', retryAfter: null }],
    ['card 4242424242424242', { description: 'card [removed]', retryAfter: null }],
    [{ retry_after: '2026-01-03T00:00:00' }, { description: null, retryAfter: '2026-01-03T00:00:00.000Z' }],
    ['', null],
    [null, null],
    [{}, null],
    [[], null],
  ])('the limit %j is %j', (limit_info, limit) => {
    expect(read({ limit_info })).toMatchObject({ limit });
  });

  it.each<[object, object | null]>([
    [{ fee: { amount: '0.15', currency: 'UAH' } }, { amountMinor: 15, currency: 'UAH' }],
    [{ fee: { amount: 0, currency: 'UAH' } }, { amountMinor: 0, currency: 'UAH' }],
    [{ fee: { amount: 0.155, currency: 'UAH' } }, null],
    [{ fee: { amount: 0.15 } }, null],
    [{ fee: 0.15 }, null],
    [{ fee: null }, null],
  ])('of %j the fee is %j', (change, fee) => {
    expect(read(change)).toMatchObject({ fee });
  });

  it('what the payer paid is in his currency, or else in that of the payment', () => {
    expect(read({ processed_amount: 9.5 })).toMatchObject({
      processed: { amountMinor: 950, currency: 'UAH' },
    });
    expect(read({ processed_amount: 9.5, processed_currency: ' eur' })).toMatchObject({
      processed: { amountMinor: 950, currency: 'EUR' },
    });
    expect(read({ processed_amount: null, processed_currency: 'EUR' })).toMatchObject({ processed: null });
  });
});

describe('an amount that cannot be read', () => {
  it.each([50.005, 50.00000000000001, -5, '5E+1', true, {}])(
    'paid by the payer is told as one that is not known: %j',
    (processed_amount) => {
      expect(read({ processed_amount, processed_currency: 'uah' })).toMatchObject({
        processed: { amountMinor: null, currency: 'UAH' },
        raw: { processed_amount, processed_currency: 'uah' },
      });
    },
  );

  it.each([undefined, null, ''])('is not one that is not there: %j', (processed_amount) => {
    const payment = read({ processed_amount, processed_currency: 'UAH' });
    expect(payment).toMatchObject({ processed: null, raw: {} });
    expect(payment).not.toHaveProperty('unread');
  });

  it('stays as it came, for manual review', () => {
    const btc = { processed_amount: 0.00123456, processed_currency: 'BTC' };
    expect(read(btc)).toMatchObject({
      processed: { amountMinor: null, currency: 'BTC' },
      raw: btc,
      unread: 'processed_amount 0.00123456, processed_currency "BTC"',
    });
    expect(read({ amount: '1E+2' })).toMatchObject({
      amountMinor: null,
      raw: { amount: '1E+2' },
      unread: 'amount "1E+2"',
    });
  });

  it('shows no card number', () => {
    const payment = read({ amount: '4242 4242 4242 4242', processed_amount: 4_242_424_242_424_242 });
    expect(JSON.stringify(payment)).not.toMatch(/4242 ?4242/);
  });
});

describe('what is kept beside', () => {
  it('is what could not be read, or said more than was read', () => {
    const wire = {
      fee: 0.15,
      recurring: { id: 'r-1', status: 'active', next: '2026-02-01' },
      limit_info: { level: 3 },
      created_at: 'yesterday',
      cc_token: 't',
      cc_token_expiration: 'never',
      split_fee: { marketplace: 1 },
    };
    const { cc_token: _, ...raw } = wire;
    expect(read(wire)).toMatchObject({ recurring: { id: 'r-1', status: 'active' }, limit: null, raw });
  });

  it('is no card token, which has a place of its own', () => {
    const token = 'rcr:dG9rZW4gb2YgYSBjYXJk';
    const payment = read({ cc_token: token, network_token: 'x', note: `by ${token}` });
    expect(payment?.cardToken).toEqual({ token, expiresAt: null });
    expect(payment?.raw).toEqual({ note: 'by [removed]' });
  });

  it.each(['4242424242424242', '4242 4242 4242 4242', 4_242_424_242_424_242, '', null])(
    'is no card number in the place of a token: %j',
    (token) => {
      const payment = read({ cc_token: token, comment: 'for 4242424242424242' });
      expect(payment?.cardToken).toBeNull();
      expect(JSON.stringify(payment)).not.toMatch(/4242 ?4242/);
    },
  );
});

it('a card number in the place of an id or a code is masked: those are compared and kept', () => {
  const number = '4242424242424242';
  const fields = ['pos_id', 'payment_id', 'operation_id', 'transaction_id', 'mode', 'method', 'status_code'];
  const payment = read({ ...Object.fromEntries(fields.map((name) => [name, number])), currency: number });
  expect(payment).toMatchObject({ method: expect.stringMatching(/^4242.*\*.*4242$/) });
  expect(JSON.stringify(payment)).not.toContain(number);
});

it('an operation has one id, whichever case its UUID is written in', () => {
  const id = '7365cf25-b8dd-4c9f-9487-92520331895a';
  expect(read({ operation_id: id.toUpperCase() })).toMatchObject({ operationId: id });
  expect(read({ operation_id: 'Op-1' })).toMatchObject({ operationId: 'Op-1' });
});

it.each(['4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2', '7365cf25-b8dd-4c9f-9487-92520331895454 5454 5454 5454'])(
  'an id with blanks among its digits is removed: %s',
  (id) => {
    const removed: unknown = expect.stringMatching(/^\[removed\]~\d\d$/);
    expect(read({ operation_id: id, pos_id: id })).toMatchObject({ operationId: removed, posId: removed });
  },
);

describe('the card token', () => {
  const token = 'aWQ6c2VjcmV0/+==';

  it('stands in its own field only: texts lose it, and an address that holds it is none', () => {
    const url = `https://a.example/?token=${encodeURIComponent(token)}`;
    const texts = { status_description: `Token ${token}`, comment: encodeURIComponent(token) };
    const urls = {
      receipt_url: url,
      user_action_required: true,
      user_action_url: `https://a.example/${token}`,
    };
    expect(read({ cc_token: token, ...texts, ...urls })).toMatchObject({
      cardToken: { token },
      statusDescription: 'Token [removed]',
      comment: '[removed]',
      receiptUrl: null,
      actionUrl: null,
    });
  });

  it('takes nothing else away, nor does one so short that it stands anywhere by chance', () => {
    const others = { status_description: 'Approved', receipt_url: 'https://a.example/r' };
    for (const cc_token of [token, 'Appr']) {
      expect(read({ cc_token, ...others })).toMatchObject({
        statusDescription: 'Approved',
        receiptUrl: 'https://a.example/r',
      });
    }
  });
});

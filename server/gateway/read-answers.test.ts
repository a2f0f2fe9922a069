import { describe, expect, it } from 'vitest';
import { asLocation, readOperationAnswer, readPayment, validPayment, validPayments } from './read-payment.ts';
import { PAYMENT, SETTINGS } from './test-payments.ts';

const answer = (body: unknown, status = 200) => ({
  status,
  location: null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfterMs: null,
});

describe('a payment in an answer', () => {
  const read = (body: unknown, status = 200) => validPayment(SETTINGS.posId, answer(body, status));

  it.each([199, 300, 303, 500])('is none with HTTP %i', (status) => {
    expect(read(PAYMENT, status)).toEqual({ rejection: 'unexpected-status' });
  });

  it.each([200, 201, 299])('is one with HTTP %i', (status) => {
    expect(read(PAYMENT, status)).toEqual({ value: readPayment(PAYMENT) });
  });

  it('is ours, by a pos_id in upper or lower case, or by none', () => {
    const upper = { ...PAYMENT, pos_id: SETTINGS.posId.toUpperCase() };
    expect(read(upper)).toHaveProperty('value');
    expect(read({ ...PAYMENT, pos_id: null })).toHaveProperty('value');
    expect(read({ ...PAYMENT, pos_id: 'another' })).toEqual({ rejection: 'another-pos-id' });
  });

  it.each(['', 'OK', '{}', [], { ...PAYMENT, order_id: '' }, { ...PAYMENT, method: '' }])(
    'is none where it is %j',
    (body) => {
      expect(read(body)).toEqual({ rejection: 'no-payment' });
    },
  );
});

describe('payments in an answer', () => {
  const read = (body: unknown, status = 200) => validPayments(SETTINGS.posId, answer(body, status));

  it('are those of an array, or a single one', () => {
    expect(read([PAYMENT, PAYMENT])).toEqual({ value: [readPayment(PAYMENT), readPayment(PAYMENT)] });
    expect(read(PAYMENT)).toEqual({ value: [readPayment(PAYMENT)] });
  });

  it('are valid as a whole or not at all', () => {
    expect(read([PAYMENT, {}])).toEqual({ rejection: 'no-payment' });
    expect(read([PAYMENT, { ...PAYMENT, pos_id: 'another' }])).toEqual({ rejection: 'another-pos-id' });
    expect(read([])).toEqual({ rejection: 'no-payment' });
    expect(read([PAYMENT], 500)).toEqual({ rejection: 'unexpected-status' });
  });
});

describe('the state of an operation', () => {
  const at = (minute: number | null, over: object = {}) => ({
    ...PAYMENT,
    created_at: minute === null ? null : `2026-01-02T10:0${minute}:00`,
    ...over,
  });
  const found = (...elements: unknown[]) => readOperationAnswer(elements, 'purchase')?.transactionId;

  it('is the latest element of its kind', () => {
    const first = at(1, { transaction_id: 'first' });
    const second = at(2, { transaction_id: 'second' });
    const refund = at(3, { transaction_id: 'refund', method: 'refund' });
    expect([found(first, second, refund), found(refund, second, first)]).toEqual(['second', 'second']);
    expect(readOperationAnswer([refund], 'purchase')).toBe(null);
    expect(readOperationAnswer([null], 'purchase')).toBe(null);
  });

  it('is the last one of several of the same time, and of those without', () => {
    const timed = (minute: number | null) => [
      at(minute, { transaction_id: 'first' }),
      at(minute, { transaction_id: 'second' }),
    ];
    expect([found(...timed(1)), found(...timed(null))]).toEqual(['second', 'second']);
    const [first] = timed(1);
    expect(found(first, at(null, { transaction_id: 'second' }))).toBe('first');
  });

  it('is no attempt to create the payment again (4119), unless there is nothing else', () => {
    const paid = at(1, { transaction_id: 'paid' });
    const again = at(2, { transaction_id: 'again', status: 'failure', status_code: '4119' });
    expect(found(paid, again)).toBe('paid');
    expect(found(paid, { ...again, status_code: 4119 })).toBe('paid');
    expect(found(again)).toBe('again');
    expect(found(paid, { ...again, method: 'refund' })).toBe('paid');
  });

  it('is the success of a payment that was tried twice on its page, regardless of later ones', () => {
    const paid = at(1, { transaction_id: 'paid' });
    const declined = at(2, { transaction_id: 'declined', status: 'failure', status_code: '4157' });
    expect([found(paid, declined), found(declined, paid)]).toEqual(['paid', 'paid']);
    const untimed = [at(null, { transaction_id: 'paid' }), { ...declined, created_at: null }];
    expect(found(...untimed)).toBe('paid');
  });

  it('is open while one try of the payment is, even if a later one failed', () => {
    const open = at(1, { transaction_id: 'open', status: 'pending' });
    const declined = at(2, { transaction_id: 'declined', status: 'failure' });
    expect(found(open, declined)).toBe('open');
    expect(found({ ...open, status: 'odd' }, declined)).toBe(undefined);
    expect(found({ ...declined, transaction_id: 'first' }, declined)).toBe('declined');
  });

  it('is the latest of a capture or refund, and of a named transaction', () => {
    const done = at(1, { transaction_id: 'done', method: 'refund' });
    const failed = at(2, { transaction_id: 'failed', method: 'refund', status: 'failure' });
    expect(readOperationAnswer([done, failed], 'refund')?.transactionId).toBe('failed');
    const states = [at(1, { transaction_id: 'one' }), at(2, { transaction_id: 'one', status: 'failure' })];
    expect(readOperationAnswer(states, 'purchase', 'one')?.status).toBe('failure');
  });
});

describe('the address of the hosted page', () => {
  const read = (location: string | null, status = 303, baseUrl = 'https://gateway.example') =>
    asLocation({ status, location, text: '', retryAfterMs: null }, baseUrl);

  it.each([300, 303, 399])('comes with HTTP %i', (status) => {
    expect(read('https://pay.example/1', status)).toEqual({ value: { location: 'https://pay.example/1' } });
  });

  it.each([200, 299, 400])('does not come with HTTP %i', (status) => {
    expect(read('https://pay.example/1', status)).toEqual({ rejection: 'unexpected-status' });
  });

  it.each(['https://gateway.example/a', 'https://gateway.example/a/', 'https://gateway.example/a//'])(
    'is resolved against %s',
    (baseUrl) => {
      expect(read('pay/1', 303, baseUrl)).toEqual({ value: { location: 'https://gateway.example/a/pay/1' } });
    },
  );

  it('is resolved against an address with slashes in the middle', () => {
    expect(read('pay/1', 303, 'https://gateway.example/a/b')).toEqual({
      value: { location: 'https://gateway.example/a/b/pay/1' },
    });
  });

  it.each([
    null,
    '',
    'http://pay.example/1',
    '/api/v1/payment',
    'https://moved.example/api/v1/split/purchase/',
  ])('is not %j', (location) => {
    expect(read(location)).toEqual({ rejection: 'no-location' });
  });
});

describe('a field of a payment', () => {
  const read = (change: object) => readPayment({ ...PAYMENT, ...change });

  it('is a mask of any form, as long as it hides the number', () => {
    expect(read({ cc_mask: '4242****4242' })).toMatchObject({ cardMask: '4242****4242' });
  });

  it('is a token of digits too, if no card has them', () => {
    const token = '4242424242424243';
    expect(read({ cc_token: token })?.cardToken).toEqual({ token, expiresAt: null });
  });

  it('is a subscription only with its id and its status', () => {
    expect(read({ recurring: { id: 'r-1' } })?.recurring).toBe(null);
    expect(read({ recurring: { status: 'active' } })?.recurring).toBe(null);
  });
});

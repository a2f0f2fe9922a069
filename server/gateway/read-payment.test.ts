import { describe, expect, it } from 'vitest';
import { readPayment } from './read-payment.ts';
import { PAYMENT, SETTINGS } from './test-payments.ts';

const read = (change: object) => readPayment({ ...PAYMENT, ...change });

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
      fixed_fee: { amount: 0.05, currency: 'UAH' },
      percent_fee: null,
      processed_amount: '10.25',
      processed_currency: 'EUR',
      recurring: { id: 'r-1', status: 'active' },
      limit_info: { retry_after: '2026-01-03T00:00:00', description: 'one a day' },
      created_at: '2026-01-02T10:00:00.5',
      processed_at: '2026-01-02T10:00:01',
      bank_short_name: 'Bank',
      something_new: { deep: true },
    };
    expect(readPayment(wire)).toEqual({
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
      raw: {
        fixed_fee: { amount: 0.05, currency: 'UAH' },
        percent_fee: null,
        bank_short_name: 'Bank',
        something_new: { deep: true },
      },
    });
  });

  it.each<[string, object, object?]>([
    ['missing', {}],
    [
      'null',
      { pos_id: null, payment_id: null, amount: null, currency: null, cc_mask: null, user_action_url: null },
    ],
    [
      'of another kind',
      { pos_id: [], payment_id: {}, amount: true, currency: {}, cc_mask: [], receipt_url: 7 },
      { unread: 'amount true', raw: { amount: true } },
    ],
  ])('keeps its order, method and status where all else is %s', (_, rest, unread = {}) => {
    expect(readPayment({ order_id: '007', method: 'auth', status: 'init', ...rest })).toEqual({
      posId: null,
      gatewayOrderId: '007',
      gatewayPaymentId: null,
      operationId: null,
      transactionId: null,
      mode: null,
      method: 'auth',
      amountMinor: null,
      currency: null,
      status: 'init',
      statusCode: null,
      statusDescription: null,
      actionUrl: null,
      actionRequired: null,
      cardMask: null,
      receiptUrl: null,
      cardToken: null,
      comment: null,
      fee: null,
      processed: null,
      recurring: null,
      limit: null,
      createdAt: null,
      processedAt: null,
      raw: {},
      ...unread,
    });
  });

  it.each([undefined, null, 'success', 7, [], {}, { status: 'success' }])(
    'is none where it is %j',
    (value) => {
      expect(readPayment(value)).toBeNull();
    },
  );

  it.each(['', 'SUCCESS', 'unknown', 'held', null, undefined, 1])('is none with the status %j', (status) => {
    expect(read({ status })).toBeNull();
  });

  it('takes order_currency for currency', () => {
    expect(read({ currency: undefined, order_currency: 'EUR' })).toMatchObject({
      currency: 'EUR',
      amountMinor: 1010,
    });
    expect(read({ currency: 'UAH', order_currency: 'EUR' })).toMatchObject({ currency: 'UAH' });
  });

  it('has no amount where its currency is missing', () => {
    expect(read({ currency: null })).toMatchObject({ currency: null, amountMinor: null });
  });

  it.each([
    [10.1, 1010],
    ['10.10', 1010],
    ['10', 1000],
    [0.07, 7],
    [9999999999999.99, 999999999999999],
    [10.1000001, null],
    [0.1 + 0.2, null],
    ['10,10', null],
    [-5, null],
    ['1e3', null],
    [1e21, null],
  ])('has the amount %j as %j minor units', (amount, amountMinor) => {
    expect(read({ amount })).toMatchObject({ amountMinor });
  });

  it.each([
    ['1000', '1000'],
    [1000, '1000'],
    ['', null],
    [null, null],
  ])('has the status code %j as %j', (code, statusCode) => {
    expect(read({ status_code: code })).toMatchObject({ statusCode });
  });

  it('wants the customer to act even where it does not say where', () => {
    const action = { user_action_required: true, user_action_url: null };
    expect(read(action)).toMatchObject({ actionRequired: true, actionUrl: null });
  });

  it.each([null, undefined, 'true'])(
    'leads to its address where an action is not excluded: %j',
    (required) => {
      const action = { user_action_required: required, user_action_url: 'https://bank.example/' };
      expect(read(action)).toMatchObject({ actionRequired: true, actionUrl: 'https://bank.example/' });
      expect(read({ ...action, user_action_url: null })).toMatchObject({
        actionRequired: null,
        actionUrl: null,
      });
    },
  );

  it('has no address if no action is required', () => {
    const action = { user_action_required: false, user_action_url: 'https://bank.example/' };
    expect(read(action)).toMatchObject({ actionRequired: false, actionUrl: null });
  });

  it.each([
    ['https://bank.example/a?b=c', 'https://bank.example/a?b=c'],
    ['http://127.0.0.1:8090/acs', 'http://127.0.0.1:8090/acs'],
    ['http://localhost:8090/acs', 'http://localhost:8090/acs'],
    ['http://bank.example/', null],
    ['javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    ['/relative', null],
    ['', null],
    [7, null],
  ])('leads to %j as %j', (given, address) => {
    const wire = { user_action_required: true, user_action_url: given, receipt_url: given };
    expect(read(wire)).toMatchObject({ actionUrl: address, receiptUrl: address });
  });

  it('masks a card number where a mask should stand, and removes one from the description', () => {
    const wire = { cc_mask: '4242 4242 4242 4242', status_description: 'card 4242424242424242 rejected' };
    expect(read(wire)).toMatchObject({
      cardMask: '424242******4242',
      statusDescription: 'card [removed] rejected',
    });
  });
});

describe('an event', () => {
  it('is read like an answer', () => {
    const event = { method: 'refund', operation_id: 'o-1', amount: '10.10', rrn: null };
    expect(read({ ...event, status_code: 1004, processed_at: '2026-01-02T10:00:00' })).toEqual(
      read({ ...event, amount: 10.1, status_code: '1004', processing_time: '2026-01-02T10:00:00Z' }),
    );
  });

  it('has to have one of the four states', () => {
    expect(read({ status: 'held' })).toBeNull();
  });

  it.each(['purchase', 'auth', 'lookup', 'credit', 'p2p', 'capture', 'void', 'refund', 'chargeback'])(
    'of the kind %s is read, the fields that nobody knows too',
    (method) => {
      const event = {
        method,
        payway: 'card',
        recurring: { id: 'r-1', status: 'active' },
        limit_info: 'one a day',
        customer_phone: '+380501234567',
        rrn: '325620123456',
      };
      expect(read(event)).toMatchObject({
        method,
        recurring: { id: 'r-1', status: 'active' },
        limit: { description: 'one a day', retryAfter: null },
        raw: { payway: 'card', customer_phone: '+380501234567', rrn: '325620123456' },
      });
    },
  );

  it('needs an order, a kind and a status, and nothing else', () => {
    const event = { order_id: '007', method: 'credit', status: 'success' };
    expect(readPayment(event)).toMatchObject({
      gatewayOrderId: '007',
      gatewayPaymentId: null,
      amountMinor: null,
      recurring: null,
      raw: {},
    });
    const nulls = { payment_id: null, amount: null, currency: null, recurring: null, limit_info: null };
    expect(readPayment({ ...event, ...nulls })).toEqual(readPayment(event));
    for (const name of Object.keys(event)) expect(readPayment({ ...event, [name]: null })).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { PAYMENT } from './test-payments.ts';
import { readUnknownEvent } from './unknown-event.ts';

const CARD = '4242424242424242';
const NOTHING = {
  gatewayOrderId: null,
  transactionId: null,
  method: null,
  status: null,
  statusCode: null,
  amountMinor: null,
  currency: null,
  raw: {},
};

it('reads what it can of an event with another status, and keeps the rest as it came', () => {
  const event = {
    ...PAYMENT,
    method: 'chargeback',
    status: 'opened',
    amount: 10.5,
    transaction_id: 't-7',
    reason: { code: 7 },
  };
  expect(readUnknownEvent({ ...event, order_currency: event.currency, currency: null })).toMatchObject({
    gatewayOrderId: PAYMENT.order_id,
    transactionId: 't-7',
    method: 'chargeback',
    status: 'opened',
    amountMinor: 1050,
    currency: PAYMENT.currency,
    raw: { order_id: PAYMENT.order_id, status: 'opened', amount: 10.5, reason: { code: 7 } },
  });
});

it.each([[undefined], [null], ['a text'], [7], [true]])('keeps nothing of %j', (value) => {
  expect(readUnknownEvent(value)).toEqual(NOTHING);
});

it('keeps what a list holds', () => {
  expect(readUnknownEvent([{ order_id: 'order-1', note: 'x' }])).toEqual({
    ...NOTHING,
    raw: { value: [{ order_id: 'order-1', note: 'x' }] },
  });
});

it('keeps no card number, token or key, wherever it stands', () => {
  const raw = [
    { cc_token: 'a-card-token', why: 'of a-card-token', cc_mask: CARD, card_cvv: '927', pan: CARD },
    {
      more: [{ text: `card ${CARD}`, number: Number(CARD), order_id: CARD }],
      [CARD]: 1,
      gpay: 'gpay:c2VjcmV0LXRva2Vu',
    },
  ];
  for (const value of [...raw, raw]) {
    const kept = JSON.stringify(readUnknownEvent(value).raw);
    for (const secret of [CARD, '927', 'c2VjcmV0']) expect(kept).not.toContain(secret);
  }
  expect(JSON.stringify(readUnknownEvent(raw[0]).raw)).not.toContain('a-card-token');
});

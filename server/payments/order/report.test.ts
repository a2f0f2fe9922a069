import { describe, expect, it } from 'vitest';
import { reportOf, sanitizeCode, sanitizeId, sanitizeWord } from './report.ts';
import { report } from './test-entries.ts';

describe('a report is kept', () => {
  it('with every field that has a place, and with none that has none', () => {
    const full = report({
      gatewayPaymentId: 'payment-1',
      operationId: 'operation-1',
      transactionId: 'transaction-1',
      method: 'refund',
      statusCode: '1004',
      statusDescription: 'Refunded',
      actionUrl: 'https://gateway.example/3ds',
      actionRequired: true,
      cardMask: '424242******4242',
      receiptUrl: 'https://gateway.example/receipt',
      comment: 'Torn cover',
      processed: { amountMinor: 1010, currency: 'UAH' },
      recurring: { id: 'subscription-1', status: 'active' },
      createdAt: '2026-06-15T12:00:00.000Z',
      unread: 'amount "1E+2"',
    });
    expect(reportOf({ ...full, cardToken: 'secret' } as typeof full)).toEqual(full);
  });

  it('with texts of a bounded length', () => {
    const long = reportOf(report({ statusDescription: 'x'.repeat(600), comment: 'y'.repeat(3_000) }));
    expect([long.statusDescription?.length, long.comment?.length]).toEqual([512, 2_048]);
    expect(reportOf(report())).toMatchObject({ statusDescription: null, comment: null });
    expect(reportOf(report({ unread: 'z'.repeat(200) })).unread?.length).toBe(128);
  });

  it('without what may be a card number in the place of a method, a code or an id', () => {
    const number = '4242424242424242';
    expect(
      reportOf(report({ method: `x${number}`, statusCode: number, transactionId: number })),
    ).toMatchObject({
      method: 'unknown',
      statusCode: null,
      transactionId: null,
    });
  });
});

it.each([
  ['1000', '1000'],
  ['0', '0'],
  ['12345678', '12345678'],
  ['123456789', null],
  ['P-409', null],
  ['1000 ', null],
  [' 1000', null],
  ['', null],
  [null, null],
])('the status code %j is kept as %j', (code, kept) => {
  expect(sanitizeCode(code)).toBe(kept);
});

it.each([
  ['purchase', 'purchase'],
  ['p2p', 'p2p'],
  ['Split_Refund', 'Split_Refund'],
  ['x', 'x'],
  ['x'.repeat(32), 'x'.repeat(32)],
  ['x'.repeat(33), null],
  ['a12345678901', 'a12345678901'],
  ['a123456789012', null],
  ['2fast', null],
  ['_x', null],
  ['two words', null],
  ['-purchase', null],
  ['purchase!', null],
  ['', null],
  [null, null],
])('the method or status %j is kept as %j', (text, kept) => {
  expect(sanitizeWord(text)).toBe(kept);
});

it.each([
  ['00000000-0000-4000-8000-123456789012', '00000000-0000-4000-8000-123456789012'],
  ['transaction_1-a', 'transaction_1-a'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), null],
  ['12345678901', '12345678901'],
  ['123456789012', null],
  ['4242424242424242', null],
  ['two words', null],
  [' id', null],
  ['id ', null],
  ['', null],
  [null, null],
])('the id %j is kept as %j', (id, kept) => {
  expect(sanitizeId(id)).toBe(kept);
});

import { describe, expect, test } from 'vitest';
import { payment } from './fake-companion.ts';
import { detailOf, paymentOf, phaseOf } from './frame-details.ts';

const ID = '0b2c4d6e-8f10-4a2b-8c3d-5e6f708192a3';
const known = payment({ id: ID, action: { url: 'https://bank.example/3ds' } });

describe('a payment that the frame states', () => {
  test('is accepted as it is, and null is none', () => {
    expect(paymentOf(known)).toEqual(known);
    expect(paymentOf(null)).toBeNull();
    expect(paymentOf({ ...known, amountText: '€10.00' })).toEqual({ ...known, amountText: '€10.00' });
  });

  test('loses undocumented fields', () => {
    expect(
      paymentOf({ ...known, number: '4242424242424242', action: { ...known.action, cvv: '123' } }),
    ).toEqual(known);
  });

  test.each([
    ['an id that is none', { id: '../../evil' }],
    ['a status that there is none of', { status: 'paid' }],
    ['a mode that there is none of', { mode: 'cash' }],
    ['a method that there is none of', { method: 'gift' }],
  ])('is refused with %s', (_, wrong) => {
    expect(paymentOf({ ...known, ...wrong })).toBeUndefined();
  });

  test.each(['javascript:alert(1)', 'http://bank.example/', 'http://localhost:1@bank.example/'])(
    'leads nobody to %s',
    (url) => {
      expect(paymentOf({ ...known, action: { url } })).toMatchObject({ status: 'pending', action: null });
    },
  );

  test('has no receipt at an unsafe address, and no text that is none', () => {
    const odd = { ...known, receiptUrl: 'javascript:1', statusDescription: { html: '' }, canRetry: 'yes' };
    expect(paymentOf(odd)).toMatchObject({ receiptUrl: null, statusDescription: null, canRetry: false });
  });
});

describe('an event of the frame', () => {
  test('has its documented fields', () => {
    const change = { valid: true, complete: true, brand: 'visa' } as const;
    expect(detailOf('pay-change', { ...change, number: '4242' })).toEqual(change);
    expect(detailOf('pay-change', { valid: 1 })).toEqual({ valid: false, complete: false, brand: null });
    expect(detailOf('pay-action', { url: 'http://127.0.0.1:80/x' })).toEqual({
      url: 'http://127.0.0.1:80/x',
    });
    expect(detailOf('pay-result', { payment: known, more: 1 })).toEqual({ payment: known });
    for (const name of ['pay-ready', 'pay-submit', 'pay-expired'] as const)
      expect(detailOf(name, { more: 1 })).toBeNull();
  });

  test('has a problem field by field', () => {
    const texts = { type: 'about:blank', title: 'No', detail: 'No.', requestId: 'r' };
    const problem = { ...texts, status: 429, code: 'limit-reached', retryAfter: 60 };
    const errors = [{ path: 'card.cvv', code: 'invalid' }];
    expect(detailOf('pay-error', { problem: { ...problem, errors, more: 1 } })).toEqual({
      problem: { ...problem, errors },
    });
    expect(detailOf('pay-error', { problem: { ...problem, code: '<b>' } })).toBeUndefined();
  });

  test.each([
    ['pay-change', { brand: '4242424242424242' }],
    ['pay-action', { url: 'http://bank.example/' }],
    ['pay-result', { payment: null }],
    ['pay-error', {}],
    ['click' as 'pay-ready', null],
  ] as const)('%s is refused with a wrong detail', (name, detail) => {
    expect(detailOf(name, detail)).toBeUndefined();
  });
});

test('a phase is one of the known phases', () => {
  expect(['ready', 'paid', '', null].map(phaseOf)).toEqual(['ready', undefined, undefined, undefined]);
});

import { describe, expect, it } from 'vitest';
import type { Report } from './journal.ts';
import { sameMask } from './payment.ts';
import {
  answered,
  idExists,
  NOON,
  notFound,
  reported,
  resolved,
  started,
  stated,
  stateOf,
  unanswered,
} from './test-entries.ts';
import { reviewItems, shownStatus } from './views.ts';

/** What a payment is after these facts: its shown status, and why a person must look at it. */
function after(...facts: Parameters<typeof stateOf>) {
  const state = stateOf(stated(), ...facts);
  const [payment] = state.payments;
  const [item] = reviewItems(state, NOON + 60_000);
  if (!payment) throw new Error('no payment');
  return [shownStatus(payment), item ? [item.reason, item.field].filter(Boolean).join(' ') : null];
}

const sent = [started(), unanswered('p1')];
const ends = {
  pending: reported({ status: 'pending' }),
  success: reported(),
  failure: reported({ status: 'failure', statusCode: '4153' }),
  init: reported({ status: 'init' }),
};

describe('a status that the gateway reports', () => {
  it.each([
    ['init', 'pending', 'pending', null],
    ['pending', 'init', 'pending', null],
    ['pending', 'success', 'success', null],
    ['init', 'failure', 'failure', null],
    ['success', 'pending', 'success', null],
    ['failure', 'pending', 'failure', null],
    ['success', 'failure', 'unknown', 'contradicted'],
    ['failure', 'success', 'unknown', 'contradicted'],
  ] as const)('%s, then %s: the payment is %s', (first, second, shown, review) => {
    expect(after(...sent, ends[first], ends[second])).toEqual([shown, review]);
  });

  it.each(['pending', 'success', 'failure'] as const)(
    'replaces the failure that we concluded ourselves: %s',
    (status) => {
      expect(after(...sent, notFound('p1'), ends[status])).toEqual([status, null]);
    },
  );

  it('puts what a person has resolved otherwise in review again', () => {
    expect(after(...sent, resolved('p1', 'failure'), ends.success)).toEqual(['unknown', 'contradicted']);
    expect(after(...sent, resolved('p1', 'success'), ends.success)).toEqual(['success', null]);
  });
});

describe('a report that cannot be about our payment', () => {
  const early = (ms: number) => new Date(NOON - ms).toISOString();
  const known = reported({ status: 'pending', gatewayPaymentId: 'g1' });
  const cardMask = '424242******4242';
  const paidIn = (amountMinor: number | null, currency: string) => ({ processed: { amountMinor, currency } });

  /** The field that is wrong if nothing is known but the order id; once the payment id is; in our answer; after P-409. */
  const CASES: [name: string, over: Partial<Report>, ...fields: (string | null)[]][] = [
    ['agrees in all', { cardMask }, null, null, null, null],
    ['shows no card', {}, null, null, null, 'cardMask'],
    ['another card', { cardMask: '545454******5454' }, 'cardMask', null, null, 'cardMask'],
    ['no time', { createdAt: null, cardMask }, 'createdAt', null, null, 'createdAt'],
    ['a minute earlier', { createdAt: early(61_000), cardMask }, 'createdAt', null, null, 'createdAt'],
    ['ten seconds earlier', { createdAt: early(10_000), cardMask }, null, null, null, 'createdAt'],
    ['another project', { posId: 'other' }, 'posId', 'posId', 'posId', 'posId'],
    ['another method', { method: 'auth' }, 'method', 'method', 'method', 'cardMask'],
    ['another mode', { mode: 'hosted' }, 'mode', 'mode', 'mode', 'cardMask'],
    ['another currency', { currency: 'EUR' }, 'currency', 'currency', 'currency', 'cardMask'],
    ['no currency', { currency: null }, 'currency', 'currency', 'currency', 'cardMask'],
    ['a lower amount', { amountMinor: 1009 }, 'amount', 'amount', 'amount', 'cardMask'],
    ['no amount', { amountMinor: null }, 'amount', 'amount', 'amount', 'cardMask'],
    ['a commission', { amountMinor: 1110, cardMask }, null, null, null, 'amount'],
    ['less was paid', paidIn(900, 'UAH'), ...Array<string>(3).fill('processedAmount'), 'cardMask'],
    ['an unknown part', paidIn(null, 'UAH'), ...Array<string>(3).fill('processedAmount'), 'cardMask'],
    ['paid in dollars', paidIn(1, 'USD'), ...Array<string>(3).fill('processedAmount'), 'cardMask'],
    ['all of it was paid', { ...paidIn(1010, 'uah'), cardMask }, null, null, null, null],
  ];
  const expected = (field: string | null | undefined) =>
    field ? ['unknown', `mismatch ${field}`] : ['success', null];

  it.each(CASES)('%s', (_name, over, ...fields) => {
    const [usual, withId, answer, strict] = fields;
    expect(after(...sent, reported(over))).toEqual(expected(usual));
    expect(after(...sent, known, reported({ ...over, gatewayPaymentId: 'g1' }))).toEqual(expected(withId));
    expect(after(started(), answered('p1', over))).toEqual(expected(answer));
    expect(after(started(), idExists('p1'), reported(over))).toEqual(expected(strict));
  });

  it('names another payment than the one that is known, in whatever letters', () => {
    expect(after(...sent, known, reported({ gatewayPaymentId: 'G1' }))).toEqual(['success', null]);
    const other = after(...sent, known, reported({ gatewayPaymentId: 'g2' }));
    expect(other).toEqual(['unknown', 'mismatch gatewayPaymentId']);
  });

  it('is believed as a failure without amounts, whatever was paid', () => {
    const failure = { status: 'failure', amountMinor: null, currency: null } as const;
    expect(after(...sent, reported(failure))).toEqual(['failure', null]);
    expect(after(...sent, reported({ ...failure, ...paidIn(0, 'UAH') }))).toEqual(['failure', null]);
  });

  it('is forgotten once a report agrees in every field, or a person has resolved it', () => {
    const wrong = reported({ amountMinor: 500 });
    const full = reported({ cardMask: '424242******4242' });
    expect(after(...sent, wrong, full)).toEqual(['success', null]);
    expect(after(...sent, wrong, reported())).toEqual(['unknown', 'mismatch amount']);
    expect(after(...sent, wrong, resolved('p1', 'success'))).toEqual(['success', null]);
  });
});

it('a payment in review keeps its first reason, unless it is contradicted', () => {
  const other = reported({ posId: 'other' });
  const refund = reported({ method: 'refund', amountMinor: 300, operationId: 'r1' });
  expect(after(...sent, other, reported({ amountMinor: 1 }))).toEqual(['unknown', 'mismatch posId']);
  expect(after(...sent, ends.failure, other, refund)).toEqual(['unknown', 'contradicted']);
});

it('a page that was opened after its payment had ended leads nowhere', () => {
  const hosted = started({ mode: 'hosted', cardMask: null });
  const page = { how: 'page-opened', url: 'https://gateway.example/p1' } as const;
  const facts = [
    hosted,
    reported({ mode: 'hosted' }),
    { kind: 'call-ended', about: 'p1', end: page } as const,
  ];
  expect(after(...facts)).toEqual(['success', null]);
  expect(stateOf(...facts).payments[0]?.actionUrl).toBeNull();
});

describe('an order id that the gateway knows already', () => {
  it('says nothing about a payment that has ended', () => {
    const exists = reported({ status: 'failure', statusCode: '4119' });
    expect(after(...sent, reported(), exists, reported({ statusCode: '1000' }))).toEqual(['success', null]);
  });

  it('leaves the payment unknown, and "not found" concludes nothing', () => {
    expect(after(started(), idExists('p1'), notFound('p1'))).toEqual(['unknown', null]);
    const exists = answered('p1', { status: 'failure', statusCode: '4119' });
    expect(after(started(), exists, notFound('p1'))).toEqual(['unknown', null]);
  });

  it('proves nothing about a hosted payment, which has no page then', () => {
    const hosted = started({ mode: 'hosted', cardMask: null });
    const found = after(hosted, idExists('p1'), reported({ mode: 'hosted' }));
    expect(found).toEqual(['unknown', 'mismatch cardMask']);
  });
});

describe('a further charge of a subscription', () => {
  const paid = reported({ transactionId: 't1' });

  it.each([
    ['names another transaction', { transactionId: 't2', amountMinor: 5_000 }],
    ['names the subscription', { recurring: { id: 'r1', status: 'active' }, status: 'failure' as const }],
    ['is a failure of another transaction', { transactionId: 't2', status: 'failure' as const }],
  ])('changes nothing: it %s', (_name, over) => {
    expect(after(...sent, paid, reported(over))).toEqual(['success', null]);
  });

  it('is none if it names the transaction that paid', () => {
    const over = {
      transactionId: 't1',
      recurring: { id: 'r1', status: 'active' },
      status: 'failure' as const,
    };
    expect(after(...sent, paid, reported(over))).toEqual(['unknown', 'contradicted']);
  });
});

it('masks are compared as far as both show digits', () => {
  expect(sameMask('424242******4242', '4242 42** **** 4242')).toBe(true);
  expect(sameMask('424242******4242', '4242****4242')).toBe(true);
  expect(sameMask('424242******4242', '545454******4242')).toBe(false);
  expect(sameMask('424242******4242', '424242******4241')).toBe(false);
});

it('a challenge ends only by an explicit word', () => {
  const waits = reported({ status: 'pending', actionUrl: 'https://acs.example/' });
  const actionOf = (over: Partial<Report>) =>
    stateOf(...sent, waits, reported({ status: 'pending', ...over })).payments[0]?.actionUrl;
  expect(actionOf({ statusCode: '2122' })).toBe('https://acs.example/');
  expect(actionOf({ actionRequired: false })).toBeNull();
  expect(actionOf({ status: 'success' })).toBeNull();
});

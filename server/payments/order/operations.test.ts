import { describe, expect, it } from 'vitest';
import type { Fact, Report } from './journal.ts';
import { capturable, isReturned, moneyState, refundable, statesAmount, voidable } from './operations.ts';
import {
  answered,
  idExists,
  NOON,
  notFound,
  refunded,
  reported,
  requested,
  resolved,
  started,
  stated,
  stateOf,
  terms,
  unanswered,
} from './test-entries.ts';
import { reviewItems, shownOperations, shownStatus } from './views.ts';

const auth = terms({ method: 'auth' });
const paid = [stated(), started(), reported()];
const held = [stated({ terms: auth }), started({ terms: auth }), reported({ method: 'auth' })];

/** The operations that are shown, as "refund 3.00 success", and what waits for a person. */
function after(...facts: Fact[]) {
  const state = stateOf(...facts);
  return {
    shown: shownOperations(state).map((one) => {
      const minor = (one.status === 'success' ? one.reportedMinor : null) ?? one.amountMinor;
      return `${one.method} ${minor} ${shownStatus(one)}`;
    }),
    review: reviewItems(state, NOON + 60_000).map(({ reason }) => reason),
  };
}

const lost = [...paid, requested(), unanswered('o1')];
const answer = (over: Partial<Report> = {}) =>
  answered('o1', { method: 'refund', amountMinor: 300, operationId: 'r1', ...over });

describe('an operation of ours', () => {
  it.each<[string, Fact[], string[], string[]]>([
    ['is done as its answer says', [...paid, requested(), answer()], ['refund 300 success'], []],
    [
      'is done by the amount that the answer tells',
      [...paid, requested(), answer({ amountMinor: 280 })],
      ['refund 280 success'],
      [],
    ],
    [
      'stays unknown after an answer without an id',
      [...paid, requested(), answer({ operationId: null })],
      ['refund 300 unknown'],
      [],
    ],
    [
      'stays unknown after an answer about another method',
      [...paid, requested(), answer({ method: 'void' })],
      ['refund 300 unknown'],
      [],
    ],
    [
      'stays unknown where the gateway knows the order id',
      [...paid, requested(), idExists('o1')],
      ['refund 300 unknown'],
      [],
    ],
    [
      'hides what was reported meanwhile: it may be it',
      [...lost, refunded('r1')],
      ['refund 300 unknown'],
      [],
    ],
    ['never arrived if nothing was reported since', [...lost, notFound('o1')], ['refund 300 failure'], []],
    ['is the only one of its amount', [...lost, refunded('r1'), notFound('o1')], ['refund 300 success'], []],
    [
      'is unclear beside one of another amount',
      [...lost, refunded('r1', { amountMinor: 200 }), notFound('o1')],
      ['refund 300 unknown', 'refund 200 success'],
      ['operation-unclear'],
    ],
    [
      'is unclear beside two',
      [...lost, refunded('r1'), refunded('r2'), notFound('o1')],
      ['refund 300 unknown', 'refund 300 success', 'refund 300 success'],
      ['operation-unclear'],
    ],
    [
      'is not one that was reported before it was written',
      [...paid, refunded('r0'), requested(), unanswered('o1'), notFound('o1')],
      ['refund 300 success', 'refund 300 failure'],
      [],
    ],
    [
      'is taken for one that was hidden, by a person’s word',
      [...lost, refunded('r1'), resolved('o1', 'success')],
      ['refund 300 success'],
      [],
    ],
    [
      'is failed by a person’s word, and what was reported is another',
      [...lost, refunded('r1'), resolved('o1', 'failure')],
      ['refund 300 failure', 'refund 300 success'],
      [],
    ],
    [
      'is the one of its amount among those that were hidden',
      [...lost, refunded('r1', { amountMinor: 200 }), refunded('r2'), resolved('o1', 'success')],
      ['refund 300 success', 'refund 200 success'],
      [],
    ],
    [
      'is the only one that was hidden, though of another amount',
      [...lost, refunded('r1', { amountMinor: 200 }), resolved('o1', 'success')],
      ['refund 200 success'],
      [],
    ],
    [
      'is none of two hidden ones of other amounts',
      [
        ...lost,
        refunded('r1', { amountMinor: 200 }),
        refunded('r2', { amountMinor: 100 }),
        resolved('o1', 'success'),
      ],
      ['refund 300 success', 'refund 200 success', 'refund 100 success'],
      [],
    ],
    [
      'takes nothing back that was shown beside it, whatever a late answer names',
      [...lost, refunded('r1'), refunded('r2'), notFound('o1'), answer()],
      ['refund 300 unknown', 'refund 300 success', 'refund 300 success'],
      ['operation-unclear'],
    ],
    [
      'is found as a void whatever amount is told: it is over everything',
      [
        ...held,
        requested({ method: 'void', amountMinor: 1010 }),
        unanswered('o1'),
        reported({ method: 'void', amountMinor: 0, operationId: 'v1' }),
        notFound('o1'),
      ],
      ['void 0 success'],
      [],
    ],
    [
      'has one row with the answer that comes after its webhook',
      [...paid, requested(), refunded('r1'), answer()],
      ['refund 300 success'],
      [],
    ],
  ])('%s', (_name, facts, shown, review) => {
    expect(after(...facts)).toEqual({ shown, review });
  });

  it('is not concluded while its payment is in review', () => {
    expect(after(...lost, reported({ status: 'failure' }), notFound('o1'))).toEqual({
      shown: ['refund 300 unknown'],
      review: ['contradicted'],
    });
  });
});

describe('a reported operation', () => {
  it.each<[string, Fact[], string[], string[]]>([
    ['of the portal counts like any other', [...paid, refunded('r1')], ['refund 300 success'], []],
    [
      'without an id is the one that is there',
      [...paid, refunded('r1'), refunded(null)],
      ['refund 300 success'],
      [],
    ],
    [
      'without an id waits for a person',
      [...paid, refunded(null)],
      ['refund 300 unknown'],
      ['operation-unclear'],
    ],
    ['without an id is named later', [...paid, refunded(null), refunded('r1')], ['refund 300 success'], []],
    [
      'with two ends is contradicted',
      [...paid, refunded('r1'), refunded('r1', { status: 'failure' })],
      ['refund 300 unknown'],
      ['contradicted'],
    ],
    [
      'with two amounts counts as the larger',
      [...paid, refunded('r1'), refunded('r1', { amountMinor: 500 })],
      ['refund 500 unknown'],
      ['contradicted'],
    ],
    [
      'with two amounts is what a person says',
      [...paid, refunded('r1'), refunded('r1', { amountMinor: 500 }), resolved('p1-3', 'success', 280)],
      ['refund 280 success'],
      [],
    ],
    [
      'of another payment id puts the payment in review',
      [
        ...paid,
        reported({ gatewayPaymentId: 'g1', statusCode: '1000' }),
        refunded('r1', { gatewayPaymentId: 'g2' }),
      ],
      ['refund 300 success'],
      ['mismatch'],
    ],
    [
      'on a failed payment puts it in review',
      [stated(), started(), reported({ status: 'failure' }), refunded('r1')],
      ['refund 300 success'],
      ['contradicted'],
    ],
  ])('%s', (_name, facts, shown, review) => {
    expect(after(...facts)).toEqual({ shown, review });
  });
});

/** What may be done with `p1`. */
function ledger(...facts: Fact[]) {
  const { payments, operations } = stateOf(...facts);
  const [payment] = payments;
  if (!payment) throw new Error('no payment');
  return {
    capture: capturable(operations, payment, 10),
    voids: voidable(operations, payment),
    refund: refundable(operations, payment).restMinor,
    returned: isReturned(operations, payment),
    money: moneyState(operations, payment).state,
  };
}

const moved = (method: string, amountMinor: number, over: Partial<Report> = {}) =>
  reported({ method, amountMinor, operationId: `${method}-${amountMinor}`, ...over });

it.each<[string, Fact[], object]>([
  ['a purchase', paid, { capture: 0, voids: false, refund: 1010, returned: false, money: 'paid' }],
  [
    'a purchase of which less was taken',
    [
      stated(),
      started(),
      reported({ processed: { amountMinor: 900, currency: 'UAH' } }),
      resolved('p1', 'success'),
    ],
    { refund: 900 },
  ],
  ['a refund in part', [...paid, moved('refund', 300)], { refund: 710, returned: false, money: 'paid' }],
  ['a refund of unknown outcome', lost, { refund: 710 }],
  ['a refund that failed', [...paid, moved('refund', 300, { status: 'failure' })], { refund: 1010 }],
  [
    'a refund made elsewhere, of an amount that is not told,',
    [...paid, refunded('r1', { amountMinor: null })],
    { refund: 0, returned: false, money: 'paid' },
  ],
  [
    'a refund made elsewhere, whose amount is told later,',
    [...paid, refunded('r1', { amountMinor: null }), refunded('r1', { statusCode: '1004' })],
    { refund: 710, returned: false },
  ],
  ['a purchase that was voided in the portal', [...paid, moved('void', 1010)], { refund: 0 }],
  ['a full refund', [...paid, moved('refund', 1010)], { refund: 0, returned: true, money: 'refunded' }],
  ['an authorization', held, { capture: 1111, voids: true, refund: 0, returned: false, money: 'authorized' }],
  [
    'a void',
    [...held, moved('void', 1010)],
    { capture: 0, voids: false, refund: 0, returned: true, money: 'voided' },
  ],
  [
    'a capture in part',
    [...held, moved('capture', 500)],
    { capture: 0, voids: false, refund: 500, money: 'paid' },
  ],
  [
    'a capture that is pending',
    [...held, moved('capture', 500, { status: 'pending' })],
    { capture: 0, voids: false, refund: 0 },
  ],
  [
    'a capture of ours, of which the gateway took less, that was returned',
    [
      ...held,
      requested({ method: 'capture', amountMinor: 1010 }),
      answered('o1', { method: 'capture', amountMinor: 500, operationId: 'c1' }),
      moved('refund', 500),
    ],
    { refund: 0, returned: true, money: 'refunded' },
  ],
  [
    'a capture that was returned',
    [...held, moved('capture', 500), moved('refund', 500)],
    { refund: 0, returned: true, money: 'refunded' },
  ],
])('%s leaves so much', (_name, facts, left) => {
  expect(ledger(...facts)).toMatchObject(left);
});

it('a commission is not the merchant’s, and makes a full operation state its amount', () => {
  const state = stateOf(stated(), started(), reported({ amountMinor: 1110 }));
  expect(state.payments.map((one) => refundable(state.operations, one).restMinor)).toEqual([1010]);
  expect(state.payments.map(statesAmount)).toEqual([true]);
  expect(stateOf(...paid).payments.map(statesAmount)).toEqual([false]);
});

it('of each share is left what was not returned of it, within the total', () => {
  const split = [
    { subMerchantId: 'a', amountMinor: 700 },
    { subMerchantId: 'b', amountMinor: 310 },
  ];
  const shares = (...more: Fact[]) => {
    const its = terms({ split });
    const state = stateOf(stated({ terms: its }), started({ terms: its }), reported(), ...more);
    const left = state.payments.flatMap((one) => refundable(state.operations, one).shares ?? []);
    return left.map((one) => one.amountMinor);
  };
  expect(shares()).toEqual([700, 310]);
  expect(shares(requested({ split: [{ subMerchantId: 'A', amountMinor: 300 }] }), answer())).toEqual([
    400, 310,
  ]);
  expect(shares(moved('refund', 800))).toEqual([210, 210]);
});

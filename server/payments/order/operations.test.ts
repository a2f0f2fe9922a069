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
  orderUpdated,
  stateOf,
  terms,
  unanswered,
} from './testing/entries.ts';
import { reviewItems, shownOperations, shownStatus } from './views.ts';

const auth = terms({ method: 'auth' });
const paid = [orderUpdated(), started(), reported()];
const held = [orderUpdated({ terms: auth }), started({ terms: auth }), reported({ method: 'auth' })];

/** The operations that are shown, as "refund 3.00 success", and why a person must look at the order. */
function after(...facts: Fact[]): string {
  const state = stateOf(...facts);
  const shown = shownOperations(state).map((one) => {
    const minor = (one.status === 'success' ? one.reportedMinor : null) ?? one.amountMinor;
    return `${one.method} ${minor} ${shownStatus(one)}`;
  });
  return [...shown, ...reviewItems(state, NOON + 60_000).map(({ reason }) => reason)].join(', ');
}

const lost = [...paid, requested(), unanswered('o1')];
const answer = (over: Partial<Report> = {}) =>
  answered('o1', { method: 'refund', amountMinor: 300, operationId: 'r1', ...over });
const [first, second] = [refunded('r1'), refunded('r2')];
/** A refund of another amount. */
const other = refunded('r1', { amountMinor: 200 });
/** The gateway's list is complete: what is not reported now was never made. */
const listed = notFound('o1');
const said = resolved('o1', 'success');
const voided = requested({ method: 'void', amountMinor: 1010 });

describe('an operation of ours', () => {
  it.each<[string, Fact[], string]>([
    ['is done as its answer says', [...paid, requested(), answer()], 'refund 300 success'],
    [
      'is done by the amount that the answer tells',
      [...paid, requested(), answer({ amountMinor: 280 })],
      'refund 280 success',
    ],
    [
      'stays unknown after an answer without an id',
      [...paid, requested(), answer({ operationId: null })],
      'refund 300 unknown',
    ],
    [
      'stays unknown after an answer about a void',
      [...paid, requested(), answer({ method: 'void' })],
      'refund 300 unknown',
    ],
    ['stays unknown if its id exists', [...paid, requested(), idExists('o1')], 'refund 300 unknown'],
    ['hides what was reported meanwhile: it may be it', [...lost, first], 'refund 300 unknown'],
    ['never arrived if nothing was reported since', [...lost, listed], 'refund 300 failure'],
    ['is the only one of its amount', [...lost, first, listed], 'refund 300 success'],
    [
      'is unclear beside one of another amount',
      [...lost, other, listed],
      'refund 300 unknown, refund 200 success, operation-unclear',
    ],
    [
      'is unclear beside two, whatever a late answer names',
      [...lost, first, second, listed, answer()],
      'refund 300 unknown, refund 300 success, refund 300 success, operation-unclear',
    ],
    [
      'is not one that was reported before it was written',
      [...paid, refunded('r0'), requested(), unanswered('o1'), listed],
      'refund 300 success, refund 300 failure',
    ],
    ['is the one that was hidden, by a person’s word', [...lost, first, said], 'refund 300 success'],
    [
      'is failed by a person’s word, and what was reported is another',
      [...lost, first, resolved('o1', 'failure')],
      'refund 300 failure, refund 300 success',
    ],
    [
      'is the one of its amount among those that were hidden',
      [...lost, other, second, said],
      'refund 300 success, refund 200 success',
    ],
    [
      'is the only one that was hidden, though of another amount',
      [...lost, other, said],
      'refund 200 success',
    ],
    [
      'is none of two hidden ones of other amounts',
      [...lost, other, refunded('r2', { amountMinor: 100 }), said],
      'refund 300 success, refund 200 success, refund 100 success',
    ],
    [
      'is found as a void whatever amount is told: it is over everything',
      [
        ...held,
        voided,
        unanswered('o1'),
        reported({ method: 'void', amountMinor: 0, operationId: 'v1' }),
        listed,
      ],
      'void 0 success',
    ],
    [
      'has one row with the answer that comes after its webhook',
      [...paid, requested(), first, answer()],
      'refund 300 success',
    ],
    [
      'is not concluded while its payment is in review',
      [...lost, reported({ status: 'failure' }), listed],
      'refund 300 unknown, contradicted',
    ],
  ])('%s', (_name, facts, expected) => {
    expect(after(...facts)).toBe(expected);
  });
});

describe('a reported operation', () => {
  const failed = [orderUpdated(), started(), reported({ status: 'failure' })];
  const known = [...paid, reported({ gatewayPaymentId: 'g1', statusCode: '1000' })];
  const more = refunded('r1', { amountMinor: 500 });

  it.each<[string, Fact[], string]>([
    ['of the portal counts like any other', [...paid, first], 'refund 300 success'],
    ['without an id is the one that is there', [...paid, first, refunded(null)], 'refund 300 success'],
    ['without an id waits for a person', [...paid, refunded(null)], 'refund 300 unknown, operation-unclear'],
    ['without an id is named later', [...paid, refunded(null), first], 'refund 300 success'],
    [
      'with two ends is contradicted',
      [...paid, first, refunded('r1', { status: 'failure' })],
      'refund 300 unknown, contradicted',
    ],
    ['with two amounts counts as the larger', [...paid, first, more], 'refund 500 unknown, contradicted'],
    [
      'with two amounts is what a person says',
      [...paid, first, more, resolved('p1-3', 'success', 280)],
      'refund 280 success',
    ],
    [
      'of another payment id puts the payment in review',
      [...known, refunded('r1', { gatewayPaymentId: 'g2' })],
      'refund 300 success, mismatch',
    ],
    ['on a failed payment puts it in review', [...failed, first], 'refund 300 success, contradicted'],
  ])('%s', (_name, facts, expected) => {
    expect(after(...facts)).toBe(expected);
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

const lessTaken = reported({ processed: { amountMinor: 900, currency: 'UAH' } });
const ofUnknownAmount = refunded('r1', { amountMinor: null });
const captured = moved('capture', 500);
/** We capture everything, and the gateway takes less. */
const capturedLess = [
  requested({ method: 'capture', amountMinor: 1010 }),
  answered('o1', { method: 'capture', amountMinor: 500, operationId: 'c1' }),
];

it.each<[string, Fact[], object]>([
  ['a purchase', paid, { capture: 0, voids: false, refund: 1010, returned: false, money: 'paid' }],
  ['a success of less', [orderUpdated(), started(), lessTaken, resolved('p1', 'success')], { refund: 900 }],
  ['a refund in part', [...paid, moved('refund', 300)], { refund: 710, returned: false, money: 'paid' }],
  ['a refund of unknown outcome', lost, { refund: 710 }],
  ['a refund that failed', [...paid, moved('refund', 300, { status: 'failure' })], { refund: 1010 }],
  ['a refund of an amount that is not told', [...paid, ofUnknownAmount], { refund: 0, returned: false }],
  [
    'a refund whose amount is told later',
    [...paid, ofUnknownAmount, refunded('r1', { statusCode: '1004' })],
    { refund: 710 },
  ],
  ['a purchase that was voided in the portal', [...paid, moved('void', 1010)], { refund: 0 }],
  ['a full refund', [...paid, moved('refund', 1010)], { refund: 0, returned: true, money: 'refunded' }],
  ['an authorization', held, { capture: 1111, voids: true, refund: 0, returned: false, money: 'authorized' }],
  ['a void', [...held, moved('void', 1010)], { capture: 0, voids: false, refund: 0, money: 'voided' }],
  ['a void of unknown amount', [...held, moved('void', 0)], { capture: 0, returned: true, money: 'voided' }],
  ['a capture in part', [...held, captured], { capture: 0, voids: false, refund: 500, money: 'paid' }],
  [
    'a pending capture',
    [...held, moved('capture', 500, { status: 'pending' })],
    { capture: 0, voids: false, refund: 0 },
  ],
  [
    'a returned capture, of which the gateway took less',
    [...held, ...capturedLess, moved('refund', 500)],
    { refund: 0, returned: true, money: 'refunded' },
  ],
  ['a returned capture', [...held, captured, moved('refund', 500)], { refund: 0, money: 'refunded' }],
])('%s leaves so much', (_name, facts, left) => {
  expect(ledger(...facts)).toMatchObject(left);
});

it('a commission is not the merchant’s, and makes a full operation state its amount', () => {
  const state = stateOf(orderUpdated(), started(), reported({ amountMinor: 1110 }));
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
    const state = stateOf(orderUpdated({ terms: its }), started({ terms: its }), reported(), ...more);
    const left = state.payments.flatMap((one) => refundable(state.operations, one).shares ?? []);
    return left.map((one) => one.amountMinor);
  };
  expect(shares()).toEqual([700, 310]);
  expect(shares(requested({ split: [{ subMerchantId: 'A', amountMinor: 300 }] }), answer())).toEqual([
    400, 310,
  ]);
  expect(shares(moved('refund', 800))).toEqual([210, 210]);
});

import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
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
import { isOver, messagesOf, operationView, paymentView, reviewAt, reviewItems } from './views.ts';

const DAY = 86_400_000;
const iso = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString();

const lost = [orderUpdated(), started(), unanswered('p1')];
const paid = [orderUpdated(), started(), reported()];
const declined = reported({ status: 'failure', statusCode: '4153', statusDescription: 'Rejected' });
const challenge = reported({ status: 'pending', statusCode: '2122', actionUrl: 'https://acs.example/' });
const page: Fact = {
  kind: 'call-ended',
  about: 'p1',
  end: { how: 'page-opened', url: 'https://x.example/' },
};

function payments(...facts: Fact[]) {
  const state = stateOf(...facts);
  return state.payments.map((one) => paymentView({ orderId: 'order-1', state }, one));
}

function operations(...facts: Fact[]) {
  const state = stateOf(...facts);
  return state.operations.map((one) => operationView({ orderId: 'order-1', state }, one));
}

describe('a payment', () => {
  it('is shown with where its customer must go', () => {
    expect(payments(orderUpdated(), started(), challenge)).toEqual([
      {
        id: 'p1',
        orderId: 'order-1',
        mode: 'direct',
        method: 'purchase',
        status: 'pending',
        statusCode: '2122',
        statusDescription: null,
        amount: '10.10',
        currency: 'UAH',
        action: { url: 'https://acs.example/' },
        cardMask: '424242******4242',
        receiptUrl: null,
        canRetry: false,
        createdAt: iso(0),
        updatedAt: iso(2),
      },
    ]);
  });

  const kept = { receiptUrl: 'https://r.example/', cardMask: '4242****4242' };
  it.each<[string, Fact[], object]>([
    ['in doubt is neither paid nor failed', [...paid, declined], { status: 'unknown', canRetry: false }],
    [
      'in doubt leads its customer nowhere',
      [orderUpdated(), started(), challenge, reported({ status: 'pending', amountMinor: 1 })],
      { status: 'unknown', action: null },
    ],
    [
      'that was declined can be retried',
      [orderUpdated(), started(), declined],
      { status: 'failure', statusCode: '4153', statusDescription: 'Rejected', canRetry: true },
    ],
    [
      'that was declined cannot while another is open',
      [...lost, notFound('p1'), started({ id: 'p2' })],
      { canRetry: false },
    ],
    [
      'that a person resolved has no code of the gateway',
      [...paid, declined, resolved('p1', 'failure')],
      { status: 'failure', statusCode: null },
    ],
    [
      'over another amount shows what was ordered',
      [orderUpdated(), started(), reported({ amountMinor: 1110 })],
      { amount: '10.10' },
    ],
    ['keeps receipt and mask', [orderUpdated(), started(), reported(kept), reported()], kept],
  ])('%s', (_name, facts, view) => {
    expect(payments(...facts)[0]).toMatchObject(view);
  });
});

describe('an operation', () => {
  const answer = (over = {}) =>
    answered('o1', { method: 'refund', amountMinor: 280, operationId: 'r1', ...over });

  it.each<[string, Fact[], object]>([
    ['is shown with its amount as requested', [requested()], { amount: '3.00', status: 'unknown' }],
    [
      'is shown with its amount as requested while it is pending',
      [requested(), answer({ status: 'pending' })],
      { amount: '3.00', status: 'pending' },
    ],
    ['is shown with what it moved', [requested(), answer()], { amount: '2.80', status: 'success' }],
    [
      'in doubt is neither done nor failed',
      [requested(), answer(), refunded('r1', { status: 'failure' })],
      { status: 'unknown' },
    ],
    [
      'of the portal has the portal’s comment',
      [refunded('r1', { comment: 'Broken' })],
      { comment: 'Broken', split: null },
    ],
    [
      'is shown with its shares',
      [requested({ split: [{ subMerchantId: 'a', amountMinor: 300 }] })],
      { split: [{ subMerchantId: 'a', amount: '3.00' }] },
    ],
  ])('%s', (_name, facts, view) => {
    expect(operations(...paid, ...facts)).toMatchObject([{ orderId: 'order-1', paymentId: 'p1', ...view }]);
  });

  it('of the portal keeps its id through all that follows', () => {
    const ids = (...facts: Fact[]) => operations(...paid, ...facts).map(({ id }) => id);
    const [id] = ids(refunded(null));
    expect(ids(refunded(null), refunded('r1'), refunded('r1', { status: 'failure' }))).toEqual([id]);
  });
});

describe('the merchant is told', () => {
  const found = [...paid, requested(), unanswered('o1'), refunded('r1')];
  const challenged = [orderUpdated(), started(), challenge];

  /** What is told of the last fact, as "p1 success". */
  it.each<[string, Fact[], ...string[]]>([
    ['nothing of a call in flight', [orderUpdated(), started()]],
    ['of a call without an answer', lost, 'p1 unknown'],
    ['of a report during a call', challenged, 'p1 pending'],
    ['nothing of the end of a call that was overtaken', [...challenged, unanswered('p1')]],
    ['of an end', [...lost, reported()], 'p1 success'],
    ['nothing of a report that says nothing new', [...paid, reported({ status: 'pending' })]],
    ['of a doubt', [...paid, declined], 'p1 unknown'],
    ['of a person’s word', [...paid, declined, resolved('p1', 'success')], 'p1 success'],
    [
      'nothing of the next attempt, which ends that the first can be retried',
      [orderUpdated(), started(), declined, started({ id: 'p2' })],
    ],
    ['of an operation', [...paid, refunded('r1')], 'refund success'],
    ['nothing of an operation that may be ours', found],
    ['of ours once it is found', [...found, notFound('o1')], 'refund success'],
    [
      'of payments first',
      [orderUpdated(), started(), declined, refunded('r1')],
      'p1 unknown',
      'refund success',
    ],
  ])('%s', (_name, facts, ...expected) => {
    const all = messagesOf('order-1', stateOf(...facts.slice(0, -1)), stateOf(...facts));
    const told = all.map(({ type, data }) => (type === 'payment.updated' ? data.id : data.method));
    expect(told.map((name, index) => `${name} ${all[index]?.data.status}`)).toEqual(expected);
  });
});

describe('the review list', () => {
  const other = orderUpdated({ terms: terms({ amountMinor: 2000 }) });

  it.each<[string, Fact[], object[]]>([
    [
      'a mismatch, with its field',
      [...lost, reported({ posId: 'other' })],
      [{ reason: 'mismatch', field: 'posId', since: NOON + 3_000 }],
    ],
    ['two ends', [...paid, declined], [{ reason: 'contradicted', field: null }]],
    ['a success over other terms', [...paid, other], [{ reason: 'other-terms' }]],
    [
      'an operation without an id',
      [...paid, refunded(null)],
      [{ paymentId: 'p1', operationId: 'p1-3', reason: 'operation-unclear' }],
    ],
    ['nothing that is only open', lost, []],
    ['nothing that a person resolved over other terms', [...lost, resolved('p1', 'success'), other], []],
    ['nothing of what went back', [...paid, other, refunded('r1', { amountMinor: 1010 })], []],
  ])('names %s', (_name, facts, items) => {
    const listed = reviewItems(stateOf(...facts), NOON + 60_000);
    expect(listed).toMatchObject(items);
    expect(listed).toHaveLength(items.length);
  });

  it('names what has been open for a day, also where it is an order id that exists', () => {
    for (const facts of [lost, [orderUpdated(), started(), idExists('p1')]]) {
      expect(reviewItems(stateOf(...facts), NOON + DAY)).toMatchObject([
        { reason: 'overdue', operationId: null },
      ]);
    }
    const refund = [...paid, requested(), unanswered('o1')];
    expect(reviewItems(stateOf(...refund), NOON + DAY)).toMatchObject([
      { reason: 'overdue', operationId: 'o1' },
    ]);
  });

  it.each<[string, Fact[], now: number, at: number | null]>([
    ['never has an order that is paid', paid, 0, null],
    ['has an open one a day after it was sent', lost, 60_000, DAY],
    ['has an overdue one since its last change', lost, DAY, 2_000],
    [
      'has since its last change one that was reported when it was overdue already',
      [orderUpdated(), started({ sentAt: NOON - 2 * DAY }), unanswered('p1')],
      60_000,
      2_000,
    ],
    ['has one in doubt since then', [...paid, declined], 60_000, 3_000],
    ['has the earliest of all', [...paid, declined, started({ id: 'p2' })], 60_000, 3_000],
  ])('%s', (_name, facts, now, at) => {
    expect(reviewAt(stateOf(...facts), NOON + now)).toBe(at === null ? null : NOON + at);
  });
});

it.each<[string, Fact[], boolean]>([
  ['is paid is closed', paid, true],
  ['was declined is closed', [orderUpdated(), started(), declined], true],
  ['was never paid is closed', [orderUpdated()], true],
  ['has a payment of unknown outcome is not', lost, false],
  ['has an unpaid page is not', [orderUpdated(), started({ mode: 'hosted', cardMask: null }), page], false],
  ['has an open operation is not', [...paid, refunded('r1', { status: 'pending' })], false],
  ['is in review is not', [...paid, declined], false],
])('an order that %s', (_name, facts, closed) => {
  expect(isOver(stateOf(...facts), NOON + 400 * DAY)).toBe(closed);
  expect(isOver(stateOf(...facts), NOON)).toBe(false);
});

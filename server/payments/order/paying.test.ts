import { describe, expect, it } from 'vitest';
import type { Fact, PaymentRequest, Report } from './journal.ts';
import {
  attemptsLeft,
  chargedPayment,
  currentPayment,
  dueRefunds,
  payingPayment,
  blockerOf,
  tokenAge,
} from './paying.ts';
import {
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
import { reviewItems } from './views.ts';

const T0 = NOON / 1_000;
const other = terms({ amountMinor: 2000 });

describe('the age of a token', () => {
  const order = stateOf(orderUpdated({ terms: other, issuedAt: T0 }), orderUpdated({ issuedAt: T0 + 10 }));

  it.each([
    ['newer, other terms', other, T0 + 11, 'newer'],
    ['older, other terms', other, T0, 'outdated'],
    ['older, the same terms', terms(), T0, 'current'],
    ['the same time and terms', terms(), T0 + 10, 'current'],
    ['the same time, terms that were replaced', other, T0 + 10, 'outdated'],
    ['the same time, terms never seen', terms({ amountMinor: 1 }), T0 + 10, 'newer'],
    ['no time, terms that were replaced', other, null, 'outdated'],
    ['no time, terms never seen', terms({ currency: 'EUR' }), null, 'newer'],
  ] as const)('%s: %s', (_name, its, issuedAt, age) => {
    expect(tokenAge(order, its, issuedAt)).toBe(age);
  });

  it('is newer where there is no order yet', () => {
    expect(tokenAge(stateOf(), terms(), null)).toBe('newer');
  });
});

/** Two payments, the first of which was given up before the second began. */
const two = (second: Partial<PaymentRequest> = {}) => [
  orderUpdated(),
  started(),
  unanswered('p1'),
  notFound('p1'),
  started({ id: 'p2', ...second }),
  unanswered('p2'),
];
const success = (id: string, over: Partial<Report> = {}) => reported({ gatewayOrderId: id, ...over });
const failure = (id: string) => success(id, { status: 'failure', statusCode: '4153' });

/** Which payment pays, which go back by themselves, and what waits for a person. */
function outcome(...facts: Fact[]): string {
  const state = stateOf(...facts);
  return [
    `${payingPayment(state)?.id ?? 'none'} pays`,
    ...dueRefunds(state).map(({ id }) => `${id} goes back`),
    ...reviewItems(state, NOON + 60_000).map((one) => `${one.paymentId} in review (${one.reason})`),
  ].join(', ');
}

describe('of two successes', () => {
  const both = [...two(), success('p2'), success('p1')];
  const automatic = requested({ origin: 'automatic', amountMinor: 1010 });
  const refund = (id: string) => refunded('r1', { gatewayOrderId: id, amountMinor: 1010 });
  const duplicate = 'p2 pays, p1 in review (duplicate)';

  it.each<[string, Fact[], string]>([
    ['the first pays, the other goes back', both, 'p2 pays, p1 goes back'],
    [
      'none goes back that a person resolved',
      [...two(), success('p2'), resolved('p1', 'success')],
      'p2 pays',
    ],
    [
      'none goes back for one that a person resolved',
      [...two(), resolved('p2', 'success'), success('p1')],
      duplicate,
    ],
    ['none goes back once the paying one was returned', [...both, refund('p2')], duplicate],
    ['one that was returned in the portal is over', [...both, refund('p1')], 'p2 pays'],
    ['one that was returned in part waits for a person', [...both, refunded('r1')], duplicate],
    ['the doubted one does not pay', [...both, failure('p2')], 'p1 pays, p2 in review (contradicted)'],
    ['its place is kept through doubt', [...both, failure('p2'), resolved('p2', 'success')], duplicate],
    ['none goes back once the other failed', [...both, failure('p2'), resolved('p2', 'failure')], 'p1 pays'],
    ['one whose automatic refund is in flight waits for nobody', [...both, automatic], 'p2 pays'],
    [
      'one that is being refunded does not pay, whatever becomes of the other',
      [...both, automatic, failure('p2')],
      'none pays, p2 in review (contradicted)',
    ],
  ])('%s', (_name, facts, expected) => {
    expect(outcome(...facts)).toBe(expected);
  });

  it.each<[PaymentRequest['terms']['method'], string, string]>([
    ['auth', 'goes back, also if the paying one was captured', 'p2 pays, p1 goes back'],
    ['lookup', 'never goes back, as nothing was taken', 'p2 pays'],
  ])('by %s, the other %s', (method, _what, expected) => {
    const its = terms({ method });
    const facts = [
      orderUpdated({ terms: its }),
      started({ terms: its }),
      notFound('p1'),
      started({ id: 'p2', terms: its }),
      success('p2', { method }),
      success('p1', { method }),
    ];
    const capture = refunded('c1', { gatewayOrderId: 'p2', method: 'capture', amountMinor: 1010 });
    expect(outcome(...facts, ...(method === 'auth' ? [capture] : []))).toBe(expected);
  });
});

describe('a success over other terms', () => {
  const paid = [orderUpdated(), started(), success('p1'), orderUpdated({ terms: other })];
  const again = [...paid, started({ id: 'p2', terms: other }), success('p2', { amountMinor: 2000 })];

  it.each<[string, Fact[], string]>([
    ['pays nothing and waits for a person', paid, 'none pays, p1 in review (other-terms)'],
    ['goes back once another success pays', again, 'p2 pays, p1 goes back'],
    ['pays once the order has its terms again', [...paid, orderUpdated()], 'p1 pays'],
    [
      'waits for nobody while it goes back, whatever becomes of the other',
      [
        ...again,
        requested({ origin: 'automatic', amountMinor: 1010 }),
        success('p2', { status: 'failure', amountMinor: 2000 }),
      ],
      'none pays, p2 in review (contradicted)',
    ],
  ])('%s', (_name, facts, expected) => {
    expect(outcome(...facts)).toBe(expected);
  });

  it('is the one whose money the merchant moves, the latest of several, until another pays', () => {
    const charged = (...facts: Fact[]) => chargedPayment(stateOf(...facts))?.id;
    expect(charged(...paid)).toBe('p1');
    expect(charged(...again, orderUpdated({ terms: terms({ amountMinor: 1 }) }))).toBe('p2');
    expect(charged(...again)).toBe('p2');
    expect(charged(...again, orderUpdated())).toBe('p1');
  });
});

describe('another payment may begin', () => {
  const waiting = success('p1', { status: 'pending', actionUrl: 'https://acs.example/' });
  const may = (replaces: string | null, ...facts: Fact[]) =>
    blockerOf(stateOf(orderUpdated(), ...facts), replaces)?.code ?? 'yes';

  const page = { mode: 'hosted', cardMask: null } as const;
  const replacing = [started(), waiting, started({ id: 'p2', replaces: 'p1' })];
  const waitingToo = success('p2', { status: 'pending', actionUrl: 'https://acs.example/' });
  const failedTwice = [started(), failure('p1'), started({ id: 'p2' }), failure('p2')];

  it.each<[string, Fact[], string | null, string]>([
    ['on a new order', [], null, 'yes'],
    ['not while the outcome is unknown', [started(), unanswered('p1')], null, 'payment-open'],
    ['not while one waits for its customer', [started(), waiting], null, 'payment-open'],
    ['beside the one that waits for its customer', [started(), waiting], 'p1', 'yes'],
    ['not beside one that does not wait', [started(), unanswered('p1')], 'p1', 'cannot-replace'],
    [
      'not beside a hosted one, which its customer may pay at any time',
      [started(page), success('p1', { mode: 'hosted', status: 'pending', actionUrl: 'https://x.example/' })],
      'p1',
      'cannot-replace',
    ],
    ['not beside one that is not there', [started(), waiting], 'p9', 'cannot-replace'],
    ['after a decline', [started(), failure('p1')], null, 'yes'],
    ['not after a success', [started(), success('p1')], null, 'order-paid'],
    ['not while one is in review', [started(), success('p1', { currency: 'EUR' })], null, 'in-review'],
    ['not while the first of two is in review', [...failedTwice, success('p1')], null, 'in-review'],
    ['after a decline beside a replaced one', [...replacing, failure('p2')], null, 'yes'],
    ['not beside the one that replaced', replacing, null, 'payment-open'],
    ['in place of the one that replaced', [...replacing, waitingToo], 'p2', 'yes'],
  ])('%s', (_name, facts, replaces, expected) => {
    expect(may(replaces, ...facts)).toBe(expected);
  });

  it('the newest of two open ones stands for the order', () => {
    const state = stateOf(orderUpdated(), started(), waiting, started({ id: 'p2', replaces: 'p1' }));
    expect(currentPayment(state)?.id).toBe('p2');
  });
});

describe('ten declines', () => {
  const declined = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `p${from + index}`).flatMap((id) => [
      started({ id }),
      failure(id),
    ]);

  it('end an order until the merchant’s API states it anew; a token does not', () => {
    const ten = [orderUpdated(), ...declined(1, 10)];
    expect(blockerOf(stateOf(...ten))?.code).toBe('too-many-attempts');
    expect(attemptsLeft(stateOf(...ten, orderUpdated({ issuedAt: T0 + 1 })))).toBe(0);
    expect(attemptsLeft(stateOf(...ten, orderUpdated({ by: 'api' })))).toBe(10);
    expect(attemptsLeft(stateOf(...ten, orderUpdated({ by: 'api' }), ...declined(11, 1)))).toBe(9);
  });

  it('do not hide a payment in flight', () => {
    const open = stateOf(orderUpdated(), ...declined(1, 9), started({ id: 'p10' }), unanswered('p10'));
    expect(blockerOf(open)?.code).toBe('payment-open');
  });

  it.each(['4148', '4149', '6007', '4119', '4139'])(
    'do not include %s, which says nothing about a card',
    (statusCode) => {
      expect(
        attemptsLeft(stateOf(orderUpdated(), started(), success('p1', { status: 'failure', statusCode }))),
      ).toBe(10);
    },
  );

  it('do not include what was not found, or what a person resolved', () => {
    expect(attemptsLeft(stateOf(orderUpdated(), started(), notFound('p1')))).toBe(10);
    expect(attemptsLeft(stateOf(orderUpdated(), started(), resolved('p1', 'failure')))).toBe(10);
  });
});

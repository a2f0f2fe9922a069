import { describe, expect, it } from 'vitest';
import type { Report } from './journal.ts';
import {
  answered,
  asked,
  idExists,
  NOON,
  POS_ID,
  notFound,
  reported,
  resolved,
  started,
  orderUpdated,
  stateOf,
  unanswered,
} from './testing/entries.ts';
import { reviewItems, shownStatus } from './views.ts';

/** What a payment is after these facts: its shown status, and why a person must look at it. */
function after(...facts: Parameters<typeof stateOf>) {
  const state = stateOf(orderUpdated(), ...facts);
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

describe('whose a report is', () => {
  const early = (ms: number) => new Date(NOON - ms).toISOString();
  const known = reported({ status: 'pending', gatewayPaymentId: 'g1' });
  const cardMask = '424242******4242';
  const paidIn = (amountMinor: number | null, currency: string) => ({ processed: { amountMinor, currency } });
  const OURS = ['success', null] as const;
  const OPEN = ['unknown', null] as const;
  const NOT_OURS = ['failure', null] as const;
  const not = (field: string) => ['unknown', `mismatch ${field}`] as const;

  /** If our call was never answered; once the gateway has accepted it; asked after "order id exists". */
  const CASES: [name: string, over: Partial<Report>, ...shown: (readonly [string, string | null])[]][] = [
    ['agrees in all', { cardMask }, OURS],
    ['agrees in other letters', { posId: POS_ID.toUpperCase(), cardMask }, OURS],
    ['shows no card', {}, OURS, OURS, OPEN],
    ['another card', { cardMask: '545454******5454' }, NOT_OURS, OURS, NOT_OURS],
    ['no time', { createdAt: null, cardMask }, OPEN, OURS, OPEN],
    ['our address of return', { createdAt: null, resultUrl: 'https://a.example/return/p1' }, OURS],
    [
      'the address of another',
      { cardMask, resultUrl: `https://b.example/return/${POS_ID}` },
      NOT_OURS,
      OURS,
      NOT_OURS,
    ],
    ['an address of the gateway', { cardMask, resultUrl: 'https://gateway.example/thanks' }, OURS],
    [
      'our address in one of the gateway',
      { resultUrl: 'https://gateway.example/to?url=%2Freturn%2Fp1' },
      OURS,
    ],
    ['ten seconds earlier', { createdAt: early(10_000), cardMask }, OURS, OURS, OPEN],
    ['a minute earlier', { createdAt: early(61_000), cardMask }, OPEN, OURS, OPEN],
    ['three hours later', { createdAt: early(-10_800_000), cardMask }, OPEN, OURS, OPEN],
    ['a day earlier', { createdAt: early(86_402_000), cardMask }, NOT_OURS, OURS, NOT_OURS],
    ['another project', { posId: 'other' }, not('posId')],
    ['another method', { method: 'auth' }, NOT_OURS, not('method'), NOT_OURS],
    ['another mode', { mode: 'hosted' }, NOT_OURS, not('mode'), NOT_OURS],
    ['another currency', { currency: 'EUR' }, not('currency'), not('currency'), NOT_OURS],
    ['no currency', { currency: null }, not('currency'), not('currency'), NOT_OURS],
    ['a lower amount', { amountMinor: 1009 }, not('amount'), not('amount'), NOT_OURS],
    ['no amount', { amountMinor: null }, not('amount'), not('amount'), NOT_OURS],
    ['a commission', { amountMinor: 1110, cardMask }, OURS],
    ['far more', { amountMinor: 50_000, cardMask }, OURS, OURS, NOT_OURS],
    ['less was paid', paidIn(900, 'UAH'), not('processedAmount'), not('processedAmount'), NOT_OURS],
    ['an unknown part', paidIn(null, 'UAH'), not('processedAmount'), not('processedAmount'), NOT_OURS],
    ['paid in dollars', paidIn(1, 'USD'), not('processedAmount'), not('processedAmount'), NOT_OURS],
    ['all of it was paid', { ...paidIn(1010, 'uah'), cardMask }, OURS],
  ];

  it.each(CASES)('%s', (_name, over, ...shown) => {
    const [unanswered, accepted = unanswered, idTaken = accepted] = shown;
    expect(after(...sent, asked(over))).toEqual(unanswered);
    expect(after(...sent, known, reported({ ...over, gatewayPaymentId: 'g1' }))).toEqual(accepted);
    expect(after(started(), answered('p1', over))).toEqual(accepted);
    expect(after(started(), idExists('p1'), asked(over))).toEqual(idTaken);
  });

  it('is measured by the gateway’s clock, where that is known', () => {
    const behind = { leastMs: -10_800_200, mostMs: -10_800_000 };
    const ours = (ms: number) => ({ createdAt: early(10_800_000 - ms), cardMask });
    const payment = started({ gatewayClock: behind });
    const lost = [payment, unanswered('p1')];
    expect(after(...lost, reported(ours(0)))).toEqual(OURS);
    expect(after(...lost, reported(ours(-59_000)))).toEqual(OURS);
    expect(after(...lost, reported(ours(-62_000)))).toEqual(OPEN);
    expect(after(...lost, asked(ours(-62_000)))).toEqual(NOT_OURS);
    // What is learned later counts, too.
    expect(after(...sent, { ...reported(ours(0)), gatewayClock: behind })).toEqual(OURS);
    // After "order id exists" every second counts.
    expect(after(payment, idExists('p1'), asked(ours(10)))).toEqual(OURS);
    expect(after(payment, idExists('p1'), asked(ours(-3_000)))).toEqual(NOT_OURS);
    expect(after(payment, idExists('p1'), asked(ours(-800)))).toEqual(OPEN);
    // A stamp may lack its seconds: this is our minute.
    expect(
      after(payment, idExists('p1'), asked({ createdAt: '2026-06-15T09:00:00.000Z', cardMask })),
    ).toEqual(OURS);
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

  it('is in doubt no more once a report agrees in every field, the page is open, or a person has resolved it', () => {
    const wrong = reported({ amountMinor: 500 });
    const page = { how: 'page-opened', url: 'https://gateway.example/p1' } as const;
    const opened = { kind: 'call-ended', about: 'p1', end: page } as const;
    expect(after(...sent, wrong, reported({ cardMask }))).toEqual(['success', null]);
    expect(after(...sent, wrong, reported())).toEqual(['unknown', 'mismatch amount']);
    expect(after(...sent, wrong, resolved('p1', 'success'))).toEqual(['success', null]);
    expect(after(started({ mode: 'hosted', cardMask: null }), wrong, opened)).toEqual(['init', null]);
  });

  it('is asked for again where we concluded that there is nothing', () => {
    expect(after(...sent, notFound('p1'), reported({ createdAt: null }))).toEqual(OPEN);
  });

  it('earlier than ours, by another card, says that ours was refused', () => {
    const behind = { leastMs: 0, mostMs: 100 };
    const theirs = { createdAt: early(3_600_000), cardMask: '545454******5454' };
    const lost = [started({ gatewayClock: behind }), unanswered('p1')];
    expect(after(...lost, asked(theirs))).toEqual(NOT_OURS);
    expect(after(...lost, reported(theirs))).toEqual(OPEN);
    expect(after(...lost, asked({ ...theirs, cardMask }))).toEqual(NOT_OURS);
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
    reported({ mode: 'hosted', resultUrl: 'https://pay.shop.example/return/p1' }),
    { kind: 'call-ended', about: 'p1', end: page } as const,
  ];
  expect(after(...facts)).toEqual(['success', null]);
  expect(stateOf(...facts).payments[0]?.actionUrl).toBeNull();
});

describe('an order id that the gateway knows already', () => {
  const exists = { status: 'failure', statusCode: '4119' } as const;

  it('says nothing about a payment that has ended', () => {
    expect(after(...sent, reported(), reported(exists), reported({ statusCode: '1000' }))).toEqual([
      'success',
      null,
    ]);
  });

  it.each([idExists('p1'), answered('p1', exists)])(
    'leaves a direct payment unknown until the gateway is asked: %j',
    (end) => {
      expect(after(started(), end, notFound('p1'))).toEqual(['unknown', null]);
      // A webhook may be wrong.
      expect(after(started(), end, reported({ cardMask: '545454******5454' }))).toEqual(['unknown', null]);
    },
  );

  it('refuses a hosted payment, whatever is reported under it', () => {
    const hosted = started({ mode: 'hosted', cardMask: null });
    expect(after(hosted, idExists('p1'))).toEqual(['failure', null]);
    expect(after(hosted, idExists('p1'), asked({ mode: 'hosted' }))).toEqual(['failure', null]);
  });
});

describe('a hosted page is open for another card', () => {
  const hosted = [
    started({ mode: 'hosted', cardMask: null }),
    { kind: 'call-ended', about: 'p1', end: { how: 'page-opened', url: 'https://gateway.example/p1' } },
  ] as const;
  const card = (over: Partial<Report>) =>
    reported({ mode: 'hosted', transactionId: 't1', gatewayPaymentId: 'g1', ...over });
  const declined = card({ status: 'failure', statusCode: '4153' });

  it.each([
    ['under the same ids', {}],
    ['as another transaction', { transactionId: 't2' }],
    ['as another payment', { transactionId: 't2', gatewayPaymentId: 'g2' }],
  ])('a decline, then a success %s', (_name, over) => {
    expect(after(...hosted, declined)).toEqual(['failure', null]);
    expect(after(...hosted, declined, card(over))).toEqual(['success', null]);
  });

  it('a late decline of the card before changes nothing, and operations go by the card that paid', () => {
    const paid = card({ transactionId: 't2', gatewayPaymentId: 'g2' });
    const refund = card({
      method: 'refund',
      mode: 'direct',
      operationId: 'r1',
      gatewayPaymentId: 'g2',
      amountMinor: 300,
    });
    expect(after(...hosted, paid, declined)).toEqual(['success', null]);
    expect(after(...hosted, declined, paid, refund)).toEqual(['success', null]);
    expect(after(...hosted, declined, refund, paid)).toEqual(['success', null]);
  });

  it('but not after a success', () => {
    const failure = card({ status: 'failure', statusCode: '4153' });
    expect(after(...hosted, card({}), failure)).toEqual(['unknown', 'contradicted']);
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

it('a challenge ends only by an explicit word', () => {
  const waits = reported({ status: 'pending', actionUrl: 'https://acs.example/' });
  const actionOf = (over: Partial<Report>) =>
    stateOf(...sent, waits, reported({ status: 'pending', ...over })).payments[0]?.actionUrl;
  expect(actionOf({ statusCode: '2122' })).toBe('https://acs.example/');
  expect(actionOf({ actionRequired: false })).toBeNull();
  expect(actionOf({ status: 'success' })).toBeNull();
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Fact } from './journal.ts';
import { unlinked } from './ledger.ts';
import { externalOperations, newLinks } from './link.ts';
import { fold } from './order.ts';
import type { GatewayStatus } from './report.ts';
import {
  answered,
  begun,
  certain,
  journalOf,
  NOON,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const linkOf = (...facts: Fact[]) => stateOf(...PAID, ...facts).requests.map((one) => one.operationId);

const amounts = fc.constantFrom(300, 300, 400);
const story = fc
  .tuple(
    fc.array(amounts, { minLength: 1, maxLength: 3 }),
    fc.array(
      fc.record({
        amountMinor: amounts,
        statuses: fc.subarray<GatewayStatus>(['pending', 'success', 'failure'], { minLength: 1 }),
      }),
      { maxLength: 4 },
    ),
  )
  .chain(([requests, operations]) => {
    const facts = [
      ...requests.map((amountMinor, index) => requested({ id: `request-${index}`, amountMinor })),
      ...requests.map((_, index) => unanswered(`request-${index}`)),
      ...operations.flatMap(({ amountMinor, statuses }, index) =>
        statuses.map((status) => reportedOperation(`operation-${index}`, { amountMinor, status })),
      ),
    ];
    return fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length });
  });

const linksIn = (entries: readonly Entry[]) => entries.filter((one) => one.kind === 'linked');

describe('links', () => {
  it('never join a failed operation, never lose one, and never join one operation to two requests', () => {
    fc.assert(
      fc.property(story, (facts) => {
        const entries = journalOf([...PAID, ...facts]);
        const links = linksIn(entries);
        for (const link of links) {
          const before = fold(entries.slice(0, entries.indexOf(link)));
          const operation = before.operations.find((one) => one.operationId === link.operationId);
          expect(certain(operation).status).not.toBe('failure');
        }
        const { requests } = fold(entries);
        const linked = requests.flatMap((one) => one.operationId ?? []);
        expect(linked.sort()).toEqual([...new Set(links.map((one) => one.operationId))].sort());
        expect(new Set(linked).size).toBe(linked.length);
      }),
      { numRuns: 1_000, seed: 20_260_615 },
    );
  }, 120_000);

  it('of equal operations it does not matter which request began which', () => {
    const both = [
      requested({ id: 'request-1' }),
      requested({ id: 'request-2' }),
      unanswered('request-1'),
      unanswered('request-2'),
    ];
    const one = stateOf(...PAID, ...both, reportedOperation('operation-1'), reportedOperation('operation-2'));
    const other = stateOf(
      ...PAID,
      ...both,
      reportedOperation('operation-2'),
      reportedOperation('operation-1'),
    );
    const links = [one, other].map((state) => new Set(state.requests.map((request) => request.operationId)));
    expect(links[0]).toEqual(links[1]);
    expect([unlinked(one), unlinked(other)]).toEqual([[], []]);
  });

  it('wait until the call is over', () => {
    expect(linkOf(requested(), reportedOperation('operation-1'))).toEqual([null]);
    expect(linkOf(requested(), reportedOperation('operation-1'), unanswered('request-1'))).toEqual([
      'operation-1',
    ]);
  });

  it('follow the id of the answer rather than anything that fits', () => {
    const answer = answered('request-1', { method: 'refund', amountMinor: 300, operationId: 'operation-2' });
    expect(linkOf(requested(), reportedOperation('operation-1'), answer)).toEqual(['operation-2']);
  });

  it('give an operation back that an answer names as that of another request', () => {
    const unnamed = { method: 'refund', amountMinor: 300 };
    const named = answered('request-2', { ...unnamed, operationId: 'operation-2' });
    const facts = [requested(), answered('request-1', unnamed), requested({ id: 'request-2' })];
    const before = [...facts, reportedOperation('operation-2')];
    expect(linkOf(...before)).toEqual(['operation-2', null]);
    expect(linkOf(...before, named)).toEqual([null, 'operation-2']);
    expect(linkOf(...before, named, reportedOperation('operation-1'))).toEqual([
      'operation-1',
      'operation-2',
    ]);
    const lost = [...before, unanswered('request-2'), reportedOperation('operation-1')];
    expect(linkOf(...lost)).toEqual(['operation-2', 'operation-1']);
    expect(linkOf(...lost, named)).toEqual(['operation-1', 'operation-2']);
  });

  it.each([
    ['another method', { method: 'void' }],
    ['another amount', { amountMinor: 301 }],
    ['a time before the request', { createdAt: new Date(NOON - 3_600_000).toISOString() }],
    ['a time long after the call', { createdAt: new Date(NOON + 3_600_000).toISOString() }],
    ['a failure', { status: 'failure' as const }],
  ])('do not join an operation with %s', (_what, over) => {
    expect(linkOf(requested(), unanswered('request-1'), reportedOperation('operation-1', over))).toEqual([
      null,
    ]);
  });

  it.each([
    ['a minute before the request', 2_000 - 60_000, 'operation-1'],
    ['more than a minute before it', 2_000 - 60_001, null],
    ['a minute after its call', 2_000 + 35_000 + 60_000, 'operation-1'],
    ['more than a minute after it', 2_000 + 35_000 + 60_001, null],
  ])('join what was made %s or not, as far as clocks may differ', (_what, offsetMs, linked) => {
    const createdAt = new Date(NOON + offsetMs).toISOString();
    const operation = reportedOperation('operation-1', { createdAt });
    expect(linkOf(requested(), unanswered('request-1'), operation)).toEqual([linked]);
  });

  it('do not join an operation of another payment', () => {
    const second = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
    const other = reportedOperation('operation-1', { gatewayOrderId: 'attempt-2' });
    expect(linkOf(...second, requested(), unanswered('request-1'), other)).toEqual([null]);
  });

  it('join a void over any reported amount', () => {
    const asked = requested({ method: 'void', amountMinor: 1010 });
    const done = reportedOperation('operation-1', { method: 'void', amountMinor: 5 });
    expect(linkOf(asked, unanswered('request-1'), done)).toEqual(['operation-1']);
  });

  it('join an operation of unknown amount', () => {
    const done = reportedOperation('operation-1', { amountMinor: null });
    expect(linkOf(requested(), unanswered('request-1'), done)).toEqual(['operation-1']);
  });

  it('join the amount that was answered rather than the one that was asked for', () => {
    const told = answered('request-1', { method: 'refund', amountMinor: 290 });
    expect(linkOf(requested(), told, reportedOperation('operation-1', { amountMinor: 290 }))).toEqual([
      'operation-1',
    ]);
    expect(linkOf(requested(), told, reportedOperation('operation-1', { amountMinor: 300 }))).toEqual([null]);
  });

  describe('of a request whose answer had no operation id', () => {
    const skewed = (ms: number) => new Date(NOON + 3_600_000 + ms).toISOString();
    const told = { method: 'refund', amountMinor: 300 } as const;
    const linkWith = (createdAt: string | null, over: object) =>
      linkOf(
        requested(),
        answered('request-1', { ...told, createdAt }),
        reportedOperation('operation-1', over),
      );

    it('go by the time in the answer, however far the gateway’s clock is off', () => {
      expect(linkWith(skewed(0), { createdAt: skewed(60_000) })).toEqual(['operation-1']);
      expect(linkWith(skewed(0), { createdAt: skewed(-60_000) })).toEqual(['operation-1']);
      expect(linkWith(skewed(0), { createdAt: skewed(60_001) })).toEqual([null]);
      expect(linkWith(skewed(0), { createdAt: skewed(-60_001) })).toEqual([null]);
      expect(linkWith(skewed(0), { createdAt: skewed(0), amountMinor: 301 })).toEqual([null]);
    });

    it('go by our clock if the answer had no time: the next day’s refund in the portal is not its own', () => {
      expect(linkWith(null, { createdAt: skewed(0) })).toEqual([null]);
      expect(linkWith(null, { createdAt: new Date(NOON).toISOString() })).toEqual(['operation-1']);
    });
  });

  it('are looked for by a request that may have arrived', () => {
    const after = (end: Fact) => linkOf(requested(), end, reportedOperation('operation-1'))[0];
    const about = 'request-1';
    const refusal = { means: 'other' as const, code: null, description: 'No' };
    expect(after({ kind: 'not-found', about })).toBe('operation-1');
    expect(after(resolvedAs(about, 'failure'))).toBe('operation-1');
    expect(after({ kind: 'not-sent', about, reason: 'ECONNREFUSED' })).toBe(null);
    expect(after({ kind: 'refused', about, refusal })).toBe(null);
    expect(after(answered(about, { method: 'refund', amountMinor: 300, status: 'failure' }))).toBe(null);
  });

  it('leave an operation to the request whose call is in flight, where another one was given up', () => {
    const given: Fact[] = [requested(), { kind: 'not-found', about: 'request-1' }];
    const operation = reportedOperation('operation-1');
    expect(linkOf(...given, requested({ id: 'request-2' }), operation)).toEqual([null, null]);
    const another = requested({ id: 'request-2', method: 'void' });
    expect(linkOf(...given, another, operation)).toEqual(['operation-1', null]);
    const elsewhere = [begun({ id: 'attempt-2' }), requested({ id: 'request-2', attemptId: 'attempt-2' })];
    expect(linkOf(...given, ...elsewhere, operation)).toEqual(['operation-1', null]);
    const open = [requested(), unanswered('request-1'), requested({ id: 'request-2' }), operation];
    expect(linkOf(...open)).toEqual(['operation-1', null]);
  });

  it('join nothing that is disputed otherwise', () => {
    const ends = [reportedOperation('operation-1'), reportedOperation('operation-1', { status: 'failure' })];
    const facts = [requested(), ...ends, unanswered('request-1')];
    expect(linkOf(...facts)).toEqual([null]);
  });

  it('do not join what was reported before we asked', () => {
    const createdAt = new Date(NOON).toISOString();
    expect(
      linkOf(reportedOperation('operation-1', { createdAt }), requested(), unanswered('request-1')),
    ).toEqual([null]);
  });

  it('join what an answer names and was reported after we asked, though the clock was set back since', () => {
    const setBack: Fact = { kind: 'clock-set-back', now: NOON - 7_200_000 };
    const answer = answered('request-1', { method: 'refund', amountMinor: 300, operationId: 'operation-1' });
    expect(linkOf(requested(), reportedOperation('operation-1'), setBack, answer)).toEqual(['operation-1']);
    expect(linkOf(reportedOperation('operation-1'), requested(), setBack, answer)).toEqual([null]);
  });

  describe('that were inferred change places', () => {
    const told = { method: 'refund', amountMinor: 300 } as const;
    const early = requested({ id: 'early' });
    const late = requested({ id: 'late', sentAt: NOON + 4_000_000 });
    const both = [early, unanswered('early'), late, unanswered('late')];
    const createdAt = new Date(NOON + 2_000).toISOString();
    const timeless = reportedOperation('of-late');

    it('where only that gives each request an operation', () => {
      const timed = reportedOperation('of-early', { createdAt });
      expect(linkOf(...both, timeless)).toEqual(['of-late', null]);
      const state = stateOf(...PAID, ...both, timeless, timed);
      expect(state.requests.map((one) => one.operationId)).toEqual(['of-early', 'of-late']);
      expect(unlinked(state)).toEqual([]);
    });

    it('but not before the other operation has come as far: nothing that has ended is open again', () => {
      const pending = reportedOperation('of-early', { createdAt, status: 'pending' });
      expect(linkOf(...both, timeless, pending)).toEqual(['of-late', null]);
      const ended = reportedOperation('of-early', { createdAt });
      expect(linkOf(...both, timeless, pending, ended)).toEqual(['of-early', 'of-late']);
    });

    it('but not for an operation in dispute: nothing that has succeeded is shown as unknown', () => {
      const half = reportedOperation('of-early', { createdAt, amountMinor: 150 });
      const whole = reportedOperation('of-early', { createdAt });
      expect(linkOf(...both, timeless, half, whole)).toEqual(['of-late', null]);
    });

    it('but not for a request that was given up', () => {
      const timed = reportedOperation('of-early', { createdAt });
      const given: Fact = { kind: 'not-found', about: 'late' };
      expect(linkOf(...both, timeless, given, timed)).toEqual(['of-late', null]);
    });

    it('but not where the answer named the operation', () => {
      const named = [early, answered('early', { ...told, operationId: 'of-late' }), late];
      const timed = reportedOperation('of-early', { createdAt });
      expect(linkOf(...named, unanswered('late'), timeless, timed)).toEqual(['of-late', null]);
    });

    it('but not where a person has resolved it', () => {
      const timed = reportedOperation('of-early', { createdAt });
      const unknown = [early, unanswered('early'), late, unanswered('late')];
      const dispute = reportedOperation('of-late', { status: 'failure' });
      const facts = [...unknown, timeless, dispute, resolvedAs('early', 'success'), timed];
      expect(linkOf(...facts)).toEqual(['of-late', null]);
    });

    it('among many at once without trying every order of them', () => {
      const many = Array.from({ length: 14 }, (_, index) => `request-${index}`);
      const facts = many.flatMap((id) => [requested({ id }), answered(id, told)]);
      const operations = many.map((id) => reportedOperation(`of-${id}`));
      const further = [requested({ id: 'further' }), answered('further', told)];
      const state = stateOf(...PAID, ...facts, ...operations, ...further);
      expect(state.requests.filter((one) => one.operationId === null)).toHaveLength(1);
    });
  });

  it('leave to a request that succeeded what one that was given up might have begun as well', () => {
    const given: Fact[] = [
      requested(),
      { kind: 'not-found', about: 'request-1' },
      requested({ id: 'request-2', sentAt: NOON + 6_000 }),
      answered('request-2', { method: 'refund', amountMinor: 300 }),
    ];
    expect(linkOf(...given, reportedOperation('operation-1'))).toEqual([null, 'operation-1']);
  });

  it('join nothing where one that fits has failed, until it is known that the request succeeded', () => {
    const facts = [
      requested(),
      unanswered('request-1'),
      reportedOperation('operation-1', { status: 'failure' }),
      reportedOperation('operation-2'),
    ];
    expect(linkOf(...facts)).toEqual([null]);
    expect(linkOf(...facts, resolvedAs('request-1', 'success'))).toEqual(['operation-2']);
  });

  it('join an operation of which only the amount is disputed: the request then needs review', () => {
    const half = reportedOperation('operation-1', { amountMinor: 150 });
    const whole = reportedOperation('operation-1', { amountMinor: 300 });
    expect(linkOf(requested(), unanswered('request-1'), half, whole)).toEqual(['operation-1']);
  });

  it('join a full refund to an operation that returns the commission too', () => {
    const facts = [requested({ amountMinor: 1010 }), unanswered('request-1')];
    expect(linkOf(...facts, reportedOperation('operation-1', { amountMinor: 1040 }))).toEqual([
      'operation-1',
    ]);
    expect(linkOf(...facts, reportedOperation('operation-1', { amountMinor: 1000 }))).toEqual([null]);
    const part = [requested({ amountMinor: 1009 }), unanswered('request-1')];
    expect(linkOf(...part, reportedOperation('operation-1', { amountMinor: 1040 }))).toEqual([null]);
  });
});

it('links of several requests at once join different operations', () => {
  const facts = [
    ...PAID,
    requested(),
    requested({ id: 'request-2' }),
    reportedOperation('operation-1'),
    reportedOperation('operation-2'),
    unanswered('request-1'),
    unanswered('request-2'),
  ];
  const state = fold(facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 })));
  expect(newLinks(state)).toEqual([
    { requestId: 'request-1', operationId: 'operation-1' },
    { requestId: 'request-2', operationId: 'operation-2' },
  ]);
});

it('a full refund is one of all that its own payment is over', () => {
  const facts = [
    begun({ amountMinor: 2020 }),
    answered('attempt-1', { amountMinor: 2020 }),
    begun({ id: 'attempt-2' }),
    answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
    requested({ attemptId: 'attempt-2', amountMinor: 1010 }),
  ];
  const more = reportedOperation('operation-1', { gatewayOrderId: 'attempt-2', amountMinor: 1040 });
  const inFlight = stateOf(...facts, more);
  expect(externalOperations(inFlight)).toEqual([]);
  const { requests } = stateOf(...facts, more, unanswered('request-1'));
  expect(requests).toMatchObject([{ operationId: 'operation-1' }]);
});

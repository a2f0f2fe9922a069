import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry, Fact } from './journal.ts';
import { movements, refundable } from './ledger.ts';
import { extend, fold } from './order.ts';
import type { GatewayStatus, Report } from './report.ts';
import type { OrderState } from './state.ts';
import {
  answered,
  begun,
  certain,
  journalOf,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';

/** A transaction at the gateway, and all its possible reports; the last one is its end. */
interface History {
  about: string;
  isOperation: boolean;
  statuses: GatewayStatus[];
  amountMinor: number;
}

const path = (first: GatewayStatus[]) =>
  fc
    .tuple(fc.subarray(first), fc.constantFrom<GatewayStatus>('success', 'success', 'failure'))
    .map(([open, end]) => [...open, end]);
const attempts = fc.array(path(['init', 'pending']), { minLength: 1, maxLength: 3 });
const operations = fc.array(
  fc.record({
    statuses: path(['pending']),
    amountMinor: fc.integer({ min: 1, max: 400 }),
    ours: fc.boolean(),
  }),
  { maxLength: 4 },
);

const saidOf = (status: GatewayStatus): Partial<Report> => ({
  status,
  statusCode: status === 'failure' ? '4153' : null,
  receiptUrl: `/receipt/${status}`,
});

const tell = ({ about, isOperation, amountMinor }: History, status: GatewayStatus): Fact => {
  const facts = saidOf(status);
  return isOperation
    ? reportedOperation(about, { ...facts, amountMinor })
    : reported({ ...facts, gatewayOrderId: about, cardMask: '4242****4242' });
};

interface Story {
  begins: Fact[];
  histories: History[];
  callEnds: Fact[];
}

const story = fc.tuple(attempts, operations).map(([paths, moves]): Story => {
  const names = paths.map((_, index) => `attempt-${index + 1}`);
  const payments = paths.map((statuses, index) => ({
    about: names[index] ?? '',
    isOperation: false,
    statuses,
    amountMinor: 1010,
  }));
  const isPaid = paths[0]?.at(-1) === 'success';
  const moved = isPaid ? moves : [];
  const ours = moved.flatMap((one, index) =>
    one.ours ? [{ ...one, id: `request-${index}`, operationId: `operation-${index}` }] : [],
  );
  return {
    begins: [
      ...names.map((id) => begun({ id })),
      ...ours.map(({ id, amountMinor }) => requested({ id, amountMinor })),
    ],
    histories: [
      ...payments,
      ...moved.map(({ statuses, amountMinor }, index) => ({
        about: `operation-${index}`,
        isOperation: true,
        statuses,
        amountMinor,
      })),
    ],
    callEnds: [
      ...names.map(unanswered),
      ...ours.map(({ id, operationId, amountMinor, statuses }) =>
        answered(id, { method: 'refund', operationId, amountMinor, ...saidOf(certain(statuses[0])) }),
      ),
    ],
  };
});

/** The delivered reports: each any number of times in any order, and every end at least once. */
const delivery = ({ histories, callEnds }: Story): fc.Arbitrary<Fact[]> => {
  const all = histories.flatMap((one) => one.statuses.map((status) => tell(one, status)));
  const ends = histories.map((one) => tell(one, certain(one.statuses.at(-1))));
  return fc
    .array(fc.nat(Math.max(0, all.length - 1)), { maxLength: all.length * 2 })
    .chain((picks) => shuffled([...picks.flatMap((pick) => all[pick] ?? []), ...ends, ...callEnds]));
};

const shuffled = (facts: Fact[]) =>
  fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length });

const deliveries = story.chain((one) => fc.tuple(fc.constant(one.begins), delivery(one), delivery(one)));

/** The facts at the end, independent of how they became known. */
function truthOf(state: OrderState) {
  const first = certain(state.attempts[0]);
  return {
    attempts: state.attempts.map(
      ({ status, endedBy, dispute, statusCode, receiptUrl, shownMask, actionUrl, chargedMinor }) => ({
        status,
        endedBy,
        dispute,
        statusCode,
        receiptUrl,
        shownMask,
        actionUrl,
        chargedMinor,
      }),
    ),
    operations: state.operations
      .map(({ operationId, status, dispute, amountMinor, statusCode }) => ({
        operationId,
        status,
        dispute,
        amountMinor,
        statusCode,
      }))
      .sort((one, other) => (one.operationId < other.operationId ? -1 : 1)),
    moved: movements(state, first, 'returns').reduce((sum, one) => sum + one.amountMinor, 0),
    left: refundable(state, first)?.restMinor,
  };
}

it('any order, repetition and loss of reports ends in the same truth', () => {
  fc.assert(
    fc.property(deliveries, ([begins, one, other]) => {
      const first = fold(journalOf([...begins, ...one]));
      const second = fold(journalOf([...begins, ...other]));
      expect(truthOf(first)).toEqual(truthOf(second));
      expect(
        first.attempts.every((attempt) => attempt.dispute === null && attempt.endedBy === 'gateway'),
      ).toBe(true);
    }),
    { numRuns: 500, seed: 20_260_615 },
  );
}, 120_000);

/** Entries that no desk would write, in any order. */
const chaos: fc.Arbitrary<Fact> = fc.oneof(
  fc.constantFrom('attempt-1', 'attempt-2').map((id) => begun({ id })),
  fc.constantFrom('request-1', 'request-2').map((id) => requested({ id })),
  fc
    .tuple(
      fc.constantFrom<GatewayStatus>('init', 'pending', 'success', 'failure'),
      fc.constantFrom('attempt-1', 'attempt-2', 'attempt-3'),
      fc.constantFrom(1010, 5, null),
    )
    .map(([status, gatewayOrderId, amountMinor]) => reported({ status, gatewayOrderId, amountMinor })),
  fc
    .tuple(
      fc.constantFrom<GatewayStatus>('pending', 'success', 'failure'),
      fc.constantFrom('operation-1', 'operation-2', null),
      fc.constantFrom(300, null),
    )
    .map(([status, operationId, amountMinor]) =>
      reported({ status, operationId, amountMinor, method: 'refund' }),
    ),
  fc.nat(20).map((ahead): Fact => ({ kind: 'clock-set-back', now: NOON - ahead })),
  fc.constantFrom('attempt-1', 'request-1', 'nobody').chain((about) =>
    fc.constantFrom<Fact>(
      unanswered(about),
      { kind: 'not-found', about },
      { kind: 'not-sent', about, reason: 'ECONNREFUSED' },
      { kind: 'page-opened', about, url: 'https://gateway.example/pay' },
      {
        kind: 'refused',
        about,
        refusal: { means: 'order-id-exists', code: 'P-409', description: 'Taken' },
      },
      { kind: 'refused', about, refusal: { means: 'busy', code: null, description: 'Busy' } },
      { kind: 'linked', requestId: about, operationId: 'operation-1' },
      answered(about),
      resolvedAs(about, 'success'),
      resolvedAs(about, 'failure'),
    ),
  ),
);

it('a fold is total: for any entries in any order', () => {
  fc.assert(
    fc.property(fc.array(chaos, { maxLength: 30 }), fc.nat(30), (facts, cut) => {
      const entries: Entry[] = facts.map((fact, index) => ({ ...fact, at: NOON + index }));
      const state = fold(entries);
      expect(state.effects).toHaveLength(entries.length);
      const earlier = fold(entries.slice(0, cut));
      expect(extend(earlier, entries.slice(cut))).toEqual(state);
      expect(fold(entries.slice(0, cut))).toEqual(earlier);
    }),
    { numRuns: 1_000, seed: 20_260_615 },
  );
}, 120_000);

it('states never move backwards, for any reports', () => {
  const rank = { unknown: 0, init: 1, pending: 2, success: 3, failure: 3 };
  const reports = fc.array(fc.constantFrom<GatewayStatus>('init', 'pending', 'success', 'failure'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(reports, (statuses) => {
      const entries = journalOf([
        begun(),
        unanswered('attempt-1'),
        ...statuses.map((status) => reported({ status })),
      ]);
      const ranks = entries.map(
        (_, index) => rank[certain(fold(entries.slice(0, index + 1)).attempts[0]).status],
      );
      expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
      const ends = new Set(statuses.filter((status) => rank[status] === 3));
      expect(certain(fold(entries).attempts[0]).dispute).toBe(ends.size === 2 ? 'contradicting-ends' : null);
    }),
    { numRuns: 500, seed: 20_260_615 },
  );
}, 120_000);

it('hundreds of attempts that never left count for nothing beside the one that paid', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `unsent-${index}`);
  const unsent = ids.flatMap((id): Fact[] => [
    begun({ id }),
    { kind: 'not-sent', about: id, reason: 'ECONNREFUSED' },
  ]);
  const { attempts } = stateOf(...unsent, begun({ id: 'paid' }), reported({ gatewayOrderId: 'paid' }));
  expect(attempts).toHaveLength(301);
  expect(attempts.filter(({ counts }) => counts).map(({ id, status }) => [id, status])).toEqual([
    ['paid', 'success'],
  ]);
  expect(new Set(attempts.slice(0, 300).map(({ status }) => status))).toEqual(new Set(['failure']));
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Fact } from './journal.ts';
import { fold } from './order.ts';
import type { OrderState } from './state.ts';
import {
  answered,
  begun,
  journalOf,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';
import { canRetry, type Message, messagesOf, operationView, paymentView, shownOperations } from './views.ts';

const ORDER = 'order-1';
const PAID: Fact[] = [begun(), answered('attempt-1')];

/** The messages about the last of some facts. */
const toldOf = (...facts: Fact[]) => {
  const before = stateOf(...facts.slice(0, -1));
  return messagesOf(ORDER, before, stateOf(...facts)).map(({ type, data }) => [type, data.id, data.status]);
};

const viewsOf = (state: OrderState) => [
  ...state.attempts.map((one) => paymentView(ORDER, one, canRetry(state))),
  ...shownOperations(state).map((one) => operationView(state, ORDER, one)),
];

/** All possible reports of an attempt, of another one beside it, and of a refund. */
const facts = fc.shuffledSubarray<Fact>([
  unanswered('attempt-1'),
  reported({ status: 'pending', statusCode: '2119' }),
  reported({ status: 'pending', actionUrl: 'https://gateway.example/3ds' }),
  reported({ cardMask: '4242****4242' }),
  reported({ status: 'failure', statusCode: '4153' }),
  reported({ amountMinor: 5 }),
  resolvedAs('attempt-1', 'success'),
  { kind: 'not-found', about: 'attempt-1' },
  begun({ id: 'attempt-2' }),
  answered('attempt-2', { gatewayOrderId: 'attempt-2', status: 'failure' }),
  requested(),
  unanswered('request-1'),
  reportedOperation('operation-1', { status: 'pending' }),
  reportedOperation('operation-1'),
  reportedOperation('operation-2', { status: 'failure' }),
]);
const journals = facts.map((some) => journalOf([begun(), ...some]));

/** Calls back with the states before and after every entry. */
function eachStep(
  entries: readonly Entry[],
  look: (before: OrderState, after: OrderState, at: number) => void,
): void {
  entries.forEach(({ at }, index) =>
    look(fold(entries.slice(0, index)), fold(entries.slice(0, index + 1)), at),
  );
}

describe('messages', () => {
  it('say nothing of a call that has not ended', () => {
    expect(toldOf(begun())).toEqual([]);
    expect(toldOf(...PAID, requested())).toEqual([]);
  });

  it('say how a call ended', () => {
    expect(toldOf(begun(), unanswered('attempt-1'))).toEqual([['payment.updated', 'attempt-1', 'unknown']]);
    expect(toldOf(...PAID)).toEqual([['payment.updated', 'attempt-1', 'success']]);
    expect(toldOf(...PAID, requested(), unanswered('request-1'))).toEqual([
      ['operation.updated', 'request-1', 'unknown'],
    ]);
  });

  it('say what is reported while a call is in flight', () => {
    expect(toldOf(begun(), reported())).toEqual([['payment.updated', 'attempt-1', 'success']]);
  });

  it('say what was done elsewhere', () => {
    const refund = reportedOperation('operation-1');
    expect(toldOf(...PAID, refund)).toEqual([
      ['operation.updated', 'id' in refund ? refund.id : '', 'success'],
    ]);
  });

  it('say nothing where nothing changed', () => {
    expect(toldOf(...PAID, reported())).toEqual([]);
    expect(toldOf(...PAID, { kind: 'not-found', about: 'attempt-1' })).toEqual([]);
  });

  it('say that a failed payment can be tried again, and not that it cannot while another attempt is open', () => {
    const failed = [begun(), answered('attempt-1', { status: 'failure' })];
    expect(toldOf(...failed, begun({ id: 'attempt-2' }))).toEqual([]);
    const both = [...failed, begun({ id: 'attempt-2' })];
    const again = answered('attempt-2', { gatewayOrderId: 'attempt-2', status: 'failure' });
    expect(toldOf(...both, again).map(([, id]) => id)).toEqual(['attempt-1', 'attempt-2']);
  });

  it('end in the truth: the last one about everything is its view', () => {
    fc.assert(
      fc.property(journals, (entries) => {
        const last = new Map<string, Message['data']>();
        eachStep(entries, (before, after) => {
          for (const { data } of messagesOf(ORDER, before, after)) last.set(data.id, data);
        });
        const views = new Map(viewsOf(fold(entries)).map((view) => [view.id, view]));
        for (const [id, data] of last) {
          const view = views.get(id);
          const lost = view && 'canRetry' in view && 'canRetry' in data && data.canRetry && !view.canRetry;
          if (view)
            expect(lost ? { ...data, canRetry: false, updatedAt: view.updatedAt } : data).toEqual(view);
        }
      }),
      { numRuns: 300, seed: 20_260_615 },
    );
  }, 120_000);
});

it('`updatedAt` is the time of an entry exactly where it changed the view', () => {
  fc.assert(
    fc.property(journals, (entries) => {
      // Links are written at the time of the entry that they follow from.
      const spread = entries.map((entry, index) => ({ ...entry, at: entry.at + index }));
      eachStep(spread, (before, after, at) => {
        const known = new Map(viewsOf(before).map((view) => [view.id, view]));
        for (const view of viewsOf(after)) {
          const was = known.get(view.id);
          const isSame =
            was && JSON.stringify({ ...was, updatedAt: '' }) === JSON.stringify({ ...view, updatedAt: '' });
          if (was) expect(view.updatedAt).toBe(isSame ? was.updatedAt : new Date(at).toISOString());
        }
      });
    }),
    { numRuns: 300, seed: 20_260_615 },
  );
}, 120_000);

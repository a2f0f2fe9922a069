import { describe, expect, it } from 'vitest';
import { dueReversals, duplicates, payingAttempt } from './duplicate.ts';
import type { Fact } from './journal.ts';
import {
  answered,
  begun,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';

const FIRST: Fact[] = [begun(), unanswered('attempt-1')];
const SECOND: Fact[] = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
/** The second one has paid, and then the first one turns out to be paid too. */
const TWICE: Fact[] = [...FIRST, ...SECOND, reported()];
const summary = (...facts: Fact[]) => {
  const state = stateOf(...facts);
  return {
    paying: payingAttempt(state)?.id ?? null,
    duplicates: duplicates(state).map((one) => one.id),
    due: dueReversals(state).map(({ attempt, remainder }) => [
      attempt.id,
      remainder.method,
      remainder.amountMinor,
    ]),
  };
};

describe('which attempt pays', () => {
  it('the first success to be known pays, and the other one is reversed', () => {
    expect(summary(...TWICE)).toEqual({
      paying: 'attempt-2',
      duplicates: ['attempt-1'],
      due: [['attempt-1', 'refund', 1010]],
    });
  });

  it('is none where there is no success', () => {
    expect(summary(...FIRST)).toEqual({ paying: null, duplicates: [], due: [] });
  });

  it('is also one whose money was refunded while it paid, unless another success is contradicted', () => {
    const refund = reportedOperation('operation-1', { amountMinor: 1010 });
    const paid = [begun(), answered('attempt-1')];
    expect(summary(...paid, refund).paying).toBe('attempt-1');
    const doubted = [...SECOND, reported({ gatewayOrderId: 'attempt-2', status: 'failure' })];
    expect(summary(...paid, refund, ...doubted).paying).toBe(null);
  });

  it('a card verification pays, over any amount', () => {
    const lookup = { method: 'lookup' as const };
    const orderUpdated: Fact = { kind: 'order-updated', parameters: parameters(lookup) };
    expect(summary(orderUpdated, begun(lookup), answered('attempt-1', lookup)).paying).toBe('attempt-1');
  });

  it('a disputed success does not pay', () => {
    expect(summary(...TWICE, reported({ gatewayOrderId: 'attempt-2', status: 'failure' }))).toMatchObject({
      paying: 'attempt-1',
      due: [],
    });
  });

  it('the gateway outranks a manual resolution', () => {
    const facts = [...FIRST, resolvedAs('attempt-1', 'success'), ...SECOND];
    expect(summary(...facts).paying).toBe('attempt-2');
  });

  it('a lookup or an authorization that is a duplicate is reversed as what it is', () => {
    const auth = { method: 'auth' as const };
    const facts = [begun(auth), unanswered('attempt-1'), begun({ id: 'attempt-2', ...auth })];
    const both = [answered('attempt-2', { gatewayOrderId: 'attempt-2', ...auth }), reported(auth)];
    expect(summary(...facts, ...both).due).toEqual([['attempt-1', 'void', 1010]]);
  });
});

describe('money that was returned before the order was updated to its terms', () => {
  const orderUpdated = (amountMinor: number, method: 'purchase' | 'auth' | 'lookup' = 'purchase'): Fact => ({
    kind: 'order-updated',
    parameters: parameters({ amountMinor, method }),
  });
  const back = [orderUpdated(2020), orderUpdated(1010)];
  const paid = [orderUpdated(1010), begun(), answered('attempt-1')];
  const refund = (amountMinor = 1010, id = 'operation-1') => reportedOperation(id, { amountMinor });
  const paying = (...facts: Fact[]) => summary(...facts).paying;

  it('pays no more; what was returned while it paid still does', () => {
    expect(paying(...paid, refund(), ...back)).toBe(null);
    expect(paying(...paid, ...back, refund())).toBe('attempt-1');
    const ours = [requested({ amountMinor: 1010 }), unanswered('request-1')];
    expect(paying(...paid, ...ours, ...back)).toBe(null);
    expect(paying(...paid, ...back, ...ours)).toBe('attempt-1');
  });

  it('was returned when the journal says so, though the clock was set back since', () => {
    const setBack: Fact = { kind: 'clock-set-back', now: NOON - 7_200_000 };
    expect(paying(...paid, ...back, refund(), setBack)).toBe('attempt-1');
    expect(paying(...paid, refund(), ...back, setBack)).toBe(null);
  });

  it('pays as long as a part of it is left, and counts from the last part', () => {
    expect(paying(...paid, refund(500), ...back)).toBe('attempt-1');
    expect(paying(...paid, refund(500), ...back, refund(510, 'operation-2'))).toBe('attempt-1');
  });

  it('is counted from what returned it: not from what failed, nor from another payment', () => {
    const failed = reportedOperation('operation-2', { status: 'failure' });
    const refused: Fact = {
      kind: 'refused',
      about: 'request-1',
      refusal: { means: 'other', code: null, description: 'No' },
    };
    const other = [
      begun({ id: 'attempt-2' }),
      unanswered('attempt-2'),
      reportedOperation('operation-2', { gatewayOrderId: 'attempt-2' }),
    ];
    for (const later of [[failed], [requested(), refused], other]) {
      expect(paying(...paid, refund(), ...back, ...later)).toBe(null);
    }
  });

  it('is not what a capture has taken, or may have', () => {
    const auth = { method: 'auth' as const };
    const authorized = [orderUpdated(1010, 'auth'), begun(auth), answered('attempt-1', auth)];
    const capture = reportedOperation('operation-1', { method: 'capture', status: 'pending' });
    expect(paying(...authorized, capture, orderUpdated(2020, 'auth'), orderUpdated(1010, 'auth'))).toBe(
      'attempt-1',
    );
  });

  it('is nothing of a card verification, which holds no money', () => {
    const lookup = { method: 'lookup' as const };
    const verified = [orderUpdated(1010, 'lookup'), begun(lookup), answered('attempt-1', lookup)];
    const released = reportedOperation('operation-1', { method: 'void', amountMinor: 1010 });
    expect(paying(...verified, released, orderUpdated(2020, 'lookup'), orderUpdated(1010, 'lookup'))).toBe(
      'attempt-1',
    );
    const second = [
      begun({ id: 'attempt-2', ...lookup }),
      answered('attempt-2', { gatewayOrderId: 'attempt-2', ...lookup }),
    ];
    expect(summary(...verified, released, ...second).duplicates).toEqual(['attempt-2']);
  });

  it('is not doubted because another attempt is, unless that one has succeeded', () => {
    const doubted = [begun({ id: 'attempt-2' }), unanswered('attempt-2')];
    const less = reported({ gatewayOrderId: 'attempt-2', amountMinor: 5 });
    expect(paying(...paid, ...back, refund(), ...doubted, less)).toBe('attempt-1');
  });
});

import { describe, expect, it } from 'vitest';
import { remainder } from './duplicate.ts';
import type { Fact, OperationRequest } from './journal.ts';
import { moneyState, refundable } from './ledger.ts';
import {
  answered,
  begun,
  certain,
  reportedOperation,
  requested,
  stateOf,
  unanswered,
} from './test-entries.ts';

describe('a split payment', () => {
  const SPLIT = [
    { subMerchantId: 'anna', amountMinor: 700 },
    { subMerchantId: 'borys', amountMinor: 310 },
  ];
  const shares = (...facts: Fact[]) => {
    const state = stateOf(begun({ split: SPLIT }), answered('attempt-1'), ...facts);
    return refundable(state, certain(state.attempts[0]))?.shares?.map((one) => one.amountMinor);
  };

  it('knows what is left of every share', () => {
    expect(shares()).toEqual([700, 310]);
    expect(shares(requested({ split: [{ subMerchantId: 'ANNA', amountMinor: 300 }] }))).toEqual([400, 310]);
  });

  const asked = requested({ split: [{ subMerchantId: 'anna', amountMinor: 300 }] });
  const lost = [asked, unanswered('request-1'), reportedOperation('operation-1')];

  it('leaves of every share what is left of all where a refund does not say whose share it returned', () => {
    expect(shares(reportedOperation('operation-1'))).toEqual([700, 310]);
    expect(shares(reportedOperation('operation-1', { amountMinor: 400 }))).toEqual([610, 310]);
    expect(shares(reportedOperation('operation-1', { amountMinor: 1000 }))).toEqual([10, 10]);
  });

  it('knows the last share where nothing else is left', () => {
    const anna = requested({ amountMinor: 700, split: [{ subMerchantId: 'anna', amountMinor: 700 }] });
    const done = answered('request-1', { method: 'refund', amountMinor: 700, operationId: 'operation-1' });
    expect(shares(anna, done, reportedOperation('operation-2', { amountMinor: 100 }))).toEqual([0, 210]);
  });

  it('counts a refund against the shares that were asked for, also where its answer was lost', () => {
    const operationId = 'operation-1';
    const named = answered('request-1', { method: 'refund', amountMinor: 300, operationId });
    expect(shares(asked, named)).toEqual([400, 310]);
    expect(shares(...lost)).toEqual([400, 310]);
  });

  it('does not know whose shares were returned where another operation may be the one that was asked for', () => {
    expect(shares(...lost, reportedOperation('operation-2'))).toEqual([410, 310]);
    const others = [
      reportedOperation('operation-2', { amountMinor: 200 }),
      reportedOperation('operation-3', { status: 'failure' }),
      reportedOperation('operation-4', { method: 'capture' }),
    ];
    for (const other of others) expect(shares(...lost, other)?.[0]).toBe(400);
  });

  it('knows whose shares were returned where an answer without an id says that it was done', () => {
    const done = answered('request-1', { method: 'refund', amountMinor: 300 });
    expect(shares(asked, done, reportedOperation('operation-1'), reportedOperation('operation-2'))).toEqual([
      400, 310,
    ]);
  });

  it('does not know whose shares were returned where another request may have asked for it', () => {
    const borys = [{ subMerchantId: 'borys', amountMinor: 300 }];
    const given = (over: Partial<OperationRequest>, end: Fact['kind'] = 'not-found'): Fact[] => [
      requested({ id: 'request-0', split: borys, ...over }),
      end === 'not-found'
        ? { kind: 'not-found', about: 'request-0' }
        : { kind: 'not-sent', about: 'request-0', reason: 'ECONNREFUSED' },
    ];
    expect(shares(...given({}), ...lost)).toEqual([700, 310]);
    expect(shares(...given({ amountMinor: 310 }), ...lost)).toEqual([400, 310]);
    expect(shares(...given({ split: [{ subMerchantId: 'anna', amountMinor: 300 }] }), ...lost)).toEqual([
      400, 310,
    ]);
    expect(shares(...given({}, 'not-sent'), ...lost)).toEqual([400, 310]);
  });

  it('does not know whose shares were returned where two requests may have begun each other’s operation', () => {
    const share = (subMerchantId: string) => [{ subMerchantId, amountMinor: 310 }];
    const op = (id: string, status: 'pending' | 'success' | 'failure') =>
      reportedOperation(id, { amountMinor: 310, status });
    const both = [
      requested({ amountMinor: 310, split: share('anna') }),
      unanswered('request-1'),
      { kind: 'not-found', about: 'request-1' } as const,
      requested({ id: 'request-2', amountMinor: 310, split: share('borys') }),
      unanswered('request-2'),
      op('operation-1', 'pending'),
      op('operation-2', 'pending'),
    ];
    expect(shares(...both, op('operation-1', 'failure'), op('operation-2', 'success'))).toEqual([700, 310]);
    expect(shares(...both, op('operation-1', 'success'), op('operation-2', 'success'))).toEqual([390, 0]);
  });

  it('counts the larger one of the shares that were asked for and the sum that is reported', () => {
    const done = (amountMinor: number) => answered('request-1', { method: 'refund', amountMinor });
    expect(shares(asked, done(200))).toEqual([400, 310]);
    expect(shares(asked, done(690))).toEqual([320, 310]);
  });

  it('that was not split has no shares', () => {
    const state = stateOf(begun(), answered('attempt-1'));
    expect(refundable(state, certain(state.attempts[0]))?.shares).toBe(null);
  });
});

describe('a split capture over another sum than its shares', () => {
  const SHARES = [
    { subMerchantId: 'anna', amountMinor: 200 },
    { subMerchantId: 'borys', amountMinor: 200 },
  ];
  const stateAfterCapture = (amountMinor: number) =>
    stateOf(
      begun({ method: 'auth' }),
      answered('attempt-1', { method: 'auth' }),
      requested({ method: 'capture', split: SHARES, amountMinor: 400 }),
      answered('request-1', { method: 'capture', operationId: 'operation-1', amountMinor }),
    );

  it.each([300, 500])('is refundable as far as the gateway reports it: %i', (amountMinor) => {
    const state = stateAfterCapture(amountMinor);
    const attempt = certain(state.attempts[0]);
    expect(refundable(state, attempt)).toMatchObject({ totalMinor: amountMinor, restMinor: amountMinor });
    expect(moneyState(state, attempt)).toEqual({ state: 'paid', amountMinor });
  });

  it('leaves it open whose shares are there', () => {
    const left = (amountMinor: number) => {
      const state = stateAfterCapture(amountMinor);
      return remainder(state, certain(state.attempts[0]));
    };
    expect([left(300), left(400), left(500)]).toMatchObject([
      { amountMinor: 300, clear: false },
      { amountMinor: 400, clear: true },
      { amountMinor: 500, clear: false },
    ]);
  });
});

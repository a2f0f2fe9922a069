import { describe, expect, it } from 'vitest';
import { remainder } from './duplicate.ts';
import type { Fact } from './journal.ts';
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

  it('counts a refund that does not say whose share it returned against every share', () => {
    expect(shares(reportedOperation('operation-1'))).toEqual([400, 10]);
    expect(shares(reportedOperation('operation-1', { amountMinor: 400 }))).toEqual([300, 0]);
  });

  it('counts a refund against the shares that were asked for, as long as it is certainly that one', () => {
    const asked = requested({ split: [{ subMerchantId: 'anna', amountMinor: 300 }] });
    const operationId = 'operation-1';
    const named = answered('request-1', { method: 'refund', amountMinor: 300, operationId });
    expect(shares(asked, named)).toEqual([400, 310]);
    expect(shares(asked, unanswered('request-1'), reportedOperation(operationId))).toEqual([400, 10]);
  });

  it('counts the larger one of the shares that were asked for and the sum that is reported', () => {
    const asked = requested({ split: [{ subMerchantId: 'anna', amountMinor: 300 }] });
    const done = (amountMinor: number) => answered('request-1', { method: 'refund', amountMinor });
    expect(shares(asked, done(200))).toEqual([400, 310]);
    expect(shares(asked, done(310))).toEqual([390, 300]);
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

import { describe, expect, it } from 'vitest';
import { refundable } from './ledger.ts';
import { shownOperations, operationView } from './views.ts';
import {
  answered,
  begun,
  certain,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
} from './test-entries.ts';
import type { Fact } from './journal.ts';

/** A paid order of 10.10 with one refund of 3.00 that the gateway has answered over another amount. */
const PAID = [begun(), answered('attempt-1')];
const amountReported = (amountMinor: number) =>
  answered('request-1', { method: 'refund', operationId: 'refund-1', amountMinor });

function refundOf(...facts: Fact[]) {
  const state = stateOf(...PAID, ...facts);
  const [shown] = shownOperations(state);
  const attempt = certain(state.attempts[0]);
  const { status, amount } = operationView(state, 'A-1', certain(shown));
  const dispute = state.operations[0]?.dispute ?? null;
  return { status, amount, dispute, rest: refundable(state, attempt)?.restMinor };
}

describe('an operation that is reported over two amounts', () => {
  const asked = requested();
  const other = reportedOperation('refund-1', { amountMinor: 300 });

  it('is disputed, and the larger one counts, so that nothing is returned twice', () => {
    const disputed = { status: 'unknown', amount: '3.00', dispute: 'amount-mismatch', rest: 710 };
    expect(refundOf(asked, amountReported(150), other)).toMatchObject(disputed);
  });

  it('is over the one amount that a success states', () => {
    expect(refundOf(asked, amountReported(150))).toEqual({
      status: 'success',
      amount: '1.50',
      dispute: null,
      rest: 860,
    });
  });

  it('may state another amount while it is pending: the actual one counts once it has succeeded', () => {
    const pending = reportedOperation('refund-1', { amountMinor: 200, status: 'pending' });
    expect(refundOf(pending, other)).toMatchObject({ status: 'success', amount: '3.00', dispute: null });
  });

  it('ends with a manual resolution, and the gateway’s later report is the amount', () => {
    const decided = [asked, amountReported(150), other, resolvedAs('request-1', 'success')];
    expect(refundOf(...decided)).toMatchObject({ status: 'success', amount: '3.00', dispute: null });
    const again = reportedOperation('refund-1', { amountMinor: 150 });
    expect(refundOf(...decided, again)).toMatchObject({ status: 'success', amount: '1.50', dispute: null });
  });
});

it('a payment is not touched by what its operations are over', () => {
  const state = stateOf(...PAID, requested(), amountReported(150), reported({ gatewayOrderId: 'attempt-1' }));
  expect(state.attempts[0]).toMatchObject({ status: 'success', dispute: null });
});

import { describe, expect, it } from 'vitest';
import type { Entry, Fact } from './journal.ts';
import { fold } from './order.ts';
import { answered, begun, NOON, reportedOperation, requested } from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const TWO: Fact[] = [
  ...PAID,
  begun({ id: 'attempt-2' }),
  answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
];
/** Written as given: without links. */
const entriesOf = (...facts: Fact[]): Entry[] =>
  facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 }));
const lastEffect = (...facts: Fact[]) => fold(entriesOf(...facts)).effects.at(-1);

describe('the answer to a request', () => {
  const request = [...PAID, requested()];
  const refund = { method: 'refund', amountMinor: 300 };

  it('names the operation that it began', () => {
    const state = fold(
      entriesOf(...request, answered('request-1', { ...refund, operationId: 'operation-1' })),
    );
    expect(state.requests).toMatchObject([{ operationId: 'operation-1', certain: true, inFlight: false }]);
    expect(state.operations).toMatchObject([
      { operationId: 'operation-1', attemptId: 'attempt-1', amountMinor: 300, reportedAt: NOON + 3_000 },
    ]);
  });

  it('without an operation is what became of the request itself', () => {
    const state = fold(entriesOf(...request, answered('request-1', refund)));
    expect(state.requests).toMatchObject([
      { status: 'success', endedBy: 'gateway', answeredMinor: 300, operationId: null, certain: false },
    ]);
    expect(state.operations).toEqual([]);
  });

  it.each([
    ['of another method', { ...refund, method: 'void', operationId: 'operation-1' }],
    ['of another payment', { ...refund, gatewayOrderId: 'attempt-2', operationId: 'operation-1' }],
  ])('is none where it is %s: the outcome stays unknown', (_what, over) => {
    const state = fold(entriesOf(...request, answered('request-1', over)));
    expect(state.requests).toMatchObject([{ status: 'unknown', inFlight: false, operationId: null }]);
    expect([state.operations, state.effects.at(-1)]).toEqual([[], 'ignored']);
  });

  it('is none where the operation was reported before it was asked for', () => {
    const facts = [...PAID, reportedOperation('operation-1'), requested()];
    const state = fold(entriesOf(...facts, answered('request-1', { ...refund, operationId: 'operation-1' })));
    expect(state.requests).toMatchObject([{ operationId: null, inFlight: false }]);
  });

  it("is none where another request's answer has named the operation", () => {
    const named = { ...refund, operationId: 'operation-1' };
    const facts = [...request, requested({ id: 'request-2' }), answered('request-1', named)];
    const state = fold(entriesOf(...facts, answered('request-2', named)));
    expect(state.requests.map(({ operationId }) => operationId)).toEqual(['operation-1', null]);
  });

  it('is none where it names what was another kind of operation', () => {
    const named = { ...refund, operationId: 'operation-1' };
    const other = reportedOperation('operation-1', { method: 'void' });
    expect(lastEffect(...request, other, answered('request-1', named))).toBe('ignored');
  });

  it('makes certain what was inferred', () => {
    const link: Fact = { kind: 'linked', requestId: 'request-1', operationId: 'operation-1' };
    const facts = [...request, reportedOperation('operation-1'), link];
    const { requests } = fold(
      entriesOf(...facts, answered('request-1', { ...refund, operationId: 'operation-1' })),
    );
    expect(requests).toMatchObject([{ operationId: 'operation-1', certain: true }]);
  });

  it('may come twice', () => {
    const named = answered('request-1', { ...refund, operationId: 'operation-1' });
    expect(lastEffect(...request, named, named)).toBe('applied');
  });

  it('counts whatever stands under the same id at another payment', () => {
    const other = { gatewayOrderId: 'attempt-2' };
    const named = { ...refund, operationId: 'operation-1' };
    const facts = [...TWO, reportedOperation('operation-1', other), requested()];
    const state = fold(entriesOf(...facts, answered('request-1', named)));
    expect(state.requests).toMatchObject([{ operationId: 'operation-1' }]);
    const both = [...TWO, requested(), requested({ id: 'request-2', attemptId: 'attempt-2' })];
    const second = fold(entriesOf(...both, answered('request-2', { ...named, ...other })));
    expect(second.requests.map(({ operationId }) => operationId)).toEqual([null, 'operation-1']);
  });

  it('takes an operation only from the request that was thought to have begun it', () => {
    const link: Fact = { kind: 'linked', requestId: 'request-1', operationId: 'operation-1' };
    const linked = [...TWO, requested(), reportedOperation('operation-1'), link];
    const idsAfter = (attemptId: string, operationId: string) => {
      const facts = [...linked, requested({ id: 'request-2', attemptId })];
      const named = { ...refund, operationId, gatewayOrderId: attemptId };
      const { requests } = fold(entriesOf(...facts, answered('request-2', named)));
      return requests.map((one) => one.operationId);
    };
    expect(idsAfter('attempt-1', 'operation-2')).toEqual(['operation-1', 'operation-2']);
    expect(idsAfter('attempt-2', 'operation-1')).toEqual(['operation-1', 'operation-1']);
  });

  it('does not exist for a request of an unknown payment', () => {
    const facts = [requested({ attemptId: 'nobody' }), answered('request-1', refund)];
    expect(lastEffect(...facts)).toBe('ignored');
  });
});

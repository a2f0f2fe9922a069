import { expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import { externalOperations } from './link.ts';
import { answered, begun, NOON, reportedOperation, requested, stateOf, unanswered } from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];

it('what may be ours is not shown as external before our call has ended', () => {
  const external = (...facts: Fact[]) => {
    const state = stateOf(...PAID, ...facts);
    return externalOperations(state).map((one) => one.operationId);
  };
  expect(external(requested(), reportedOperation('operation-1'))).toEqual([]);
  expect(external(requested(), reportedOperation('operation-1', { amountMinor: 301 }))).toEqual([
    'operation-1',
  ]);
  const refused: Fact = {
    kind: 'refused',
    about: 'request-1',
    refusal: { means: 'other', code: null, description: 'No' },
  };
  expect(external(requested(), reportedOperation('operation-1'), refused)).toEqual(['operation-1']);
  const pending = {
    method: 'refund',
    amountMinor: 300,
    operationId: 'operation-1',
    status: 'pending' as const,
  };
  const found = [requested(), answered('request-1', pending)];
  expect(external(...found, reportedOperation('operation-2'))).toEqual(['operation-2']);
  // While the call is in flight no clock counts, afterwards it does.
  const early = reportedOperation('operation-1', { createdAt: new Date(NOON - 3_600_000).toISOString() });
  expect(external(requested(), early)).toEqual([]);
  expect(external(requested(), early, unanswered('request-1'))).toEqual(['operation-1']);
  // A request that has failed does not wait for an operation that is shown as external.
  const given: Fact[] = [
    requested(),
    { kind: 'not-found', about: 'request-1' },
    requested({ id: 'request-2', method: 'void' }),
  ];
  expect(external(...given, reportedOperation('operation-1', { amountMinor: 301 }))).toEqual(['operation-1']);
});

import { describe, expect, it } from 'vitest';
import type { Entry, Fact, Statement } from './journal.ts';
import { extend, fold, snapshot } from './order.ts';
import {
  answered,
  begun,
  certain,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  statement,
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const stated = (over: Partial<Statement> = {}, token?: string): Fact => ({
  kind: 'order-stated',
  statement: statement(over),
  ...(token !== undefined && { secret: { token } }),
});
const entriesOf = (...facts: Fact[]): Entry[] =>
  facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 }));
/** What the last of some entries does, written as they are: without links. */
const lastEffect = (...facts: Fact[]) => fold(entriesOf(...facts)).effects.at(-1);

describe('an order', () => {
  it('of which nothing is written is nothing', () => {
    expect(stateOf()).toEqual({
      statement: null,
      statedAt: -1,
      statements: [],
      createdAt: null,
      linkId: null,
      token: null,
      attempts: [],
      requests: [],
      operations: [],
      effects: [],
      hashes: new Set(),
      updatedAt: 0,
    });
  });

  it('is read with its journal', () => {
    const entries = entriesOf(stated());
    expect(snapshot('order-1', entries)).toEqual({ orderId: 'order-1', entries, state: fold(entries) });
  });

  it('was created with its first entry and changed with its last', () => {
    expect(stateOf(stated(), begun(), unanswered('attempt-1'))).toMatchObject({
      createdAt: NOON,
      updatedAt: NOON + 2_000,
    });
    const state = extend(fold([]), []);
    expect(state.createdAt).toBe(null);
  });

  it('is over what was stated last, since its amount, currency or method has changed', () => {
    const state = stateOf(stated(), stated({ description: 'Three books' }));
    expect(state).toMatchObject({ statedAt: NOON, statement: { description: 'Three books' } });
    expect(state.statements).toHaveLength(2);
    expect(stateOf(stated(), stated({ amountMinor: 2020 })).statedAt).toBe(NOON + 1_000);
  });

  it('keeps the name of its payment page, and takes a new one', () => {
    expect(stateOf(stated({ linkId: 'page-1' }), stated()).linkId).toBe('page-1');
    expect(stateOf(stated({ linkId: 'page-1' }), stated({ linkId: 'page-2' })).linkId).toBe('page-2');
  });

  it('keeps the last token of the merchant API, and none that a browser showed', () => {
    const api = stated({ by: 'api' }, 'token-1');
    expect(stateOf(api).token).toBe('token-1');
    expect(stateOf(api, stated({ by: 'token' }, 'token-2')).token).toBe('token-1');
    expect(stateOf(api, stated({ by: 'api' }, 'token-2')).token).toBe('token-2');
    // It can no longer be decrypted.
    expect(stateOf(api, stated({ by: 'api' })).token).toBe(null);
  });

  it('knows the webhooks that were taken in by their hashes, and status queries by none', () => {
    const hashed = (hash: string | null): Fact => ({ ...(reported() as Fact & { kind: 'reported' }), hash });
    const noted: Fact = {
      kind: 'noted',
      id: 'entry',
      attemptId: 'attempt-1',
      hash: 'second',
      event: { method: null, status: null, statusCode: null, transactionId: null, amountMinor: null },
    };
    expect(stateOf(...PAID, hashed('first'), hashed(null), noted).hashes).toEqual(
      new Set(['first', 'second']),
    );
  });
});

describe('an entry', () => {
  it('about something unknown is ignored', () => {
    const about = 'nobody';
    expect(lastEffect(answered(about))).toBe('ignored');
    expect(lastEffect(unanswered(about))).toBe('ignored');
    expect(lastEffect(resolvedAs(about, 'success'))).toBe('ignored');
    expect(lastEffect({ kind: 'linked', requestId: about, operationId: 'operation-1' })).toBe('ignored');
    expect(lastEffect(reported({ gatewayOrderId: about }))).toBe('ignored');
  });

  it('that changes nothing says so', () => {
    expect(lastEffect(...PAID, unanswered('attempt-1'))).toBe('unchanged');
    expect(lastEffect(...PAID, reported())).toBe('unchanged');
    expect(lastEffect(begun(), unanswered('attempt-1'))).toBe('applied');
    expect(lastEffect(...PAID, reportedOperation('operation-1'), reportedOperation('operation-1'))).toBe(
      'unchanged',
    );
  });

  it('for a request does nothing to other requests', () => {
    const state = fold(
      entriesOf(...PAID, requested(), requested({ id: 'request-2' }), unanswered('request-2')),
    );
    expect(state.requests.map(({ inFlight }) => inFlight)).toEqual([true, false]);
  });
});

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

  it('does not exist for a request of an unknown payment', () => {
    const facts = [requested({ attemptId: 'nobody' }), answered('request-1', refund)];
    expect(lastEffect(...facts)).toBe('ignored');
  });
});

describe('a report of an operation', () => {
  it('is ignored where the same id was another kind of operation', () => {
    const facts = [...PAID, reportedOperation('operation-1')];
    expect(lastEffect(...facts, reportedOperation('operation-1', { method: 'capture' }))).toBe('ignored');
  });

  it('is of the payment that it names: the same id may stand under another one', () => {
    const two = [...PAID, begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
    const state = fold(
      entriesOf(
        ...two,
        reportedOperation('operation-1'),
        reportedOperation('operation-1', { gatewayOrderId: 'attempt-2', status: 'pending' }),
      ),
    );
    expect(state.operations.map(({ attemptId, status }) => [attemptId, status])).toEqual([
      ['attempt-1', 'success'],
      ['attempt-2', 'pending'],
    ]);
  });

  it('that names none is a reason to poll for those of its kind', () => {
    const facts = [...PAID, requested(), requested({ id: 'request-2', method: 'void' })];
    const hint = reported({ method: 'refund', amountMinor: 300 });
    const state = fold(entriesOf(...facts, requested({ id: 'request-3', attemptId: 'nobody' }), hint));
    expect(state.effects.at(-1)).toBe('ignored');
    expect(certain(state.attempts[0]).hintedAt).toBe(NOON + 5_000);
    expect(state.requests.map(({ hintedAt }) => hintedAt)).toEqual([NOON + 5_000, null, null]);
  });
});

describe('a person decides', () => {
  const linked: Fact[] = [
    ...PAID,
    requested(),
    answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor: 300 }),
  ];

  it('on a request, and on the operation that it began with it', () => {
    const state = fold(entriesOf(...linked, resolvedAs('request-1', 'failure')));
    expect(state.operations).toMatchObject([{ status: 'failure', endedBy: 'person' }]);
    expect(state.requests).toMatchObject([{ status: 'failure', endedBy: 'person' }]);
    expect(state.effects.at(-1)).toBe('applied');
  });

  it('on an operation of the portal', () => {
    const portal = reportedOperation('operation-1', { amountMinor: null });
    const id = 'id' in portal ? portal.id : '';
    const state = fold(entriesOf(...PAID, requested(), portal, resolvedAs(id, 'success')));
    expect(state.operations).toMatchObject([{ status: 'success', endedBy: 'person' }]);
    expect(state.requests).toMatchObject([{ status: 'unknown', inFlight: true }]);
    expect(state.effects.at(-1)).toBe('applied');
  });

  it('on nothing of another payment', () => {
    const two = [
      ...linked,
      begun({ id: 'attempt-2' }),
      answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
    ];
    const other = reportedOperation('operation-1', { gatewayOrderId: 'attempt-2' });
    const state = fold(entriesOf(other, ...two, other, resolvedAs('request-1', 'failure')));
    expect(state.operations.map(({ attemptId, status }) => [attemptId, status])).toEqual([
      ['attempt-1', 'failure'],
      ['attempt-2', 'success'],
    ]);
  });
});

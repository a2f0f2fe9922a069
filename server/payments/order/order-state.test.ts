import { describe, expect, it } from 'vitest';
import type { Entry, Fact, OrderParameters } from './journal.ts';
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
  parameters,
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const TWO: Fact[] = [
  ...PAID,
  begun({ id: 'attempt-2' }),
  answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
];
const orderUpdated = (over: Partial<OrderParameters> = {}, token?: string): Fact => ({
  kind: 'order-updated',
  parameters: parameters(over),
  ...(token !== undefined && { secret: { token } }),
});
const entriesOf = (...facts: Fact[]): Entry[] =>
  facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 }));
/** The effect of the last entry, written as given: without links. */
const lastEffect = (...facts: Fact[]) => fold(entriesOf(...facts)).effects.at(-1);

describe('an order', () => {
  it('of which nothing is written is nothing', () => {
    expect(stateOf()).toEqual({
      parameters: null,
      termsAt: -1,
      allParameters: [],
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
    const entries = entriesOf(orderUpdated());
    expect(snapshot('order-1', entries)).toEqual({ orderId: 'order-1', entries, state: fold(entries) });
  });

  it('was created with its first entry and changed with its last', () => {
    expect(stateOf(orderUpdated(), begun(), unanswered('attempt-1'))).toMatchObject({
      createdAt: NOON,
      updatedAt: NOON + 2_000,
    });
    const state = extend(fold([]), []);
    expect(state.createdAt).toBe(null);
  });

  it('has the newest parameters, since its amount, currency or method has changed', () => {
    const state = stateOf(orderUpdated(), orderUpdated({ description: 'Three books' }));
    expect(state).toMatchObject({ termsAt: NOON, parameters: { description: 'Three books' } });
    expect(state.allParameters).toHaveLength(2);
    expect(stateOf(orderUpdated(), orderUpdated({ amountMinor: 2020 })).termsAt).toBe(NOON + 1_000);
    expect(extend(stateOf(orderUpdated()), entriesOf(orderUpdated())).allParameters).toHaveLength(2);
  });

  it('keeps the name of its payment page, and takes a new one', () => {
    expect(stateOf(orderUpdated({ linkId: 'page-1' }), orderUpdated()).linkId).toBe('page-1');
    expect(stateOf(orderUpdated({ linkId: 'page-1' }), orderUpdated({ linkId: 'page-2' })).linkId).toBe(
      'page-2',
    );
  });

  it('keeps the last token of the merchant API, and none that a browser showed', () => {
    const api = orderUpdated({ by: 'api' }, 'token-1');
    expect(stateOf(api).token).toBe('token-1');
    expect(stateOf(api, orderUpdated({ by: 'token' }, 'token-2')).token).toBe('token-1');
    expect(stateOf(api, orderUpdated({ by: 'api' }, 'token-2')).token).toBe('token-2');
    // It can no longer be decrypted.
    expect(stateOf(api, orderUpdated({ by: 'api' })).token).toBe(null);
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

  it('that is written for the first time is applied', () => {
    expect(lastEffect(orderUpdated())).toBe('applied');
    expect(lastEffect(begun())).toBe('applied');
    expect(lastEffect(...PAID, requested())).toBe('applied');
    expect(lastEffect(...PAID, requested(), answered('request-1', { method: 'refund' }))).toBe('applied');
  });

  it('for a request does nothing to other requests', () => {
    const state = fold(
      entriesOf(...PAID, requested(), requested({ id: 'request-2' }), unanswered('request-2')),
    );
    expect(state.requests.map(({ inFlight }) => inFlight)).toEqual([true, false]);
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

  it('that names none is a reason to poll for those of its payment', () => {
    const state = fold(entriesOf(...PAID, reported({ method: 'refund', amountMinor: 300 })));
    expect(state.effects.at(-1)).toBe('ignored');
    expect(certain(state.attempts[0]).hintedAt).toBe(NOON + 2_000);
  });

  it('that names none is no new reason when it is repeated', () => {
    const unnamed = (over = {}) => reported({ method: 'refund', amountMinor: 300, ...over });
    const hintedAt = (...facts: Fact[]) => certain(stateOf(...PAID, ...facts).attempts[0]).hintedAt;
    expect(hintedAt(unnamed(), unnamed())).toBe(NOON + 2_000);
    const alternating = [unnamed(), unnamed({ status: 'failure' }), unnamed()];
    expect(hintedAt(...alternating)).toBe(NOON + 3_000);
    expect(stateOf(...PAID, ...alternating).effects.slice(-3)).toEqual(['ignored', 'ignored', 'unchanged']);
  });

  it('is a reason to poll for others if a request is linked to it by inference', () => {
    const hintedAt = (...facts: Fact[]) => certain(stateOf(...PAID, ...facts).attempts[0]).hintedAt;
    const [operation, id] = [reportedOperation('operation-1'), { operationId: 'operation-1' }];
    expect(hintedAt(requested(), operation)).toBeNull();
    expect(hintedAt(requested(), operation, unanswered('request-1'))).toBe(NOON + 4_000);
    const named = answered('request-1', { method: 'refund', amountMinor: 300, ...id });
    expect(hintedAt(requested(), operation, named)).toBeNull();
  });
});

describe('a manual resolution', () => {
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
    const other = reportedOperation('operation-1', { gatewayOrderId: 'attempt-2' });
    const facts = [...TWO, other, ...linked.slice(PAID.length)];
    const state = fold(entriesOf(...facts, resolvedAs('request-1', 'failure')));
    expect(state.operations.map(({ attemptId, status }) => [attemptId, status])).toEqual([
      ['attempt-2', 'success'],
      ['attempt-1', 'failure'],
    ]);
  });
});

describe('what is shown is dated', () => {
  const second = begun({ id: 'attempt-2' });
  const failed = (id: string) => answered(id, { gatewayOrderId: id, status: 'failure' });

  it('again if a payment can no longer be retried, and if it can again', () => {
    const facts = [begun(), failed('attempt-1'), second, unanswered('attempt-2'), failed('attempt-2')];
    const dates = facts.map(
      (_, index) => certain(stateOf(...facts.slice(0, index + 1)).attempts[0]).updatedAt - NOON,
    );
    expect(dates).toEqual([0, 1_000, 2_000, 2_000, 4_000]);
  });

  it('as before where a report says the same again', () => {
    const twice = [reportedOperation('operation-1'), reportedOperation('operation-1')];
    const { operations } = stateOf(...PAID, ...twice);
    expect(operations).toMatchObject([{ reportedAt: NOON + 2_000, updatedAt: NOON + 2_000 }]);
    const changed = stateOf(...PAID, ...twice, reportedOperation('operation-1', { status: 'failure' }));
    expect(changed.operations).toMatchObject([{ reportedAt: NOON + 2_000, updatedAt: NOON + 4_000 }]);
  });

  it('again if the operation that a request began has changed', () => {
    const pending = { method: 'refund', amountMinor: 300, operationId: 'operation-1' };
    const facts = [...PAID, requested(), answered('request-1', { ...pending, status: 'pending' })];
    const dated = (...more: Fact[]) => certain(stateOf(...facts, ...more).requests[0]).updatedAt - NOON;
    expect([dated(), dated(reported()), dated(reported(), reportedOperation('operation-1'))]).toEqual([
      3_000, 3_000, 5_000,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Fact, Refusal } from './journal.ts';
import { requestState } from './ledger.ts';
import { fold } from './order.ts';
import type { Report } from './report.ts';
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
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const refusedAs = (means: Refusal['means']): Fact => ({
  kind: 'refused',
  about: 'request-1',
  refusal: { means, code: 'P-1', description: 'Because' },
});
const NOT_SENT: Fact = { kind: 'not-sent', about: 'request-1', reason: 'ECONNREFUSED' };
const NOT_FOUND: Fact = { kind: 'not-found', about: 'request-1' };

const requestAfter = (...facts: Fact[]) => certain(stateOf(...PAID, requested(), ...facts).requests[0]);
const answer = (over: Partial<Report> = {}) =>
  answered('request-1', { method: 'refund', amountMinor: 300, ...over });

it('a request that has just been written is in flight, and nothing is known of it', () => {
  expect(requestAfter()).toMatchObject({
    status: 'unknown',
    endedBy: null,
    inFlight: true,
    operationId: null,
    certain: false,
    answeredMinor: null,
    retryable: false,
    requestedAt: NOON + 2_000,
    updatedAt: NOON + 2_000,
  });
});

describe('a call that ended without an answer', () => {
  it.each<[string, Fact, Record<string, unknown>]>([
    ['nobody knows how', unanswered('request-1'), { status: 'unknown', endedBy: null }],
    [
      'never left',
      NOT_SENT,
      {
        status: 'failure',
        endedBy: 'not-sent',
        statusCode: null,
        statusDescription: 'The payment service cannot be reached. Nothing was done.',
      },
    ],
    [
      'is not known to the gateway',
      NOT_FOUND,
      {
        status: 'failure',
        endedBy: 'not-found',
        statusCode: null,
        statusDescription: 'The operation did not reach the payment service.',
      },
    ],
    [
      'was refused',
      refusedAs('other'),
      { status: 'failure', endedBy: 'refused', statusCode: 'P-1', statusDescription: 'Because' },
    ],
    ['"exists already" may mean this very one', refusedAs('order-id-exists'), { status: 'unknown' }],
  ])('%s', (_what, end, facts) => {
    expect(requestAfter(end)).toMatchObject({ ...facts, inFlight: false });
  });

  it.each<[Refusal['means'], boolean]>([
    ['busy', true],
    ['credentials', true],
    ['not-found', true],
    ['other', false],
    ['unsendable', false],
  ])('may be taken later where the refusal says nothing of it: %s, %s', (means, retryable) => {
    expect(requestAfter(refusedAs(means)).retryable).toBe(retryable);
  });

  it('is not a page that was opened', () => {
    const opened: Fact = { kind: 'page-opened', about: 'request-1', url: 'https://gateway.example/pay' };
    expect(requestAfter(opened)).toEqual(requestAfter());
    expect(stateOf(...PAID, requested(), opened).effects.at(-1)).toBe('unchanged');
  });
});

describe('an answer that names no operation', () => {
  it('moves the request as a report moves an operation', () => {
    expect(requestAfter(answer({ status: 'pending' }))).toMatchObject({
      status: 'pending',
      endedBy: null,
      answeredMinor: 300,
      inFlight: false,
    });
    expect(requestAfter(answer({ status: 'failure', statusCode: '4153' }))).toMatchObject({
      status: 'failure',
      endedBy: 'gateway',
      statusCode: '4153',
    });
  });
});

describe('a request and the operation that it began stand together', () => {
  const standing = (...facts: Fact[]) => {
    const entries = facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 }));
    const state = fold(entries);
    const { status, dispute, endedBy, comment } = requestState(state, certain(state.requests[0]));
    return { status, dispute, endedBy, comment };
  };
  const link: Fact = { kind: 'linked', requestId: 'request-1', operationId: 'operation-1' };
  const operation = (over: Partial<Report>) => reportedOperation('operation-1', over);

  it('as the operation stands, where nothing else is said', () => {
    expect(
      standing(...PAID, requested(), unanswered('request-1'), operation({ status: 'pending' }), link),
    ).toMatchObject({ status: 'pending', dispute: null });
  });

  it('as a failure of the operation where we had only concluded another end', () => {
    const facts = [...PAID, requested(), NOT_FOUND, operation({}), link];
    expect(standing(...facts)).toMatchObject({ status: 'success', endedBy: 'gateway', dispute: null });
  });

  it('disputed if the gateway or a manual resolution said otherwise', () => {
    const told = [...PAID, requested(), answer(), operation({ status: 'failure' }), link];
    expect(standing(...told)).toMatchObject({ dispute: 'contradicting-ends' });
    const person = [...PAID, requested(), resolvedAs('request-1', 'failure'), operation({}), link];
    expect(standing(...person)).toMatchObject({ status: 'success', dispute: 'contradicting-ends' });
  });

  it('with the reason of the operation where that is disputed itself', () => {
    const two = [operation({ amountMinor: 200 }), operation({ amountMinor: 300 })];
    const facts = [...PAID, requested(), answer({ status: 'failure' }), ...two, link];
    expect(standing(...facts).dispute).toBe('amount-mismatch');
  });

  it('ended where the answer was further than the report', () => {
    const facts = [...PAID, requested(), answer(), operation({ status: 'pending' }), link];
    expect(standing(...facts)).toMatchObject({ status: 'success', endedBy: 'gateway', dispute: null });
    const concluded = [...PAID, requested(), NOT_FOUND, operation({ status: 'pending' }), link];
    expect(standing(...concluded)).toMatchObject({ status: 'pending', endedBy: null });
  });

  it("with the request's comment before the operation's", () => {
    const commented = (comment: string | null) =>
      standing(...PAID, requested({ comment }), operation({ comment: 'Theirs' }), link).comment;
    expect([commented('Ours'), commented(null)]).toEqual(['Ours', 'Theirs']);
  });
});

describe('what a report tells of an operation', () => {
  const operationAfter = (...overs: Partial<Report>[]) => {
    const reports = overs.map((over) => reportedOperation('operation-1', over));
    const state = stateOf(...PAID, ...reports);
    return { ...certain(state.operations[0]), effects: state.effects.slice(2) };
  };

  it('is when the gateway made it, if it says so', () => {
    const createdAt = new Date(NOON).toISOString();
    expect(operationAfter({ createdAt }).createdAt).toBe(NOON);
    expect(operationAfter({}).createdAt).toBe(null);
  });

  it('is its amount, as soon as one is known, and for good once it has succeeded', () => {
    const untold = { amountMinor: null, status: 'pending' as const };
    expect(operationAfter(untold, { ...untold, amountMinor: 300 })).toMatchObject({
      amountMinor: 300,
      effects: ['applied', 'applied'],
    });
    expect(operationAfter({ status: 'pending' }, untold).amountMinor).toBe(300);
    expect(operationAfter({ status: 'pending' }, { status: 'pending', amountMinor: 200 })).toMatchObject({
      amountMinor: 300,
      effects: ['applied', 'unchanged'],
    });
    expect(operationAfter({}, { amountMinor: null })).toMatchObject({ amountMinor: 300, dispute: null });
    expect(operationAfter({ amountMinor: null }, {})).toMatchObject({
      amountMinor: 300,
      dispute: null,
      effects: ['applied', 'applied'],
    });
  });

  it('is a contradiction where it succeeds over another amount, or ends otherwise', () => {
    expect(operationAfter({ amountMinor: 400 }, {})).toMatchObject({
      amountMinor: 400,
      dispute: 'amount-mismatch',
      effects: ['applied', 'disputed'],
    });
    expect(operationAfter({}, { status: 'failure', amountMinor: 400 })).toMatchObject({
      amountMinor: 300,
      dispute: 'contradicting-ends',
      effects: ['applied', 'disputed'],
    });
    expect(operationAfter({ status: 'failure' }, { amountMinor: 400 }).dispute).toBe('contradicting-ends');
    expect(operationAfter({ amountMinor: null }, { status: 'failure', amountMinor: 300 })).toMatchObject({
      amountMinor: 300,
      effects: ['applied', 'disputed'],
    });
    expect(operationAfter({ status: 'pending' }, {}).effects).toEqual(['applied', 'applied']);
    expect(operationAfter({ status: 'failure' }, { status: 'pending' })).toMatchObject({
      status: 'failure',
      effects: ['applied', 'unchanged'],
    });
  });

  it('is kept in its words: what a later report leaves out stays while the state is the same', () => {
    const words = { statusCode: '2119', statusDescription: 'Processing', status: 'pending' as const };
    expect(operationAfter(words, { status: 'pending' })).toMatchObject({
      statusCode: '2119',
      statusDescription: 'Processing',
    });
    expect(operationAfter(words, {})).toMatchObject({ statusCode: null, statusDescription: null });
    const told = { receiptUrl: 'https://gateway.example/receipt', comment: 'First' };
    expect(operationAfter({ ...told, status: 'pending' }, { comment: 'Second' })).toMatchObject(told);
  });
});

it('no report of a payment moves an operation', () => {
  const state = stateOf(...PAID, reportedOperation('operation-1'), reported({ status: 'failure' }));
  expect(state.operations).toMatchObject([{ status: 'success', dispute: null }]);
});

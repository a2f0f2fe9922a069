import { beforeEach, describe, expect, it } from 'vitest';
import { callFor, callForPayment, callOnce } from './call-once.ts';
import type { Operation, Payment } from './payment.ts';
import { type Outcome, UnsendableError } from './ports.ts';
import type { Store } from './store-port.ts';
import { operation } from './test-operations.ts';
import { answered, notSent, TestClock, unknown } from './test-world.ts';

let clock: TestClock;
let calls: number;
beforeEach(() => {
  clock = new TestClock();
  calls = 0;
});

/** Ends as told, one after the other; then with success. */
const ending =
  (...outcomes: Outcome<string>[]) =>
  async (): Promise<Outcome<string>> => {
    calls += 1;
    return outcomes.shift() ?? answered('done');
  };
const takes = (seconds: number, outcome: Outcome<string>) => async () => {
  calls += 1;
  clock.pass(seconds);
  return outcome;
};
const tooLate = { kind: 'not-sent', reason: 'too late' };

describe('a call', () => {
  it.each([
    ['never left is made again, twice', [notSent, notSent], 'answered', 3],
    ['never left at all is given up', [notSent, notSent, notSent], 'not-sent', 3],
    ['may have left is not made again', [unknown], 'unknown', 1],
  ] as const)('that %s', async (_what, outcomes, kind, times) => {
    expect((await callOnce({ clock }, ending(...outcomes))).kind).toBe(kind);
    expect(calls).toBe(times);
  });

  it('that took long to fail is not made again', async () => {
    expect(await callOnce({ clock }, takes(5, notSent))).toBe(notSent);
    expect(calls).toBe(1);
  });

  it('that throws says nothing of the request', async () => {
    expect(await callOnce({ clock }, () => Promise.reject(new TypeError('4242')))).toEqual({
      kind: 'unknown',
      reason: 'TypeError',
    });
    const broken = new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }]);
    expect(await callOnce({ clock }, () => Promise.reject(broken))).toMatchObject({
      kind: 'refused',
      refusal: { status: 0, details: ['comment: too-long'] },
    });
  });
});

describe('a call for an operation', () => {
  const sent = (): Operation => operation({ sentAt: clock.now().toISOString() });
  const of = (one: Operation, current: Operation | null, call: () => Promise<Outcome<string>>) => {
    const store = { findOperation: async () => current } as Partial<Store> as Store;
    return callFor({ clock, store }, one, call);
  };

  it('is made while it stands as it was written down', async () => {
    const one = sent();
    clock.pass(5);
    expect(await of(one, one, ending())).toEqual(answered('done'));
  });

  it.each<[string, (one: Operation) => Operation | null]>([
    ['has ended', (one) => ({ ...one, status: 'failure' })],
    ['was told of', (one) => ({ ...one, status: 'pending' })],
    ['was sent anew', (one) => ({ ...one, sentAt: '2026-06-15T12:00:01.000Z' })],
    ['waits for being sent', (one) => ({ ...one, sentAt: null })],
    ['is not there', () => null],
  ])('is not made where it %s', async (_what, changed) => {
    const one = sent();
    expect(await of(one, changed(one), ending())).toEqual(tooLate);
    expect(calls).toBe(0);
  });

  it('is not made for one that was not marked as sent', async () => {
    const one = operation({ sentAt: null });
    expect(await of(one, one, ending())).toEqual(tooLate);
    expect(calls).toBe(0);
  });

  it('is not made so late that it could arrive after it was given up', async () => {
    const one = sent();
    clock.pass(5.001);
    expect(await of(one, one, ending())).toEqual(tooLate);
    expect(calls).toBe(0);
  });

  it('is not made again where it was given up in between', async () => {
    const one = sent();
    const current: (Operation | null)[] = [one, { ...one, status: 'failure' }];
    const store = { findOperation: async () => current.shift() ?? null } as Partial<Store> as Store;
    expect(await callFor({ clock, store }, one, ending(notSent))).toEqual(tooLate);
    expect(calls).toBe(1);
  });
});

describe('a call for a payment', () => {
  let looks: number;
  beforeEach(() => {
    looks = 0;
  });
  const of = (status: Payment['status'] | null, call = ending()) => {
    const one = { id: 'payment-1', createdAt: new Date(clock.time).toISOString() };
    return async (seconds: number) => {
      clock.pass(seconds);
      const findPayment = async () => {
        looks += 1;
        return status ? ({ status } as Payment) : null;
      };
      return callForPayment({ clock, store: { findPayment } as Partial<Store> as Store }, one, call);
    };
  };

  it('is made at once without another look', async () => {
    expect(await of('failure')(1)).toEqual(answered('done'));
    expect(looks).toBe(0);
  });

  it('is made later where the try stands', async () => {
    expect(await of('unknown')(5)).toEqual(answered('done'));
    expect(looks).toBe(1);
  });

  it.each(['failure', 'success', null] as const)('is not made later where the try is %s', async (status) => {
    expect(await of(status)(1.001)).toEqual(tooLate);
    expect(calls).toBe(0);
  });

  it('is not made so late that it could arrive after the try was given up', async () => {
    expect(await of('unknown')(5.001)).toEqual(tooLate);
    expect(calls).toBe(0);
  });

  it('is not made again where that took long and the try was given up', async () => {
    expect(await of('failure', takes(1.5, notSent))(0)).toEqual(tooLate);
    expect(calls).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { payment } from '../store/test-payment.ts';
import { askedAmount, detachedOf, released, unbound } from './merge-operation.ts';
import { ANNA, operation } from './test-operations.ts';

const taken = operation({
  id: 'ours',
  amountMinor: 310,
  split: [{ subMerchantId: ANNA, amountMinor: 300 }],
  status: 'pending',
  statusCode: '2000',
  statusDescription: 'Accepted',
  settledBy: 'gateway',
  comment: 'Ours',
  receiptUrl: 'https://gateway.example/receipt',
  gatewayOperationId: 'o-1',
  guessed: 'by-time',
  held: 'contradicting-ends',
  idempotencyKey: 'key-1',
  requestHash: 'hash',
});
const deps = {
  newId: () => 'theirs',
  clock: { now: () => new Date('2026-06-15T12:01:00.000Z') },
};

describe('what was told of another operation', () => {
  it('leaves ours as it was written down', () => {
    const { split, comment, idempotencyKey, requestHash } = taken;
    const asked = { id: 'ours', amountMinor: 300, split, comment, idempotencyKey, requestHash };
    expect(unbound(taken, 300)).toEqual(operation(asked));
  });

  it('is all there is of the other, and is asked about', () => {
    const { askAt, ...other } = detachedOf(deps, taken);
    expect(askAt).not.toBeNull();
    expect(other).toMatchObject({
      id: 'theirs',
      origin: 'gateway',
      amountMinor: 310,
      status: 'pending',
      gatewayOperationId: 'o-1',
      held: 'contradicting-ends',
      receiptUrl: taken.receiptUrl,
      split: null,
      comment: null,
      idempotencyKey: null,
      requestHash: null,
      guessed: null,
      createdAt: '2026-06-15T12:01:00.000Z',
    });
  });

  it('takes but the id of one of which only the id was a guess', () => {
    const named = { ...taken, guessed: 'id' } as const;
    expect(released(named, 300)).toEqual({ ...taken, guessed: null, gatewayOperationId: null });
    expect(released(taken, 300)).toEqual(unbound(taken, 300));
  });
});

describe('what was asked for', () => {
  const config = { overCapturePercent: 20 } as Parameters<typeof askedAmount>[0]['config'];
  const auth = payment({ method: 'auth', amountMinor: 1010, status: 'success' });
  const purchase = payment({ amountMinor: 1010, status: 'success' });
  const captured = operation({ method: 'capture', status: 'success', amountMinor: 1100 });

  it.each([
    ['is the sum of the shares', purchase, operation({ ...taken, amountMinor: 1050 }), 300],
    ['is the part told', purchase, operation({ amountMinor: 400 }), 400],
    ['is the whole where more was told', purchase, operation({ amountMinor: 1050 }), 1010],
    ['is what was captured where more was told', auth, operation({ amountMinor: 1150 }), 1100],
    ['is the reserve of a void', auth, operation({ method: 'void', amountMinor: 0 }), 1010],
    [
      'may be above the reserve of a capture',
      auth,
      operation({ method: 'capture', amountMinor: 1200 }),
      1200,
    ],
    ['is the most that can be captured', auth, operation({ method: 'capture', amountMinor: 1300 }), 1212],
  ])('%s', (_what, of, one, expected) => {
    const operations = of === auth ? [captured, one] : [one];
    expect(askedAmount({ config }, of, operations, one)).toBe(expected);
  });
});

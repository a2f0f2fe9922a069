import { describe, expect, it } from 'vitest';
import { payment } from '../store/test-payment.ts';
import { ceilingOf, refundableOf } from './ledger.ts';
import type { Operation } from './payment.ts';
import type { Share } from './ports.ts';
import { operation } from './test-operations.ts';

const paid = (split: Share[] | null = null) => payment({ amountMinor: 1000, status: 'success', split });
const reserved = payment({ amountMinor: 1000, status: 'success', method: 'auth' });
const refund = (amountMinor: number, over: Partial<Operation> = {}) =>
  operation({ method: 'refund', amountMinor, status: 'success', ...over });
const share = (subMerchantId: string, amountMinor: number): Share => ({ subMerchantId, amountMinor });
const AB = [share('a', 700), share('b', 300)];

describe('what can be refunded', () => {
  it.each<[string, Operation[], number]>([
    ['nothing refunded yet', [], 1000],
    ['a part refunded', [refund(300)], 700],
    ['a refund in doubt', [refund(300, { status: 'unknown' })], 700],
    ['one that is pending', [refund(300, { status: 'pending' })], 700],
    ['one that failed', [refund(300, { status: 'failure' })], 1000],
    ['one told as failed and as done', [refund(300, { status: 'failure', held: 'contradicting-ends' })], 700],
    ['one begun at the portal', [refund(300, { origin: 'gateway' })], 700],
    ['more than there was', [refund(900), refund(900)], 0],
  ])('of a purchase with %s', (_what, operations, rest) => {
    expect(refundableOf(paid(), operations)).toMatchObject({ totalMinor: 1000, restMinor: rest });
  });

  it.each<[string, Operation[], number | null]>([
    ['not captured', [], null],
    ['captured in part', [operation({ method: 'capture', amountMinor: 600, status: 'success' })], 600],
    ['captured beyond it', [operation({ method: 'capture', amountMinor: 1200, status: 'success' })], 1200],
    ['whose capture is in doubt', [operation({ method: 'capture', status: 'unknown' })], null],
    ['whose capture failed', [operation({ method: 'capture', status: 'failure' })], null],
    [
      'whose capture is told as done and as failed',
      [operation({ method: 'capture', status: 'success', held: 'contradicting-ends' })],
      null,
    ],
  ])('of a reservation %s', (_what, operations, rest) => {
    expect(refundableOf(reserved, operations)?.restMinor ?? null).toBe(rest);
  });

  it('of a card check is nothing', () => {
    expect(refundableOf(payment({ method: 'lookup', status: 'success' }), [])).toBeNull();
  });

  it.each<[string, Operation[], [number, number]]>([
    ['nothing refunded', [], [700, 300]],
    ['a part of one share', [refund(100, { split: [share('b', 100)] })], [700, 200]],
    ['parts of both', [refund(300, { split: [share('a', 200), share('b', 100)] })], [500, 200]],
    ['a share in capitals', [refund(100, { split: [share('B', 100)] })], [700, 200]],
    ['a refund of nobody knows whom', [refund(250, { origin: 'gateway' })], [450, 50]],
    [
      'a refund of a share that only fits what was told',
      [refund(100, { split: [share('b', 100)], guessed: 'by-fit' })],
      [600, 200],
    ],
    [
      'a refund of a share told as of its time',
      [refund(100, { split: [share('b', 100)], guessed: 'by-time' })],
      [700, 200],
    ],
    ['less told than asked for', [refund(50, { split: [share('b', 100)] })], [700, 200]],
    ['more told than asked for', [refund(150, { split: [share('b', 100)] })], [650, 150]],
  ])('of shares with %s', (_what, operations, rest) => {
    expect(refundableOf(paid(AB), operations)?.shares?.map((one) => one.amountMinor)).toEqual(rest);
  });

  it('of a divided capture are the shares of the capture', () => {
    const capture = operation({ method: 'capture', status: 'success', amountMinor: 1000, split: AB });
    expect(refundableOf(reserved, [capture])?.shares).toEqual(AB);
  });
});

it.each([
  [1000, 0, 1000],
  [1000, 25, 1250],
  [1, 99, 1],
  [3, 50, 4],
  [199, 1, 200],
  [999_999_999_999_999, 100, 1_999_999_999_999_998],
  [999_999_999_999_999, 1, 1_009_999_999_999_998],
])('of %d reserved and %d percent more at most %d are captured', (reserve, percent, most) => {
  expect(ceilingOf(reserve, percent)).toBe(most);
});

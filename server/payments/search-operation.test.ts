import { describe, expect, it } from 'vitest';
import { payment } from '../store/test-payment.ts';
import type { Operation } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { search } from './search-operation.ts';
import { operation } from './test-operations.ts';
import { told } from './test-world.ts';

const world = { config: { gatewayTimeoutMs: 30_000 } } as Parameters<typeof search>[0];
const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  told({ method: 'refund', amountMinor: 300, operationId, ...over });

describe('of several operations that are told ours is', () => {
  const one = operation({ amountMinor: 300, id: 'ours' });
  const other = operation({ amountMinor: 300, id: 'other', gatewayOperationId: 'o-1', status: 'success' });
  const of = payment();

  it.each<[string, Operation, Operation[], GatewayPayment[], string | null]>([
    [
      'the one with its id',
      { ...one, gatewayOperationId: 'o-2' },
      [other],
      [refundOf('o-1'), refundOf('o-2')],
      'o-2',
    ],
    [
      'none where its id is not there',
      { ...one, gatewayOperationId: 'o-2' },
      [other],
      [refundOf('o-3')],
      null,
    ],
    ['none that is known as another', one, [other], [refundOf('o-1')], null],
    ['the one that nobody knows', one, [other], [refundOf('o-1'), refundOf('o-2')], 'o-2'],
    ['unclear over another amount', one, [], [refundOf('o-1', { amountMinor: 301 })], 'unclear'],
    [
      'unclear where it has failed, or was done over another amount',
      one,
      [],
      [refundOf('o-1', { status: 'failure' }), refundOf('o-2', { amountMinor: 290 })],
      'unclear',
    ],
    [
      'the one that failed, where what was done is of another time',
      one,
      [],
      [
        refundOf('o-1', { status: 'failure' }),
        refundOf('o-2', { amountMinor: 290, createdAt: '2026-06-16T12:00:00.000Z' }),
      ],
      'o-1',
    ],
    [
      'rather the one that has not failed',
      one,
      [],
      [refundOf('o-1', { status: 'failure' }), refundOf('o-2', { status: 'pending' })],
      'o-2',
    ],
    [
      'the one with its id though that was a guess',
      { ...one, gatewayOperationId: 'o-1', guessed: 'by-fit' },
      [],
      [refundOf('o-1', { status: 'failure' })],
      'o-1',
    ],
    [
      'unclear where that one has failed, and another was done',
      { ...one, gatewayOperationId: 'o-1', guessed: 'by-fit' },
      [],
      [refundOf('o-1', { status: 'failure' }), refundOf('o-2')],
      'unclear',
    ],
    [
      'the one that is left where one of them is another’s whose id was not told',
      one,
      [{ ...other, gatewayOperationId: null }],
      [refundOf('o-1'), refundOf('o-2')],
      'o-2',
    ],
    ['none where the only one is', one, [{ ...other, gatewayOperationId: null }], [refundOf('o-1')], null],
    [
      'the only one where another of that state had another time',
      one,
      [{ ...other, gatewayOperationId: null, sentAt: '2026-06-14T12:00:00.000Z' }],
      [refundOf('o-1', { createdAt: '2026-06-15T12:00:00.000Z' })],
      'o-1',
    ],
    [
      'none over another amount that failed',
      one,
      [],
      [refundOf('o-1', { amountMinor: 301, status: 'failure' })],
      null,
    ],
    [
      'none that was begun before it',
      one,
      [],
      [refundOf('o-1', { createdAt: '2026-06-15T11:58:59.000Z' })],
      null,
    ],
    [
      'one whose clock is a little behind',
      one,
      [],
      [refundOf('o-1', { createdAt: '2026-06-15T11:59:01.000Z' })],
      'o-1',
    ],
    ['none of another kind', one, [], [refundOf('o-1', { method: 'void' })], null],
  ])('%s', (_what, operation, others, list, id) => {
    const found = search(world, of, operation, [operation, ...others], list);
    expect(found === 'unclear' ? found : (found?.operationId ?? null)).toBe(id);
  });

  it('the only one, though it has no id', () => {
    expect(search(world, of, one, [one], [refundOf(null)])).toMatchObject({ operationId: null });
    expect(search(world, of, one, [one, other], [refundOf(null)])).toBe('unclear');
    expect(search(world, of, one, [one], [refundOf(null), refundOf('o-1')])).toBe('unclear');
    for (const over of [{ amountMinor: 301 }, { createdAt: '2026-06-14T12:00:00.000Z' }]) {
      expect(search(world, of, one, [one], [refundOf(null, over)])).toBe('unclear');
    }
  });
});

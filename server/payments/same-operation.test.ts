import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { payment } from '../store/test-payment.ts';
import { decideOnOperation } from './operation-news.ts';
import type { Operation } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { operation } from './test-operations.ts';
import { createWorld, STORE_SECRETS, told, type World } from './test-world.ts';

/** One that was taken for somebody else's, and is the one that was asked for. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  return () => world.store.close();
});

const ours = operation({ id: 'ours', amountMinor: 300 });
const theirs = operation({
  id: 'theirs',
  origin: 'gateway',
  amountMinor: 300,
  gatewayOperationId: 'o-1',
  status: 'success',
  settledBy: 'gateway',
});
const news = (over: Partial<GatewayPayment> = {}) =>
  told({ method: 'refund', amountMinor: 300, operationId: 'o-1', ...over });
const decide = (all: Operation[], of: GatewayPayment, isAnswer: boolean) =>
  decideOnOperation(world, payment(), all, of, { id: 'ours', isAnswer });
const failed = { status: 'failure' } as const;

describe('a read', () => {
  it.each([
    [null, 'by-fit'],
    ['2026-06-15T12:00:00.000Z', 'by-time'],
  ])('that fits, of the time %s, joins them %s', (createdAt, guessed) => {
    expect(decide([ours, theirs], news({ createdAt }), false)).toMatchObject({
      verdict: 'applied',
      before: { id: 'ours' },
      after: { id: 'ours', status: 'success', gatewayOperationId: 'o-1', guessed, origin: 'merchant' },
      merged: { id: 'theirs', status: 'failure', settledBy: 'merged', gatewayOperationId: null },
    });
  });

  it('of a failure joins them only after the grace time', () => {
    const all = [ours, { ...theirs, ...failed }];
    expect(decide(all, news(failed), false)).toMatchObject({ verdict: 'kept', after: null });
    world.clock.pass(61);
    expect(decide(all, news(failed), false)).toMatchObject({ verdict: 'applied', after: failed });
  });

  it.each<[string, Operation[], Partial<GatewayPayment>?]>([
    ['the other is the merchant’s', [ours, { ...theirs, origin: 'merchant' }]],
    ['the other was heard of before', [theirs, ours]],
    ['the other has its id by a guess', [ours, { ...theirs, guessed: 'id' }]],
    ['ours has ended', [{ ...ours, ...failed, settledBy: 'not-found' }, theirs]],
    ['ours has an id', [{ ...ours, status: 'pending', gatewayOperationId: 'o-2' }, theirs]],
    ['the amount is another', [ours, theirs], { amountMinor: 290 }],
    ['the time is another', [ours, theirs], { createdAt: '2026-06-16T12:00:00.000Z' }],
  ])('joins nothing where %s', (_what, all, over) => {
    expect(decide(all, news(over), false)).toEqual({ verdict: 'kept', before: null, after: null });
  });
});

describe('an answer', () => {
  it('joins them, whatever the amount, and for certain', () => {
    const other = { ...theirs, amountMinor: 290 };
    expect(decide([ours, other], news({ amountMinor: 290 }), true)).toMatchObject({
      verdict: 'applied',
      after: { id: 'ours', amountMinor: 290, guessed: null },
      merged: { id: 'theirs', settledBy: 'merged' },
    });
  });

  it('keeps the amount that was asked for while nothing was done', () => {
    const other: Operation = { ...theirs, amountMinor: 290, status: 'pending', settledBy: null };
    const { after } = decide([ours, other], news({ amountMinor: 290, status: 'pending' }), true);
    expect(after).toMatchObject({ amountMinor: 300, status: 'pending' });
  });

  it('leaves to somebody else what was taken for ours before', () => {
    const taken: Operation = {
      ...ours,
      status: 'success',
      settledBy: 'gateway',
      gatewayOperationId: 'o-9',
      guessed: 'by-fit',
    };
    expect(decide([taken, { ...theirs, amountMinor: 290 }], news({ amountMinor: 290 }), true)).toMatchObject({
      after: { id: 'ours', gatewayOperationId: 'o-1', amountMinor: 290 },
      merged: { id: 'theirs' },
      detached: { origin: 'gateway', gatewayOperationId: 'o-9', amountMinor: 300, status: 'success' },
    });
  });

  it.each<[string, Operation[]]>([
    ['the merchant’s', [ours, { ...theirs, origin: 'merchant' }]],
    ['one that was heard of before', [theirs, ours]],
  ])('is not believed by the id of %s', (_whose, all) => {
    expect(decide(all, news(), true)).toEqual({ verdict: 'kept', before: null, after: null });
  });
});

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPair } from '../store/test-pair.ts';
import { readOrder } from './orders.ts';
import type { Attempt } from './order/payment.ts';
import type { Snapshot } from './order/order.ts';
import { reviewAt } from './order/views.ts';
import { nextDueAt, openExternal, openRequests } from './order/schedule.ts';
import { isFinal } from './order/payment.ts';
import type { Store } from './ports.ts';
import { type Kind, Stage } from './test-stage.ts';
import { checkoutSteps, operationSteps, paid, type Placed, type Step } from './test-steps.ts';
import { lookAgainAt } from './workers/poll.ts';

/**
 * What should happen by itself does: after every step of a scenario each open part of the order has a due time in the
 * store, and no later one than the schedule allows; and actions that change nothing never move it.
 */

/** As in order.property.test.ts, but for the number of runs. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 10);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_615);
const STORE = process.env['PROPERTY_STORE'] ?? 'memory';

let stores: readonly [Store, Store];
let close = async () => {};
beforeAll(async () => {
  ({ stores, close } = await openTestPair(STORE));
});
afterAll(() => close());

/** The order's times in the store. */
interface Times {
  dueAt: number | null;
  reviewAt: number | null;
}

/** Each scenario has a store's worth of other orders beside it. */
const MOST = 1_000_000;

async function timesOf(store: Store, orderId: string): Promise<Times> {
  const due = await store.dueOrders(Number.MAX_SAFE_INTEGER, MOST);
  const { items } = await store.laterReviews({ now: 0, after: null, limit: MOST });
  return {
    dueAt: due.find((one) => one.orderId === orderId)?.dueAt ?? null,
    reviewAt: items.find((one) => one.orderId === orderId)?.reviewAt ?? null,
  };
}

/** Whether the worker has nothing to learn about it: an unpaid page is looked at for the last time when it ends. */
const mayRest = (one: Attempt): boolean =>
  isFinal(one.status) || (one.mode === 'hosted' && one.status === 'init' && !one.inFlight);

function expectTimes({ state }: Snapshot, { dueAt, reviewAt: known }: Times, now: number): void {
  const next = nextDueAt(state, now);
  if (next !== null) expect(dueAt ?? Infinity, 'due').toBeLessThanOrEqual(lookAgainAt(state, now));
  const review = reviewAt(state, now);
  if (review === null) expect(known, 'review').toBeNull();
  else expect(known ?? Infinity, 'review').toBeLessThanOrEqual(review);
  const isOpen =
    !state.attempts.every(mayRest) || openRequests(state).length + openExternal(state).length > 0;
  if (isOpen) expect(dueAt, 'due while something is open').not.toBeNull();
  if (isOpen) expect(known ?? next, 'review or a query').not.toBeNull();
}

const place = { desk: 0 as const, fault: null };

/** Actions that anybody may repeat, and that change nothing of what is awaited. */
function harmless(stage: Stage): Placed[] {
  const copies = stage.bank.webhooks.slice(-3).map((_, index) => index);
  return [
    { do: 'session', terms: 0, iat: 'newer', cancel: 'answered', ...place },
    { do: 'session', terms: 0, iat: 'older', cancel: 'answered', ...place },
    { do: 'state', terms: 0, cancel: 'answered', ...place },
    { do: 'state', terms: 0, cancel: 'answered', ...place },
    ...copies.map((pick) => ({ do: 'webhook' as const, pick, copy: true, ...place })),
    ...copies.map((pick) => ({ do: 'webhook' as const, pick, copy: false, ...place })),
    { do: 'refund', minor: 300, shares: null, fate: 'refused', ...place },
    { do: 'capture', minor: 300, split: false, fate: 'not-sent', ...place },
  ];
}

async function expectKept(stage: Stage): Promise<void> {
  const world = stage.world(0);
  for (const step of harmless(stage)) {
    const before = await timesOf(world.store, stage.orderId);
    stage.clock.pass(1);
    await stage.play(step);
    const order = await readOrder(world, stage.orderId);
    const after = await timesOf(world.store, stage.orderId);
    expectTimes(order, after, stage.clock.time);
    const isAwaited = nextDueAt(order.state, stage.clock.time) !== null;
    if (isAwaited && before.dueAt !== null)
      expect(after.dueAt ?? Infinity, `due after ${step.do}`).toBeLessThanOrEqual(before.dueAt);
  }
}

let stories = 0;

async function play(kind: Kind, steps: readonly Step[]): Promise<void> {
  const stage = new Stage(stories, stores, kind);
  stories += 1;
  for (const step of steps) {
    await stage.play(step);
    const { store } = stage.world(0);
    const order = await readOrder({ store }, stage.orderId);
    expectTimes(order, await timesOf(store, stage.orderId), stage.clock.time);
  }
  await expectKept(stage);
}

const KINDS: [string, Kind][] = [
  ['a purchase', { method: 'purchase', split: false }],
  ['a divided purchase', { method: 'purchase', split: true }],
  ['an authorization', { method: 'auth', split: false }],
];

describe('whatever happens to it', () => {
  const timeout = Math.max(RUNS, 30) * 2_000;

  it.each(KINDS)('%s that is not over is due, and stays due', { timeout }, async (_what, kind) => {
    await fc.assert(
      fc.asyncProperty(checkoutSteps(kind), (steps) => play(kind, steps)),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it.each(KINDS)(
    '%s with an operation that is not over is due, and stays due',
    { timeout },
    async (_what, kind) => {
      await fc.assert(
        fc.asyncProperty(operationSteps(kind), (steps) => play(kind, [paid('answered'), ...steps])),
        { numRuns: RUNS, seed: SEED },
      );
    },
  );
});

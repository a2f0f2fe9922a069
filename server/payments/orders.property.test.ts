import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPair, type TestPair } from '../store/testing/pair.ts';
import { dueRefunds, isCancellable } from './order/paying.ts';
import { isFinal } from './order/payment.ts';
import { type Action, Companions, type Step } from './testing/companions.ts';
import { randomOf } from './testing/faults.ts';
import { faultsAtRest } from './testing/invariants.ts';

/**
 * What must never happen to an order does not, through the real use cases, with two companions that die at any commit,
 * over each store. More cases: `CASES=10000 SEED=$RANDOM STORE=memory npx vitest run
 * server/payments/orders.property.test.ts`.
 */
const ONLY = process.env['STORE'];
const STORES = [
  { store: 'memory', cases: 300, isThere: true },
  { store: 'sqlite', cases: 5, isThere: true },
  { store: 'postgres', cases: 5, isThere: process.env['TEST_POSTGRES_URL'] !== undefined },
].filter(({ store }) => ONLY === undefined || store === ONLY);

const which = fc.nat({ max: 7 });
const method = fc.constantFrom('capture', 'void', 'refund');
/** Mostly equal, so that one may be taken for another; null for everything. */
const amountMinor = fc.constantFrom(null, 30, 30, 70);

const ordered = fc.constantFrom('purchase' as const, 'purchase' as const, 'auth' as const);
const isRepeated = fc.nat({ max: 5 }).map((one) => one === 0);

/** What may happen, and how often. */
const ACTIONS: [number, fc.Arbitrary<Action>][] = [
  [
    3,
    fc.record({ do: fc.constant('progress'), which, to: fc.constantFrom('success', 'failure', 'pending') }),
  ],
  [2, fc.record({ do: fc.constant('portal'), which, method, amountMinor })],
  [1, fc.record({ do: fc.constantFrom('odd', 'flip'), which })],
  [4, fc.record({ do: fc.constant('deliver'), which })],
  [
    4,
    fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(500, 3_000, 12_000, 35_000, 70_000, 600_000) }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('update-order'),
      amountMinor: fc.constantFrom(100, 100, 120),
      method: fc.constantFrom('purchase', 'auth'),
      by: fc.constantFrom('token', 'api'),
    }),
  ],
  [1, fc.record({ do: fc.constant('resolve'), which, as: fc.constantFrom('truth', 'success', 'failure') })],
  [
    8,
    fc.record({
      do: fc.constant('pay'),
      mode: fc.constantFrom('direct', 'direct', 'direct', 'hosted'),
      replaces: fc.boolean(),
      isRepeated,
    }),
  ],
  [6, fc.record({ do: fc.constant('operate'), method, amountMinor, isRepeated })],
  [3, fc.record({ do: fc.constant('work') })],
  [1, fc.record({ do: fc.constantFrom('session', 'session', 'cancel', 'cancel', 'close') })],
];

const placed = fc
  .tuple(
    fc.oneof(...ACTIONS.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    fc.constantFrom(0 as const, 1 as const),
  )
  .map(([action, at]) => ({ ...action, at }));

const step: fc.Arbitrary<Step> = fc.record({
  actions: fc.oneof(
    { weight: 4, arbitrary: fc.array(placed, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(placed, { minLength: 2, maxLength: 3 }) },
  ),
  fault: fc.option(
    fc.record({
      commit: fc.integer({ min: 1, max: 4 }),
      when: fc.constantFrom('before', 'after'),
      as: fc.constantFrom('dies', 'held-up'),
    }),
    { freq: 3 },
  ),
});

/** All conditions of the gateway, and the seed of its faults. */
const conditions = fc.record({
  seed: fc.integer(),
  hostility: fc.constantFrom(0.05, 0.2, 0.6),
  // A clock that is wrong, and zones.
  skewMs: fc.constantFrom(
    ...Array<number>(8).fill(0),
    -4_000,
    -30_000,
    -90_000,
    5_000,
    -75_000,
    -10_800_000,
    10_800_000,
    50_400_000,
  ),
  commissionMinor: fc.constantFrom(0, 0, 0, 0, 0, 7),
  enforces: fc.boolean(),
  tellsAddress: fc.constantFrom('as sent', 'its own', 'none'),
});

/** An order of this method, and what happens to it. */
const cases = fc.record({
  steps: fc.array(step, { minLength: 8, maxLength: 60, size: 'max' }),
  method: ordered,
  gateway: conditions,
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

let runs = 0;

async function play({ stores }: TestPair, { steps, method: ordered, gateway }: Case): Promise<void> {
  runs += 1;
  const companions = new Companions(stores, `order-${runs}`, { ...gateway, random: randomOf(gateway.seed) });
  try {
    const first: Action = { do: 'update-order', amountMinor: 100, method: ordered, by: 'token' };
    await companions.play({ actions: [{ ...first, at: 0 }], fault: null });
    for (const one of steps) await companions.play(one);
    await companions.rest();
    expect([...companions.bank.faults, ...faultsAtRest(companions)]).toEqual([]);
    await expectAllResolved(companions);
  } finally {
    await companions.forget();
  }
}

/** A person ends whatever is in review, rightly or wrongly, and nothing stays open. */
async function expectAllResolved(played: Companions): Promise<void> {
  for (let round = 0; played.review.length > 0; round += 1) {
    const [first] = played.review;
    await played.resolve(first, played.bank.chance(0.5) ? 'success' : 'failure');
    const same = played.review.filter(
      (one) => one.paymentId === first?.paymentId && one.operationId === first.operationId,
    );
    expect(same, 'what was resolved is no longer in review').toEqual([]);
    expect(round, 'review ends').toBeLessThan(40);
    await played.work();
  }
  const { state } = played.order;
  const open = [...state.payments.filter((one) => !isCancellable(one)), ...state.operations];
  expect(open.filter((one) => !isFinal(one))).toEqual([]);
  expect(dueRefunds(state)).toEqual([]);
}

describe.each(STORES)('over $store', ({ store, cases: few, isThere }) => {
  let pair: TestPair | null = null;
  beforeAll(async () => {
    if (isThere) pair = await openTestPair(store);
  });
  afterAll(() => pair?.close());

  it('an order survives whatever happens to it', { skip: !isThere, timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        if (pair) await play(pair, one);
      }),
      // By default few cases; which ones, is told by SEED.
      { numRuns: Number(process.env['CASES'] ?? few), seed: Number(process.env['SEED'] ?? 20_260_615) },
    );
  });
});

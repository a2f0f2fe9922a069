import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPair, type TestPair } from '../store/test-pair.ts';
import { isFinal } from './order/payment.ts';
import { isCancellable } from './order/paying.ts';
import { type Action, Companions, type Step } from './test-companions.ts';
import { randomOf } from './test-faults.ts';
import { faultsAtRest } from './test-invariants.ts';
import { amountMinor, conditions, GATEWAY_STEPS, method, weighted, which } from './test-steps.ts';

/**
 * What must never happen to an order does not, through the real use cases, with two companions that die at any commit,
 * over each store. Other cases: `RUNS=10000 SEED=$RANDOM STORE=memory npx vitest run
 * server/payments/orders.property.test.ts`; `FIGURES=1` prints what happened.
 */
const RUNS = Number(process.env['RUNS'] ?? 0);
const SEED = Number(process.env['SEED'] ?? 20_260_615);
const ONLY = process.env['STORE'];
const STORES = [
  { store: 'memory', runs: 60, isThere: true },
  { store: 'sqlite', runs: 10, isThere: true },
  { store: 'postgres', runs: 10, isThere: process.env['TEST_POSTGRES_URL'] !== undefined },
].filter(({ store }) => ONLY === undefined || store === ONLY);

const isRepeated = fc.nat({ max: 5 }).map((one) => one === 0);

/** What may happen, and how often. */
const ACTIONS: [number, fc.Arbitrary<Action>][] = [
  ...GATEWAY_STEPS,
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
  [1, fc.record({ do: fc.constantFrom('session', 'cancel') })],
  [4, fc.record({ do: fc.constant('deliver'), which })],
  [
    4,
    fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(500, 3_000, 12_000, 35_000, 70_000, 600_000) }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('restate'),
      amountMinor: fc.constantFrom(100, 100, 120),
      method: fc.constantFrom('purchase', 'auth'),
      by: fc.constantFrom('token', 'api'),
    }),
  ],
  [1, fc.record({ do: fc.constant('resolve'), which, as: fc.constantFrom('truth', 'success', 'failure') })],
];

const placed = fc
  .tuple(weighted(ACTIONS), fc.constantFrom(0 as const, 1 as const))
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

const cases = fc.record({
  steps: fc.array(step, { minLength: 8, maxLength: 60, size: 'max' }),
  method: fc.constantFrom('purchase' as const, 'purchase' as const, 'auth' as const),
  gateway: conditions,
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

const figures = {
  orders: 0,
  entries: 0,
  payments: 0,
  operations: 0,
  reversals: 0,
  paidTwice: 0,
  inReview: 0,
};
const reasons: Record<string, number> = {};
let runs = 0;

async function play({ stores }: TestPair, { steps, method: ordered, gateway }: Case): Promise<void> {
  runs += 1;
  const companions = new Companions(stores, `order-${runs}`, { ...gateway, random: randomOf(gateway.seed) });
  try {
    const first: Action = { do: 'restate', amountMinor: 100, method: ordered, by: 'token' };
    await companions.play({ actions: [{ ...first, at: 0 }], fault: null });
    for (const one of steps) await companions.play(one);
    await companions.rest();
    count(companions);
    expect([...companions.bank.faults, ...faultsAtRest(companions)]).toEqual([]);
    await expectAllResolved(companions);
  } finally {
    await companions.forget();
  }
}

/** A person ends whatever is in review, rightly or wrongly, and nothing stays open. */
async function expectAllResolved(companions: Companions): Promise<void> {
  for (let round = 0; companions.review.length > 0; round += 1) {
    await companions.resolve(companions.review[0], companions.bank.chance(0.5) ? 'success' : 'failure');
    expect(round, 'review ends').toBeLessThan(40);
    await companions.work();
  }
  const { payments, operations } = companions.order.state;
  const open = [...payments.filter((one) => !isCancellable(one)), ...operations];
  expect(open.filter((one) => !isFinal(one))).toEqual([]);
}

function count({ order, review }: Companions): void {
  const { payments, operations } = order.state;
  figures.orders += 1;
  figures.entries += order.entries.length;
  figures.payments += payments.length;
  figures.operations += operations.length;
  figures.reversals += operations.filter((one) => one.origin === 'reversal').length;
  figures.paidTwice += payments.filter((one) => one.status === 'success').length > 1 ? 1 : 0;
  figures.inReview += review.length > 0 ? 1 : 0;
  for (const reason of new Set(review.map((one) => one.reason))) reasons[reason] = (reasons[reason] ?? 0) + 1;
}

describe.each(STORES)('over $store', ({ store, runs: few, isThere }) => {
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
      { numRuns: RUNS || few, seed: SEED, interruptAfterTimeLimit: 840_000 },
    );
  });
});

afterAll(() => {
  if (process.env['FIGURES']) console.log({ seed: SEED, ...figures, reasons });
});

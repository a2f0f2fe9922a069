import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPair, type TestPair } from '../store/testing/pair.ts';
import { type Action, Companions, type Step } from './testing/companions.ts';
import { randomOf } from './testing/faults.ts';
import { faultsAtRest } from './testing/invariants.ts';
import {
  amountMinor,
  casesOf,
  COMMON_STEPS,
  expectAllResolved,
  method,
  parameters,
  weighted,
} from './testing/steps.ts';

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

const isRepeated = fc.nat({ max: 5 }).map((one) => one === 0);

/** What may happen, and how often. */
const ACTIONS: [number, fc.Arbitrary<Action>][] = [
  ...COMMON_STEPS,
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

const cases = casesOf(step, { minLength: 8, maxLength: 60 });
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
      parameters(few),
    );
  });
});

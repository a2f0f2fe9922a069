import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { OPERATION_FAULTS, PAYMENT_FAULTS, randomOf } from '../test-faults.ts';
import { faultsAtRest } from '../test-invariants.ts';
import { amountMinor, conditions, GATEWAY_STEPS, method, weighted, which } from '../test-steps.ts';
import { isFinal } from './payment.ts';
import { dueReversals, isCancellable } from './paying.ts';
import { Driver, type Step } from './test-driver.ts';

/**
 * What must never happen to an order does not, over any sequence of requests, reports, losses and crashes. Other cases:
 * `RUNS=50000 SEED=$RANDOM npx vitest run server/payments/order/order.property.test.ts`; `FIGURES=1` prints what
 * happened.
 */
const RUNS = Number(process.env['RUNS'] ?? 2_000);
const SEED = Number(process.env['SEED'] ?? 20_260_615);

const runs = fc.nat({ max: 3 }).map((one) => one > 0);
const fault = fc.constantFrom(...OPERATION_FAULTS);

/** What may happen, and how often. */
const STEPS: [number, fc.Arbitrary<Step>][] = [
  ...GATEWAY_STEPS,
  [
    8,
    fc.record({
      do: fc.constant('pay'),
      fault: fc.constantFrom(...PAYMENT_FAULTS),
      result: fc.constantFrom('success', 'failure', 'pending', 'pending'),
      isHosted: fc.nat({ max: 5 }).map((one) => one === 0),
      replaces: fc.boolean(),
      runs,
    }),
  ],
  [6, fc.record({ do: fc.constant('operate'), method, amountMinor, fault, runs })],
  [3, fc.record({ do: fc.constant('work'), fault, runs })],
  [5, fc.record({ do: fc.constant('go-on'), which })],
  [1, fc.record({ do: fc.constant('crash'), which })],
  [
    4,
    fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(500, 3_000, 12_000, 35_000, 70_000, 600_000, 5_000_000),
    }),
  ],
  [4, fc.record({ do: fc.constant('deliver'), which })],
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

const cases = fc.record({
  steps: fc.array(weighted(STEPS), { minLength: 12, maxLength: 80, size: 'max' }),
  method: fc.constantFrom('purchase', 'purchase', 'auth'),
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

function play({ steps, method, gateway }: Case): Driver {
  const driver = new Driver({ ...gateway, random: randomOf(gateway.seed) });
  driver.restate({ amountMinor: 100, method, by: 'token' });
  for (const step of steps) driver.play(step);
  driver.rest();
  return driver;
}

test('an order survives whatever happens to it', { timeout: 900_000 }, () => {
  fc.assert(
    fc.property(cases, (one) => {
      const driver = play(one);
      expect([...driver.bank.faults, ...faultsAtRest(driver)]).toEqual([]);
      count(driver);
      expectAllResolved(driver);
    }),
    { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 840_000 },
  );
});

/** A person ends whatever is in review, rightly or wrongly, and nothing stays open. */
function expectAllResolved(driver: Driver): void {
  for (let round = 0; driver.review.length > 0; round += 1) {
    const [first] = driver.review;
    driver.resolve(first, driver.bank.chance(0.5) ? 'success' : 'failure');
    const same = driver.review.filter(
      (one) => one.paymentId === first?.paymentId && one.operationId === first.operationId,
    );
    expect(same, 'what was resolved is no longer in review').toEqual([]);
    expect(round, 'review ends').toBeLessThan(40);
    driver.work();
  }
  const { state } = driver.order;
  const open = [...state.payments.filter((one) => !isCancellable(one)), ...state.operations];
  expect(open.filter((one) => !isFinal(one))).toEqual([]);
  expect(dueReversals(state)).toEqual([]);
}

function count({ order, review }: Driver): void {
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

afterAll(() => {
  if (process.env['FIGURES']) console.log({ seed: SEED, ...figures, reasons });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATION_FAULTS, PAYMENT_FAULTS, randomOf } from '../test-faults.ts';
import { faultsAtRest } from '../test-invariants.ts';
import {
  amountMinor,
  casesOf,
  COMMON_STEPS,
  expectAllResolved,
  method,
  parameters,
  weighted,
  which,
} from '../test-steps.ts';
import { Driver, type Step } from './test-driver.ts';

/**
 * What must never happen to an order does not, over any sequence of requests, reports, losses and crashes. More cases:
 * `CASES=50000 SEED=$RANDOM npx vitest run server/payments/order/order.property.test.ts`.
 */
const runs = fc.nat({ max: 3 }).map((one) => one > 0);
const fault = fc.constantFrom(...OPERATION_FAULTS);

/** What may happen, and how often. */
const STEPS: [number, fc.Arbitrary<Step>][] = [
  ...COMMON_STEPS,
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
];

test('an order survives whatever happens to it', { timeout: 900_000 }, () =>
  fc.assert(
    fc.asyncProperty(casesOf(weighted(STEPS), { minLength: 12, maxLength: 80 }), async (one) => {
      const driver = new Driver({ ...one.gateway, random: randomOf(one.gateway.seed) });
      driver.restate({ amountMinor: 100, method: one.method, by: 'token' });
      for (const step of one.steps) driver.play(step);
      driver.rest();
      expect([...driver.bank.faults, ...faultsAtRest(driver)]).toEqual([]);
      await expectAllResolved(driver);
    }),
    parameters(600),
  ),
);

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestPair } from '../store/test-pair.ts';
import type { Store } from './ports.ts';
import { isReversal } from './test-bank-books.ts';
import { expectTruth, review, settle } from './test-oracle.ts';
import { type Kind, Stage } from './test-stage.ts';
import { checkoutSteps, operationSteps, paid, type Step } from './test-steps.ts';

/**
 * Invariants under any outcome of calls, any sequence of reports, operations in the portal, racing requests and
 * crashes: no more is refunded than was charged, an order is paid once, and all records end up correct.
 */

/**
 * The runs are the same each time; for other ones: `PROPERTY_RUNS=3000 PROPERTY_SEED=$RANDOM npx vitest run
 * order.property`. With `PROPERTY_STORE=memory`, `sqlite` (two companions share a file) or `postgres` (a database at
 * `TEST_POSTGRES_URL`) only that store is used; `PROPERTY_FIGURES=1` prints what happened.
 */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 60);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_615);
const SHOWN = process.env['PROPERTY_FIGURES'] !== undefined;
const ONLY = process.env['PROPERTY_STORE'];
/** A few scenarios on the slow stores, to show that nothing depends on the in-memory one. */
const FEW = 4;
const STORES: { store: string; runs: number; there: boolean }[] = ONLY
  ? [{ store: ONLY, runs: RUNS, there: true }]
  : [
      { store: 'memory', runs: RUNS, there: true },
      { store: 'sqlite', runs: FEW, there: true },
      { store: 'postgres', runs: FEW, there: process.env['TEST_POSTGRES_URL'] !== undefined },
    ];

const figures = { stories: 0, runs: 0, calls: 0, refusedAsOpen: 0, leftToPerson: 0, reversals: 0 };
let stores: readonly [Store, Store];

const place = { desk: 0 as const, fault: null };
/** At the end everything that seems to be left is refunded. */
const REFUNDS: Step[] = [null, 300].map((minor) => ({
  do: 'refund',
  minor,
  shares: null,
  fate: 'answered',
  ...place,
}));

async function play(kind: Kind, steps: readonly Step[]): Promise<void> {
  const stage = new Stage(figures.stories, stores, kind);
  figures.stories += 1;
  for (const step of steps) await stage.play(step);
  await settle(stage);
  const left = await review(stage);
  await expectTruth(stage);
  for (const step of REFUNDS) await stage.play(step);
  await settle(stage);
  await expectTruth(stage);
  const { create, operation, read, cancel } = stage.bank.calls;
  figures.runs += 1;
  figures.calls += create + operation + read + cancel;
  figures.reversals += stage.bank.operations.filter(isReversal).length;
  figures.refusedAsOpen += stage.refusedAsOpen;
  figures.leftToPerson += left > 0 ? 1 : 0;
}

const KINDS: [string, Kind][] = [
  ['a purchase', { method: 'purchase', split: false }],
  ['a divided purchase', { method: 'purchase', split: true }],
  ['an authorization', { method: 'auth', split: false }],
];

describe.each(STORES)('on $store', ({ store, runs, there }) => {
  let close = async () => {};
  beforeAll(async () => {
    if (there) ({ stores, close } = await openTestPair(store));
  });
  afterAll(async () => {
    if (SHOWN) console.log(JSON.stringify({ store, seed: SEED, ...figures }));
    await close();
  });
  const options = { skip: !there, timeout: Math.max(runs, 30) * 2_000 };

  it.each(KINDS)('%s is paid once, however its attempts end', options, async (_what, kind) => {
    await fc.assert(
      fc.asyncProperty(checkoutSteps(kind), (steps) => play(kind, steps)),
      { numRuns: runs, seed: SEED },
    );
  });

  it.each(KINDS)('%s never refunds more than it took in', options, async (_what, kind) => {
    await fc.assert(
      fc.asyncProperty(operationSteps(kind), (steps) => play(kind, [paid('answered'), ...steps])),
      { numRuns: runs, seed: SEED },
    );
  });
});

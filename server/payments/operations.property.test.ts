import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CaptureInput, RefundInput } from '../contract/merchant-api.ts';
import { formatAmount } from '../contract/money.ts';
import { ProblemError } from '../contract/problem.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { reconcileOperations } from './ask-operations.ts';
import { captureOrder } from './capture.ts';
import type { Payment } from './payment.ts';
import { refundOrder } from './refund.ts';
import { ANNA, BORYS, key, pay, SPLIT } from './test-operations.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';
import { type Fate, FATES, type Taking, TestBank } from './test-bank.ts';
import { voidOrder } from './void.ts';

/** However calls end, webhooks come and the portal is used: no more is given back than was taken in. */

// Mostly the same, so that one may be taken for another.
const cents = fc.oneof(
  { arbitrary: fc.constant(300), weight: 5 },
  { arbitrary: fc.constantFrom(100, 310, 500, 600, 700, 1010), weight: 1 },
  { arbitrary: fc.integer({ min: 1, max: 1100 }), weight: 1 },
);
const fate = fc.constantFrom<Fate>(...FATES);
const share = fc.record({ sub: fc.constantFrom(ANNA, BORYS), minor: cents });
const step = fc.oneof(
  fc.record({ do: fc.constant('capture' as const), minor: fc.option(cents), split: fc.boolean(), fate }),
  fc.record({ do: fc.constant('void' as const), fate }),
  fc.record({
    do: fc.constant('refund' as const),
    minor: fc.option(cents),
    shares: fc.option(fc.array(share, { minLength: 1, maxLength: 2 })),
    fate,
  }),
  fc.record({
    do: fc.constant('portal' as const),
    minor: cents,
    as: fc.constantFrom('done' as const, 'done' as const, 'failed' as const),
    later: fc.constantFrom(0, 0, 200, 86_400),
  }),
  fc.record({ do: fc.constant('webhook' as const), pick: fc.nat(20) }),
  fc.record({ do: fc.constant('ask' as const), seconds: fc.constantFrom(0, 1, 2, 70, 4_000), reads: fate }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** At last everything is told and asked for, and whatever seems to be left is given back. */
const END: Step[] = [
  ...Array.from({ length: 20 }, (_, pick): Step => ({ do: 'webhook', pick })),
  ...([70, 4_000, 4_000] as const).map((seconds): Step => ({ do: 'ask', seconds, reads: 'answered' })),
  { do: 'refund', minor: null, shares: null, fate: 'answered' },
  { do: 'refund', minor: 300, shares: null, fate: 'answered' },
];

/** What the gateway itself answers, or refuses, is what the merchant is told. */
const STATED: Partial<Record<Fate, string>> = {
  answered: 'success',
  'answered-late': 'success',
  'answered-without-id': 'success',
  'answered-failure': 'failure',
  'answered-failure-without-id': 'failure',
  refused: 'failure',
  'refused-recorded': 'failure',
  'refused-doubled': 'failure',
  'failed-doubled': 'failure',
  'not-sent': 'failure',
};

const text = (minor: number) => formatAmount(minor, 'UAH');

async function act(world: World, bank: TestBank, one: Step): Promise<void> {
  if ('fate' in one) bank.fate = one.fate;
  if (one.do === 'capture' || one.do === 'void' || one.do === 'refund') {
    const { status } = await operate(world, one);
    const stated = STATED[bank.fate];
    if (stated) expect(status).toBe(stated);
  }
  if (one.do === 'portal') {
    world.clock.pass(one.later);
    bank.refundAtPortal(one.minor, one.as);
  }
  if (one.do === 'webhook') await hearOf(world, bank, one.pick);
  if (one.do === 'ask') {
    bank.fate = one.reads;
    world.clock.pass(one.seconds);
    await reconcileOperations(world);
  }
}

function operate(world: World, one: Extract<Step, { do: 'capture' | 'void' | 'refund' }>) {
  if (one.do === 'capture') return captureOrder(world, 'order-1', key(), captureOf(one));
  if (one.do === 'void') return voidOrder(world, 'order-1', key(), {});
  return refundOrder(world, 'order-1', key(), refundOf(one));
}

function captureOf({ minor, split }: Extract<Step, { do: 'capture' }>): CaptureInput {
  if (minor === null) return {};
  return { amount: text(minor), ...(split && minor > 1 && { split: halves(minor) }) };
}

function refundOf({ minor, shares }: Extract<Step, { do: 'refund' }>): RefundInput {
  if (!shares) return minor === null ? {} : { amount: text(minor) };
  return { split: shares.map((one) => ({ subMerchantId: one.sub, amount: text(one.minor) })) };
}

async function hearOf(world: World, bank: TestBank, pick: number): Promise<void> {
  bank.fate = 'answered';
  const news = bank.webhook(pick);
  if (news) await applyNews(world, { source: 'webhook', payment: news, text: JSON.stringify(news) });
}

function halves(minor: number) {
  const first = Math.floor(minor / 2);
  return [
    { subMerchantId: ANNA, amount: text(first) },
    { subMerchantId: BORYS, amount: text(minor - first) },
  ];
}

function takenIn({ method, amountMinor, split }: Payment): Taking | null {
  return method === 'auth' ? null : { amountMinor, split };
}

async function play(over: Record<string, unknown>, steps: Step[]): Promise<void> {
  const world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  try {
    const payment = await pay(world, over);
    const bank = new TestBank(world, takenIn(payment));
    for (const one of [...steps, ...END]) {
      await act(world, bank, one).catch((error: unknown) => {
        if (!(error instanceof ProblemError) || error.code === 'internal-error') throw error;
      });
      expect(bank.faults).toEqual([]);
    }
  } finally {
    await world.store.close();
  }
}

/** The same each time; to look further: `PROPERTY_RUNS=3000 PROPERTY_SEED=$RANDOM npx vitest run operations.property`. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_615);

it.each([
  ['a purchase', {}],
  ['a divided purchase', { split: SPLIT }],
  ['a reservation', { method: 'auth' }],
])(
  '%s never gives back more than it took in',
  async (_what, over) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), (steps) => play(over, steps)),
      { numRuns: RUNS, seed: SEED },
    );
  },
  RUNS * 600,
);

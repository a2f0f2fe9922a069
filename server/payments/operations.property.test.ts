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

const cents = fc.oneof(fc.constantFrom(100, 300, 310, 500, 700, 1010), fc.integer({ min: 1, max: 1100 }));
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
  fc.record({ do: fc.constant('portal' as const), minor: cents }),
  fc.record({ do: fc.constant('webhook' as const), pick: fc.nat(20) }),
  fc.record({ do: fc.constant('ask' as const), seconds: fc.constantFrom(0, 1, 2, 70, 4_000), reads: fate }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const STATED: ReadonlySet<Fate> = new Set<Fate>(['answered', 'answered-late', 'answered-without-id']);

const text = (minor: number) => formatAmount(minor, 'UAH');

async function act(world: World, bank: TestBank, one: Step): Promise<void> {
  if ('fate' in one) bank.fate = one.fate;
  if (one.do === 'capture' || one.do === 'void' || one.do === 'refund') {
    const { status } = await operate(world, one);
    // What the gateway itself answers is what the merchant is told.
    if (STATED.has(bank.fate)) expect(status).toBe('success');
  }
  if (one.do === 'portal') bank.refundAtPortal(one.minor);
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
    for (const one of steps) {
      await act(world, bank, one).catch((error: unknown) => {
        if (!(error instanceof ProblemError) || error.code === 'internal-error') throw error;
      });
      expect(bank.faults).toEqual([]);
    }
  } finally {
    await world.store.close();
  }
}

it.each([
  ['a purchase', {}],
  ['a divided purchase', { split: SPLIT }],
  ['a reservation', { method: 'auth' }],
])(
  '%s never gives back more than it took in',
  async (_what, over) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), (steps) => play(over, steps)),
      { numRuns: 200 },
    );
  },
  120_000,
);

import { expect, it } from 'vitest';
import type { Entry } from './order/journal.ts';
import { extended, fold, snapshot } from './order/order.ts';
import { NOON, stated, terms } from './order/test-entries.ts';
import { openSession } from './session.ts';
import { statedFacts } from './start-payment.ts';
import { withWorld, world } from './test-running-world.ts';
import { refusal, signed } from './test-world.ts';

/** A page that makes a token with each visit. */

withWorld();

const FIRST = Date.UTC(2026, 5, 15, 12) / 1_000;
/** Visits the page so many times, a token each so many seconds. */
async function visit(times: number, everyS: number): Promise<number> {
  const start = Math.floor(world.clock.time / 1_000);
  for (let count = 0; count < times; count += 1) {
    world.clock.time = (start + count * everyS) * 1_000;
    await openSession(world, signed({}, start + count * everyS));
  }
  return (await world.order()).entries.length;
}

it('a reload that says the same again is written once a minute at most', async () => {
  expect(await visit(600, 1)).toBe(10);
  const order = await world.order();
  await openSession(world, signed({}, FIRST + 599));
  expect(await world.order()).toEqual(order);
});

it('and less often as the order gets older: a year of visits makes less than a thousand entries', () => {
  let order = snapshot('order-1', []);
  for (let visited = 0; visited < 31_536_000; visited += 300) {
    const at = (FIRST + visited) * 1_000;
    const facts = statedFacts(order, signed({}, FIRST + visited), at);
    order = extended(
      order,
      facts.map((fact) => ({ ...fact, at })),
    );
  }
  expect(order.entries.length).toBeLessThan(1_000);
});

it('what is new counts at once: terms, description, customer', async () => {
  const open = (over: object, afterS: number) => openSession(world, signed({ ...over }, FIRST + afterS));
  for (const [index, over] of [
    {},
    { amount: '9.00' },
    {},
    { description: 'Three' },
    { customer: { id: 'c-1' } },
  ].entries())
    await open(over, index);
  expect((await world.order()).entries).toHaveLength(5);
});

it('an older token with other terms is outdated all the same', async () => {
  await openSession(world, signed({}, FIRST));
  await openSession(world, signed({ amount: '9.00' }, FIRST + 10));
  expect(await refusal(openSession(world, signed({}, FIRST)))).toEqual(['order-changed']);
});

it('fifty thousand statements of three prices fold in the time of three', () => {
  const entries: Entry[] = Array.from({ length: 50_000 }, (_, index) => ({
    ...stated({ terms: terms({ amountMinor: 1_000 + (index % 3) }), issuedAt: NOON / 1_000 + index }),
    at: NOON + index * 1_000,
  }));
  expect(fold(entries).earlierTerms).toHaveLength(3);
});

import { describe, expect, it } from 'vitest';
import type { Entry } from '../order/journal.ts';
import { extended, fold, snapshot } from '../order/order.ts';
import { NOON, orderUpdated, terms } from '../order/testing/entries.ts';
import { openSession } from './session.ts';
import { payingPayment } from '../order/paying.ts';
import { payDirect } from './pay.ts';
import type { Store } from '../ports.ts';
import { orderUpdate } from './start-payment.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { OLENA, saved } from '../testing/saved-cards.ts';
import { CLIENT, input, key, refusal, signed } from '../testing/test-deps.ts';
import { pollDue } from '../workers/poll.ts';

/** A page that makes a token with each visit. */

withTestDeps();

const FIRST = Date.UTC(2026, 5, 15, 12) / 1_000;
/** Visits the page so many times, a token each so many seconds. */
async function visit(times: number, everyS: number): Promise<number> {
  const start = Math.floor(deps.clock.time / 1_000);
  for (let count = 0; count < times; count += 1) {
    deps.clock.time = (start + count * everyS) * 1_000;
    await openSession(deps, signed({}, start + count * everyS));
  }
  return (await deps.order()).entries.length;
}

it('a reload that says the same again is written once a minute at most', async () => {
  expect(await visit(600, 1)).toBe(10);
  const order = await deps.order();
  await openSession(deps, signed({}, FIRST + 599));
  expect(await deps.order()).toEqual(order);
});

it('and less often as the order gets older: a year of visits makes less than a thousand entries', () => {
  let order = snapshot('order-1', []);
  for (let visited = 0; visited < 31_536_000; visited += 1_800) {
    const at = (FIRST + visited) * 1_000;
    const { facts } = orderUpdate(order, signed({}, FIRST + visited), at);
    order = extended(
      order,
      facts.map((fact) => ({ ...fact, at })),
    );
  }
  expect(order.entries.length).toBeLessThan(1_000);
});

const open = (over: Record<string, unknown>, afterS: number) =>
  openSession(deps, signed(over, FIRST + afterS));

it('other terms count at once, another description or customer within a minute', async () => {
  for (const [index, over] of [{}, { amount: '9.00' }, {}].entries()) await open(over, index);
  expect((await deps.order()).entries).toHaveLength(3);
  await open({ description: 'Three' }, 61);
  expect((await deps.order()).entries).toHaveLength(3);
  await open({ description: 'Three' }, 62);
  await open({ description: 'Three', customer: { id: 'c-1' } }, 122);
  expect((await deps.order()).entries).toHaveLength(5);
});

it.each([
  ['description', (visit: number) => ({ description: `Cart of ${visit}` })],
  ['customer', (visit: number) => ({ customer: { id: `guest-${visit}` } })],
])('a page whose %s differs with each visit is written once a minute at most', async (_, over) => {
  for (let visited = 0; visited < 600; visited += 1) await open(over(visited), visited);
  expect((await deps.order()).entries).toHaveLength(10);
});

describe('a reload that is not written', () => {
  const pay = (over: Record<string, unknown>, afterS: number) =>
    payDirect(deps, signed(over, FIRST + afterS), key(), input(), CLIENT);

  it('counts all the same: an older token over other terms is outdated', async () => {
    await open({ amount: '100.00' }, 0);
    await open({ amount: '100.00' }, 30);
    expect(await refusal(open({ amount: '10.00' }, 20))).toEqual(['order-changed']);
    expect(await refusal(pay({ amount: '10.00' }, 20))).toEqual(['order-changed']);
    expect((await deps.order()).state.orderTerms?.terms.amountMinor).toBe(10_000);
  });

  it('is written with its payment, which an older token does not undo', async () => {
    await open({ amount: '100.00' }, 0);
    await open({ amount: '100.00' }, 30);
    await pay({ amount: '100.00' }, 30);
    expect((await deps.order()).entries.map(({ kind }) => kind)).toEqual([
      'order-updated',
      'order-updated',
      'payment-started',
      'call-ended',
    ]);
    expect((await open({ amount: '10.00' }, 20)).payment).toMatchObject({ status: 'success' });
    expect(await refusal(pay({ amount: '10.00' }, 20))).toEqual(['order-paid']);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      deps.clock.pass(60);
      await pollDue(deps);
    }
    const { state } = await deps.order();
    expect(payingPayment(state)?.terms.amountMinor).toBe(10_000);
    expect(state.operations).toEqual([]);
  });

  it('counts even if it came while an older one was being written', async () => {
    await open({ amount: '100.00' }, 0);
    const { store } = deps;
    const append: Store['append'] = async (one) => {
      await open({ amount: '100.00' }, 30);
      await store.append(one);
    };
    const slow = { ...deps, store: { ...store, append } };
    const older = signed({ amount: '10.00' }, FIRST + 20);
    expect(await refusal(openSession(slow, older))).toEqual(['order-changed']);
    expect((await deps.order()).entries).toHaveLength(1);
  });

  it('says whose cards may be used', async () => {
    await saved();
    const olena = { id: 'visited', customer: OLENA };
    await open(olena, 0);
    await open(olena, 10);
    expect((await open(olena, 0)).savedCards).toHaveLength(1);
    await open({ id: 'visited', customer: { id: 'borys' } }, 20);
    expect((await open(olena, 10)).savedCards).toEqual([]);
    expect((await deps.store.read('visited')).length).toBe(1);
  });

  it('gives way to a newer token, and to the merchant', async () => {
    await open({}, 0);
    await open({}, 30);
    await open({ amount: '9.00' }, 31);
    expect((await deps.order()).state.orderTerms).toMatchObject({
      issuedAt: FIRST + 31,
      terms: { amountMinor: 900 },
    });
  });
});

it('fifty thousand updates of three prices fold in the time of three', () => {
  const entries: Entry[] = Array.from({ length: 50_000 }, (_, index) => ({
    ...orderUpdated({ terms: terms({ amountMinor: 1_000 + (index % 3) }), issuedAt: NOON / 1_000 + index }),
    at: NOON + index * 1_000,
  }));
  expect(fold(entries).earlierTerms).toHaveLength(3);
});

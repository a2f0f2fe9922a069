import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { payDirect } from './pay.ts';
import { payHosted } from './pay-hosted.ts';
import { readOrder } from './orders.ts';
import { refundOrder } from './operate.ts';
import type { Store } from './ports.ts';
import { handleWebhook } from './reports.ts';
import { TestBank } from './test-bank.ts';
import { leftOf } from './test-bank-books.ts';
import { Crash, Desk, type Fault } from './test-desks.ts';
import type { PaymentFate } from './test-fates.ts';
import { key } from './test-world.ts';
import { CLIENT, input, STORE_SECRETS, signed, TestClock, type World } from './test-world.ts';
import { pollDue } from './workers/poll.ts';

/**
 * A companion may die at any entry of a journal: the next one brings the order to the right end, and money moves once.
 */

interface Place {
  store: Store;
  bank: TestBank;
  clock: TestClock;
  desk: Desk;
}

async function open(): Promise<Place> {
  const store = await openSqliteStore(':memory:', STORE_SECRETS);
  const clock = new TestClock();
  const bank: TestBank = new TestBank(clock, (webhook) => deliver(desk.world, webhook));
  const desk: Desk = new Desk(store, clock, ({ gateway }) => bank.serve(gateway));
  return { store, bank, clock, desk };
}

async function deliver(world: World, webhook: TestBank['webhooks'][number]): Promise<void> {
  await handleWebhook(world, webhook, JSON.stringify(webhook));
}

/** The companion that took over processes everything for an hour. */
async function lookAfter({ desk, clock, bank }: Place): Promise<void> {
  for (const seconds of [1, 40, 61, 120, 600, 1_200, 1_200, 600]) {
    clock.pass(seconds);
    bank.step += 1;
    await reconcile(desk.world);
  }
}

async function state({ desk }: Place) {
  return (await readOrder(desk.world, 'order-1')).state;
}

const pay = (world: World) => payDirect(world, signed(), key(), input(), CLIENT);

/** Does the work while its companion may die. @returns whether it died */
async function survive(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

interface Story {
  /** the setup, during which the companion cannot die */
  before: (place: Place) => Promise<unknown>;
  work: (place: Place) => Promise<unknown>;
  after: (place: Place) => Promise<void>;
}

/** One payment of 10.10, charged once. */
async function expectPaidOrNeverSent(place: Place): Promise<void> {
  const { attempts } = await state(place);
  const [payment] = place.bank.payments;
  expect(place.bank.payments.length).toBeLessThanOrEqual(1);
  expect(attempts.map((one) => one.status)).toEqual(
    [...attempts].map(() => (payment ? 'success' : 'failure')),
  );
  if (payment) expect(leftOf(place.bank, payment)).toBe(1010);
}

const directPayment: Story = {
  before: async () => {},
  work: ({ desk }) => pay(desk.world),
  after: expectPaidOrNeverSent,
};

const hostedPayment: Story = {
  before: async () => {},
  async work({ desk, bank }) {
    await payHosted(desk.world, signed(), {});
    bank.progress(0, 'pending');
    bank.progress(0, 'success');
    for (const webhook of bank.webhooks) await deliver(desk.world, webhook);
  },
  async after(place) {
    const { desk, bank } = place;
    const [payment] = bank.payments;
    // The page to which no customer was redirected is replaced by another one.
    if (payment?.state === 'init') {
      await payHosted(desk.world, signed(), {}).catch(() => {});
      bank.progress(0, 'success');
    }
    await lookAfter(place);
    const { attempts } = await state(place);
    const ends = new Map(bank.payments.map((one) => [one.gatewayOrderId, one.state]));
    for (const one of attempts) expect(one.status).toBe(ends.get(one.gatewayOrderId) ?? 'failure');
    expect(bank.payments.filter((one) => one.state === 'success').length).toBeLessThanOrEqual(1);
  },
};

const refund: Story = {
  before: ({ desk }) => pay(desk.world),
  work: ({ desk }) => refundOrder(desk.world, 'order-1', 'the same key', { amount: '4.00' }),
  async after(place) {
    const { desk, bank } = place;
    const again = await refundOrder(desk.world, 'order-1', 'the same key', { amount: '4.00' });
    expect(bank.operations.length).toBeLessThanOrEqual(1);
    expect(again.status).toBe(bank.operations.length === 1 ? 'success' : 'failure');
    // An operation that never left can be requested again.
    if (bank.operations.length === 0) await refundOrder(desk.world, 'order-1', key(), { amount: '4.00' });
    const [payment] = bank.payments;
    expect(payment && leftOf(bank, payment)).toBe(610);
  },
};

const reversal: Story = {
  async before({ desk, bank, clock }) {
    bank.fates.create.push('denied', 'answered');
    await pay(desk.world);
    clock.pass(61);
    await reconcile(desk.world);
    await pay(desk.world);
    bank.step += 1;
  },
  async work({ desk, bank, clock }) {
    const { world } = desk;
    for (const webhook of bank.webhooks) await deliver(world, webhook);
    clock.pass(1);
    await pollDue(world);
    // A worker logs its companion's crash and goes on; the companion does not.
    if (desk.world !== world) throw new Crash();
  },
  async after(place) {
    for (const webhook of place.bank.webhooks) await deliver(place.desk.world, webhook);
    await lookAfter(place);
    expect(place.bank.payments.map((one) => leftOf(place.bank, one))).toEqual([0, 1010]);
    expect(place.bank.operations.filter((one) => one.state === 'done')).toHaveLength(1);
    expect((await state(place)).attempts.map((one) => one.status)).toEqual(['success', 'success']);
  },
};

/** No scenario has more commits than this. */
const MOST_COMMITS = 12;

describe.each([
  ['a direct payment', directPayment],
  ['a hosted payment', hostedPayment],
  ['a refund', refund],
  ['the reversal of a duplicate payment', reversal],
])('%s', (_name, story) => {
  it.each(['before', 'after'] as const)('ends well whichever entry its companion dies %s', async (when) => {
    let deaths = 0;
    for (let commit = 1; commit <= MOST_COMMITS; commit += 1) {
      if (await dieAt(story, { commit, as: 'dies', when })) deaths += 1;
    }
    expect(deaths).toBeGreaterThanOrEqual(2);
    expect(deaths).toBeLessThan(MOST_COMMITS);
  });
});

it.each<PaymentFate>([
  'answered-failure',
  'done-unheard',
  'lost',
  'late',
  'refused',
  'exists-ours',
  'not-sent',
])('a payment that ends as "%s" ends so whichever entry its companion dies at', async (fate) => {
  for (const when of ['before', 'after'] as const) {
    for (const commit of [1, 2]) await dieAtFate(fate, { commit, as: 'dies', when });
  }
});

async function dieAtFate(fate: PaymentFate, fault: Fault): Promise<void> {
  const place = await open();
  const { bank, desk } = place;
  bank.fates.create.push(fate);
  desk.plan(fault);
  await survive(() => pay(desk.world));
  bank.fates.create.length = 0;
  desk.plan(null);
  await lookAfter(place);
  const isPaid = bank.payments.some((one) => one.state === 'success');
  const { attempts } = await state(place);
  for (const one of attempts) expect(one.status).toBe(isPaid ? 'success' : 'failure');
  // The order can be paid now only if it was not paid before.
  await (isPaid ? expect(pay(desk.world)).rejects.toMatchObject({ code: 'order-paid' }) : pay(desk.world));
  expect(bank.payments.filter((one) => one.state === 'success')).toHaveLength(1);
  expect(bank.faults).toEqual([]);
  await place.store.close();
}

/** @returns whether the companion died */
async function dieAt({ before, work, after }: Story, fault: Fault): Promise<boolean> {
  const place = await open();
  await before(place);
  place.desk.plan(fault);
  const died = await survive(() => work(place));
  place.desk.plan(null);
  await lookAfter(place);
  await after(place);
  expect(place.bank.faults).toEqual([]);
  await place.store.close();
  return died;
}

import { expect } from 'vitest';
import { readOrder, wholeProjection } from './orders.ts';
import { payingAttempt } from './order/paying.ts';
import { refundable } from './order/operations.ts';
import { fold, type Snapshot } from './order/order.ts';
import { reviewItemsAt } from './order/views.ts';
import { nextDueAt } from './order/schedule.ts';
import { hasSucceeded, isFinal } from './order/payment.ts';
import { canRetry, iso, operationView, paymentView, shownOperations } from './order/views.ts';
import { type BankPayment, isReversal, leftOf, operationsInForce, sum, taken } from './test-bank-books.ts';
import { resolveOne } from './test-person.ts';
import type { Stage } from './test-stage.ts';
import type { World } from './test-world.ts';
import { pollDue } from './workers/poll.ts';

/** For tests: how every scenario must end. */

/** Rounds after which an order without new events must be quiet. */
const MOST_ROUNDS = 40;

/** Without a report for this long, an order needs review. */
const A_DAY_S = 86_400;

/** Ends everything at the gateway, reports it again, and polls until nothing changes. */
export async function settle(stage: Stage): Promise<void> {
  stage.bank.step += 1;
  stage.bank.calm();
  for (const [index, webhook] of stage.bank.webhooks.toReversed().entries()) {
    await stage.deliver(index % 2 === 0 ? 0 : 1, webhook);
  }
  let length = 0;
  for (let round = 1, quiet = 0; quiet < 3; round += 1) {
    expect(round, 'rounds until nothing happens').toBeLessThan(MOST_ROUNDS);
    stage.bank.step += 1;
    stage.clock.pass(round < 4 ? 70 : 4_000);
    await reconcile(stage.world(round % 2 === 0 ? 0 : 1));
    if (round <= 2) for (const webhook of stage.bank.webhooks) await stage.deliver(0, webhook);
    expect(stage.bank.faults).toEqual([]);
    const before = length;
    length = await lengthOf(stage);
    quiet = round > 4 && length === before ? quiet + 1 : 0;
  }
}

async function lengthOf(stage: Stage): Promise<number> {
  const lengths = await stage.world(0).store.lengths([stage.orderId]);
  return lengths.get(stage.orderId) ?? 0;
}

/** Resolves the rest manually. @returns the number of resolutions */
export async function review(stage: Stage): Promise<number> {
  stage.clock.pass(A_DAY_S);
  const left = (await itemsOf(stage)).length;
  for (let round = 0; round < left * 2; round += 1) {
    await resolveOne(stage.world(0), stage, round);
    stage.clock.pass(1);
  }
  if (left > 0) await settle(stage);
  return left;
}

async function itemsOf(stage: Stage) {
  const { state } = await readOrder(stage.world(0), stage.orderId);
  return reviewItemsAt(state, stage.clock.time);
}

/** Checks the invariants of every order at the end. */
export async function expectTruth(stage: Stage): Promise<void> {
  const world = stage.world(1);
  const order = await readOrder(world, stage.orderId);
  expect(stage.bank.faults).toEqual([]);
  expectPayments(stage, order);
  expectOperations(stage, order);
  expectPaidOnce(stage, order);
  expectShares(order);
  await expectMessages(stage.lastMessages, world, order);
  await expectProjection(world, order);
}

function expectPayments({ bank }: Stage, { state }: Snapshot): void {
  const told = state.attempts.map((one) => [one.gatewayOrderId, one.dispute ?? one.status]);
  const truth = state.attempts.map(({ gatewayOrderId }) => {
    const payment = bank.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
    return [gatewayOrderId, payment?.own ? endOf(payment) : 'failure'];
  });
  expect(told, 'payments').toEqual(truth);
  const unknown = bank.payments.filter((one) =>
    state.attempts.every((other) => other.gatewayOrderId !== one.gatewayOrderId),
  );
  expect(unknown, 'payments without an attempt').toEqual([]);
}

const endOf = ({ state }: BankPayment) => (state === 'lost' || state === 'none' ? 'failure' : state);

/** Equal operations are interchangeable; only the moved money counts. */
function expectOperations({ bank }: Stage, order: Snapshot): void {
  const { state, orderId } = order;
  const shown = shownOperations(state).map((one) => ({
    ...operationView(state, orderId, one),
    attempt: one.attempt,
  }));
  expect(
    shown.filter((one) => !isFinal(one.status)),
    'open operations',
  ).toEqual([]);
  const moved = shown.filter((one) => one.status === 'success');
  const done = bank.operations.filter((one) => one.state === 'done');
  const amount = (minor: number) => (minor / 100).toFixed(2);
  expect(
    moved.map((one) => [one.attempt.gatewayOrderId, one.method, one.amount].join()).sort(),
    'operations',
  ).toEqual(
    done.map((one) => [one.payment.gatewayOrderId, one.method, amount(one.amountMinor)].join()).sort(),
  );
  for (const attempt of state.attempts) {
    const payment = bank.payments.find((one) => one.gatewayOrderId === attempt.gatewayOrderId);
    const source = payment?.own ? taken(bank, payment) : null;
    if (!payment || !source || attempt.status !== 'success') continue;
    const refunds = operationsInForce(bank, payment, 'refund').filter((one) => one.state === 'done');
    const rest = Math.max(0, source.amountMinor - sum(refunds));
    expect(refundable(state, attempt)?.restMinor, 'left to refund').toBe(rest);
  }
}

/**
 * At most one success keeps its money, or the order needs review for a valid reason. The paying success is over the
 * order's terms, and a refunded one was refunded beside another success over the terms of that time.
 */
function expectPaidOnce(stage: Stage, { state, entries }: Snapshot): void {
  const { bank } = stage;
  const items = reviewItemsAt(state, stage.clock.time);
  // A success that the gateway itself has confirmed is no exception.
  const decided = state.attempts.some((one) => one.status === 'success' && one.endedBy === 'person');
  const excuses = items.filter((one) => one.reason !== 'unconfirmed-duplicate' || decided);
  const excused = excuses.map((one) => one.paymentId);
  const successes = state.attempts.flatMap((one) => {
    const payment = bank.payments.find((other) => other.own && other.gatewayOrderId === one.gatewayOrderId);
    return payment?.state === 'success' ? [{ id: one.id, payment }] : [];
  });
  const kept = successes.filter(({ id, payment }) => leftOf(bank, payment) > 0 && !excused.includes(id));
  expect(kept.length, 'successes with money left').toBeLessThanOrEqual(1);
  const able = successes.filter(({ payment }) => payment.amountMinor === state.parameters?.amountMinor);
  const standingOnes = able.filter(({ payment }) => !isReversed(bank, payment));
  // A payment that the merchant has refunded since need not pay the order.
  const isCharged = standingOnes.some(({ payment }) => leftOf(bank, payment) > 0);
  const allowed = [...standingOnes.map((one) => one.id), ...(isCharged ? [] : [null])];
  expect(allowed, 'paid by what was not refunded').toContain(payingAttempt(state)?.id ?? null);
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'operation-requested' || entry.request.origin !== 'reversal') continue;
    const { attemptId } = entry.request;
    expect(payersBeside(fold(entries.slice(0, index)), attemptId), 'paid when refunded').not.toEqual([]);
  }
}

/** Other successes over the terms of that time. */
function payersBeside({ attempts, parameters }: Snapshot['state'], attemptId: string): string[] {
  const all = attempts.filter((one) => one.id !== attemptId && hasSucceeded(one));
  return all.filter((one) => one.amountMinor === parameters?.amountMinor).map((one) => one.id);
}

/** No refund was requested of more of a share than was left according to the gateway's answers. */
function expectShares({ state: { attempts }, entries }: Snapshot): void {
  const asked = entries.flatMap((one, index) =>
    one.kind === 'operation-requested' && one.request.method === 'refund' ? [{ ...one.request, index }] : [],
  );
  for (const { attemptId, split, index } of asked) {
    const answered = entries.slice(0, index).flatMap((one) => {
      const isDone = one.kind === 'answered' && one.report.status === 'success';
      return asked.filter(({ id }) => isDone && one.about === id && one.report.operationId !== null);
    });
    const before = answered.filter((one) => one.attemptId === attemptId).flatMap((one) => one.split ?? []);
    for (const { subMerchantId, amountMinor } of attempts.find(({ id }) => id === attemptId)?.split ?? []) {
      const returned = [...before, ...(split ?? [])].filter((one) => one.subMerchantId === subMerchantId);
      expect(sum(returned), 'returned of a share').toBeLessThanOrEqual(amountMinor);
    }
  }
}

const isReversed = ({ operations }: Stage['bank'], payment: BankPayment): boolean =>
  operations.some((one) => one.payment === payment && one.state === 'done' && isReversal(one));

/** The last message about each object is its true state; that it cannot be retried is not worth a message. */
async function expectMessages(
  last: Stage['lastMessages'],
  { store }: World,
  { state, orderId }: Snapshot,
): Promise<void> {
  for (;;) {
    const message = await store.outbox.next(orderId);
    if (!message) break;
    const body = JSON.parse(message.body);
    last.set(body.data.id, body);
    await store.outbox.delivered(message, state.updatedAt);
  }
  const payments = state.attempts.map((one) => ({ ...paymentView(orderId, one, canRetry(state)) }));
  const operations = shownOperations(state).map((one) => ({ ...operationView(state, orderId, one) }));
  const truth = [...payments, ...operations].map((view) => [view.id, view] as const);
  // An operation that was classified as the portal's may turn out to be ours: it is then withdrawn, and reported under the
  // request's id.
  const renamed = state.operations.filter(({ id }) => truth.every(([other]) => other !== id) && last.has(id));
  for (const one of renamed) expect(last.get(one.id)?.data['status']).toBe('failure');
  for (const one of renamed) last.delete(one.id);
  const told = [...last].map(([id, { data }]) => {
    const view = truth.find(([other]) => other === id)?.[1];
    const lost = data['canRetry'] === true && view && 'canRetry' in view && !view.canRetry;
    return [id, lost ? { ...data, canRetry: false, updatedAt: view.updatedAt } : data] as const;
  });
  expect(Object.fromEntries(told), 'last messages').toEqual(Object.fromEntries(truth));
}

/** The store's projection matches its journals. */
async function expectProjection({ store, clock }: World, order: Snapshot): Promise<void> {
  const { orderId, entries, state } = order;
  const stored = await projected(store, order);
  await store.rebuild(orderId, entries.length, wholeProjection(orderId, state, clock.time));
  expect(stored, 'projection').toEqual(await projected(store, order));
  expect(stored.due, 'due').toBe(nextDueAt(state, clock.time) !== null);
}

async function projected(store: World['store'], { orderId, state }: Snapshot) {
  const due = await store.dueOrders(Number.MAX_SAFE_INTEGER, 1);
  const names = [
    ...state.attempts.map(({ id }) => ({ kind: 'payment' as const, id })),
    ...state.attempts.map((one) => ({ kind: 'gateway-order' as const, id: one.gatewayOrderId })),
    ...[...state.requests, ...state.operations].map(({ id }) => ({ kind: 'operation' as const, id })),
    ...state.requests.flatMap((one) =>
      one.idempotencyKey === null ? [] : [{ kind: 'idempotency-key' as const, id: one.idempotencyKey }],
    ),
    ...(state.linkId === null ? [] : [{ kind: 'link' as const, id: state.linkId }]),
  ];
  const found = await Promise.all(names.map(async (name) => (await store.find(name))?.orderId === orderId));
  const reviewed = await store.listReview({ now: Number.MAX_SAFE_INTEGER, after: null, limit: 1_000 });
  const times = state.attempts.map((one) => one.beganAt);
  const [from, to] = [Math.min(...times), Math.max(...times) + 1].map((at) =>
    iso(times.length === 0 ? 0 : at),
  );
  const { items } = await store.listPayments({ from, to, limit: 10_000 });
  const payments = items.filter((one) => one.orderId === orderId);
  return {
    due: due.length > 0,
    missing: names.filter((_, index) => !found[index]),
    review: reviewed.items.includes(orderId),
    payments,
  };
}

import { setTimeout } from 'node:timers/promises';
import { loadEach } from '../support/load.ts';
import { leftOf, OTHER_TERMS } from './audit.ts';
import { bodyOf, type Stage } from './stage.ts';
import { merchantGet, viewOrder } from './merchant.ts';
import { review } from './person.ts';
import { ownPayments } from './stranger.ts';
import { isFinal, type OrderView, type ReviewItem } from './views.ts';

const ROUND_MS = 1_000;
/** A refund that was declined three times is retried after four minutes. */
const LONGEST_MS = 300_000;
/** Less than the minute by which the clocks of gateway and companion may differ. */
const ADVANCE_S = 50;
const SIDE_BY_SIDE = 16;

/**
 * Waits until every order has ended by itself. Then the gateway reports everything again, as on an operator's request:
 * this is the only way to learn of a payment made after we gave up on it, if its webhook was lost.
 */
export async function settle(stage: Stage, orderIds: readonly string[]): Promise<void> {
  await stage.sandbox.forgetFaults();
  await setTimeout(ROUND_MS);
  await stage.sandbox.advanceClock(ADVANCE_S);
  await untilAtEnd(stage, orderIds);
  await inTurns(await stage.sandbox.payments(), ({ orderId, operations }) =>
    reportAgain(stage, orderId, new Set(operations.map(({ method }) => method))),
  );
  await untilAtEnd(stage, orderIds);
}

async function reportAgain(stage: Stage, orderId: string, methods: ReadonlySet<string>): Promise<void> {
  await stage.sandbox.resend(orderId);
  for (const method of methods) await stage.sandbox.resend(orderId, method);
}

/**
 * Waits until every order has ended, the gateway has delivered its webhooks, and the merchant has every message: the
 * companions poll, and an operator resolves disputes, if there is one. Gives up after five minutes; the audit then
 * reports what is left.
 */
async function untilAtEnd(stage: Stage, orderIds: readonly string[]): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  let open = [...orderIds];
  while (performance.now() < until) {
    await setTimeout(ROUND_MS);
    await noteReview(stage);
    open = await stillOpen(stage, open);
    if (open.length > 0 || !(await isReported(stage)) || !(await isDelivered(stage))) continue;
    open = await twicePaid(stage, orderIds);
    if (open.length === 0) return;
  }
}

/** Orders with two paid payments: one still has to be refunded, unless they are over terms that changed. */
async function twicePaid(stage: Stage, orderIds: readonly string[]): Promise<string[]> {
  const kept = (await ownPayments(stage)).filter((payment) => leftOf(payment) > 0);
  const keeping = kept.map(({ orderId }) => orderId.split('.')[0]);
  const twice = orderIds.filter((orderId) => keeping.filter((one) => one === orderId).length > 1);
  if (!stage.isHonest) return twice;
  const views = await Promise.all(twice.map((orderId) => viewOrder(stage, orderId)));
  return twice.filter((_, index) => !views[index]?.review.some(({ reason }) => reason === OTHER_TERMS));
}

/** Orders that have not ended yet. Resolves what needs review in them, unless nobody is there to do it. */
async function stillOpen(stage: Stage, orderIds: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  const reviewed: string[] = [];
  await inTurns(orderIds, async (orderId) => {
    const view = await viewOrder(stage, orderId);
    if (!view || isAtEnd(view) || (stage.isHonest && isStuck(view))) return;
    open.push(orderId);
    if (needsPerson(view)) reviewed.push(orderId);
  });
  if (reviewed.length > 0 && !stage.isHonest) {
    const ledger = await ownPayments(stage);
    await inTurns(reviewed, (orderId) =>
      review(
        stage,
        orderId,
        ledger.filter((one) => one.orderId.startsWith(orderId)),
      ),
    );
  }
  return open;
}

const needsPerson = ({ review, operations }: OrderView): boolean =>
  review.length > 0 || operations.some(({ status }) => status === 'unknown');

const isAtEnd = ({ payments, operations, review }: OrderView): boolean =>
  review.length === 0 && payments.every(isFinal) && operations.every(isFinal);

/** It waits for a person; a duplicate may still go back by itself. */
const isStuck = (view: OrderView): boolean => {
  const review = view.review.filter(({ reason }) => reason !== OTHER_TERMS);
  return review.some(({ reason }) => reason !== 'duplicate') || isAtEnd({ ...view, review });
};

/** Runs the work for each item, some in parallel. */
export const inTurns = <T>(items: readonly T[], work: (item: T) => Promise<void>) =>
  loadEach(items, SIDE_BY_SIDE, work);

/** Whether no webhook of the gateway is in flight. */
async function isReported({ sandbox }: Stage): Promise<boolean> {
  return (await sandbox.webhooks()).every(({ state }) => state !== 'waiting');
}

/** Whether no message waits for a first or another delivery. */
async function isDelivered(stage: Stage): Promise<boolean> {
  for (const state of ['waiting', 'failed']) {
    const page = bodyOf<{ data: unknown[] }>(await merchantGet(stage, `/messages?state=${state}`));
    if (page?.data.length !== 0) return false;
  }
  return true;
}

interface ReviewPage {
  data: ReviewItem[];
  nextCursor: string | null;
}

/** Notes every order that the merchant API lists for review now, with its reasons. */
async function noteReview(stage: Stage): Promise<void> {
  for (let query: string | null = ''; query !== null; ) {
    const page: ReviewPage | null = bodyOf(await merchantGet(stage, `/review${query}`));
    for (const { orderId, reason, field } of page?.data ?? []) {
      const why = field === null ? reason : `${reason} ${field}`;
      stage.reviewed.set(orderId, new Set(stage.reviewed.get(orderId)).add(why));
    }
    query = page?.nextCursor ? `?cursor=${page.nextCursor}` : null;
  }
}

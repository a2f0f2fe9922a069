import { setTimeout } from 'node:timers/promises';
import type { SandboxPayment } from '../support/sandbox-control.ts';
import { loadEach } from '../support/load.ts';
import { auditOrder, type Finding } from './audit.ts';
import { playTab } from './customer.ts';
import type { Fleet } from './fleet.ts';
import { commentOf, playStep, stateOrder, viewOrder } from './merchant.ts';
import type { OrderPlan } from './plan.ts';
import type { Random } from './random.ts';
import type { ChaosReceiver } from './receiver.ts';
import { inTurns, settle } from './settle.ts';
import { count, type Stage } from './stage.ts';
import { payAsStrangers } from './stranger.ts';

/** Orders that are played in parallel. */
const AT_ONCE = 64;

/** The share of the orders that end while companions are killed. */
const KILLED_SHARE = 0.8;

/** Short times, so that abandoned payments end within the run. */
const SANDBOX = {
  processingSeconds: 2,
  lateWebhookSeconds: 4,
  challengeSeconds: 40,
  checkoutSeconds: 45,
};

/**
 * Plays some orders to their end, audits them, and then discards their data, so that the memory of a run does not grow
 * with its orders.
 * @param midway something that happens in the middle, and the orders that it adds
 */
export async function playWave(
  stage: Stage,
  fleet: Fleet,
  receiver: ChaosReceiver,
  plans: readonly OrderPlan[],
  random: Random,
  midway: (() => Promise<OrderPlan[]>) | null,
): Promise<Finding[]> {
  await stage.sandbox.reset();
  await stage.sandbox.set({ ...SANDBOX, ...stage.gateway });
  stage.strangers.clear();
  if (stage.isHonest) await payAsStrangers(stage, plans);
  receiver.forget();
  const endKilling = fleet.beginKilling(random);
  const middle = midway && plans[Math.floor(plans.length / 2)];
  const all = [...plans];
  let ended = 0;
  const play = async (plan: OrderPlan) => {
    if (midway && plan === middle) all.push(...(await midway()));
    await playOrder(stage, plan);
    ended += 1;
    // An order's messages wait half a minute for the lease of a dead companion to expire: the last orders are spared this.
    if (ended === Math.ceil(plans.length * KILLED_SHARE)) void endKilling();
  };
  try {
    const start = performance.now();
    await loadEach(plans, AT_ONCE, play);
    count(stage, 'seconds of playing', Math.round((performance.now() - start) / 1000));
  } finally {
    await endKilling();
  }
  receiver.calm();
  await settle(
    stage,
    all.map(({ id }) => id),
  );
  const findings = await audit(stage, receiver, all);
  stage.told.length = 0;
  return findings;
}

/** The delay after which the merchant changes an order that is being paid. */
const CHANGED_AFTER_MS = 200;

/** Plays one order up to the settling: faults, customers, the merchant, the portal. */
async function playOrder(stage: Stage, plan: OrderPlan): Promise<void> {
  for (const fault of plan.faults) {
    await stage.sandbox.order(fault);
    count(stage, 'faults ordered');
  }
  const token = await stateOrder(stage, plan, plan.amount);
  if (token === null) return;
  await Promise.all([...plan.tabs.map((tab) => playTab(stage, token, tab)), changeOrder(stage, plan)]);
  for (const step of plan.steps) await playStep(stage, plan, step);
}

async function changeOrder(stage: Stage, plan: OrderPlan): Promise<void> {
  const [tab] = plan.tabs;
  if (plan.changedAmount === null || !tab) return;
  await setTimeout(CHANGED_AFTER_MS);
  const token = await stateOrder(stage, plan, plan.changedAmount);
  count(stage, 'orders changed while being paid');
  if (token !== null) await playTab(stage, token, tab);
}

async function audit(stage: Stage, receiver: ChaosReceiver, plans: readonly OrderPlan[]): Promise<Finding[]> {
  const all = await stage.sandbox.payments();
  const findings: Finding[] = [];
  await inTurns(plans, async ({ id: orderId, steps }) => {
    const its = all.filter((one) => one.orderId.startsWith(orderId));
    const isStrangers = ({ transactionId }: SandboxPayment) => stage.strangers.has(transactionId);
    const [ledger, strangers] = [its.filter((one) => !isStrangers(one)), its.filter(isStrangers)];
    const view = await viewOrder(stage, orderId);
    const messages = receiver.messagesOf(orderId);
    const told = stage.told.filter((one) => one.orderId === orderId);
    const once = steps.flatMap((step) => ('copies' in step ? [commentOf(step)] : []));
    const reviewed = stage.isHonest ? [...(stage.reviewed.get(orderId) ?? [])] : null;
    const evidence = { orderId, ledger, strangers, view, messages, told, once, reviewed };
    findings.push(...auditOrder(evidence));
    tally(stage, ledger);
  });
  return findings;
}

function tally(stage: Stage, ledger: readonly SandboxPayment[]): void {
  const charged = ledger.filter(({ status }) => status === 'success');
  count(stage, 'gateway: payments', ledger.length);
  count(stage, 'gateway: successes', charged.length);
  count(stage, 'gateway: operations', ledger.flatMap(({ operations }) => operations).length);
  const taking = charged.filter(({ method }) => method !== 'lookup');
  if (taking.length > 1) count(stage, 'gateway: duplicates that went back', taking.length - 1);
}

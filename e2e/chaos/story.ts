import { setTimeout } from 'node:timers/promises';
import { playTab } from './customer.ts';
import { playStep, stateOrder } from './merchant.ts';
import type { OrderPlan } from './plan.ts';
import { count, type Stage } from './stage.ts';

/** The delay after which the merchant changes an order that is being paid. */
const CHANGED_AFTER_MS = 200;

/** Plays one order up to the settling: faults, customers, the merchant, the portal. */
export async function playOrder(stage: Stage, plan: OrderPlan): Promise<void> {
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

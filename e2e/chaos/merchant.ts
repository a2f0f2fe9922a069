import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../support/load.ts';
import { CUSTOMER, paidWebhook, signOrder } from '../support/payments.ts';
import type { OrderPlan, StepPlan } from './plan.ts';
import { askOnce, bodyOf, count, hear, type Stage, untilAnswered } from './stage.ts';
import { ownPayments } from './stranger.ts';
import type { OperationView, OrderView } from './views.ts';

/** Sub-merchants of the sandbox's project (`server/sandbox/README.md`). */
const SHOP = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01';
const PARTNER = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02';

/** Creates or updates the order with an amount. Returns its token; null if the merchant API refuses it or is down. */
export async function stateOrder(stage: Stage, plan: OrderPlan, amount: string): Promise<string | null> {
  const order = claimOf(plan, amount);
  if (plan.createdBy === 'token') return signOrder(order, stage.secrets.orderSecret);
  const answer = await merchantPost(stage, '/orders', order);
  return bodyOf<{ token: string }>(answer)?.token ?? null;
}

function claimOf({ id, currency, method, isSplit }: OrderPlan, amount: string): object {
  const split = [
    { subMerchantId: SHOP, amount: '20.00' },
    { subMerchantId: PARTNER, amount: `${Number(amount) - 20}.00` },
  ];
  const order = { id, amount, currency, method, description: 'A lamp', customer: CUSTOMER };
  return isSplit ? { ...order, split } : order;
}

/** Null if the order is unknown or the companion does not answer. */
export async function viewOrder(stage: Stage, orderId: string): Promise<OrderView | null> {
  return bodyOf<OrderView>(await merchantGet(stage, `/orders/${orderId}`));
}

export function merchantGet(stage: Stage, path: string): Promise<Answer | null> {
  return untilAnswered(stage, `/api${path}`, { method: 'GET', headers: authorization(stage) });
}

/** @param key the same for equal requests */
export function merchantPost(
  stage: Stage,
  path: string,
  body: object,
  key: string = randomUUID(),
): Promise<Answer | null> {
  const headers = {
    ...authorization(stage),
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  return untilAnswered(stage, `/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const authorization = ({ secrets }: Stage) => ({ authorization: `Bearer ${secrets.merchantApiKey}` });

/** Executes one step on an order, if its state allows it. */
export async function playStep(stage: Stage, plan: OrderPlan, step: StepPlan): Promise<void> {
  switch (step.by) {
    case 'merchant':
      return 'copies' in step ? moveMoney(stage, plan, step) : callAbout(stage, plan, step.call);
    case 'portal':
      return operateInPortal(stage, plan, step);
    case 'stranger':
      return forgeWebhook(stage, plan);
  }
}

type MoneyStep = Extract<StepPlan, { copies: number }>;

const PATIENCE_ROUNDS = 6;
const PATIENCE_MS = 300;

/** Sends equal requests at once, under one key, like a merchant whose first answer was lost. */
async function moveMoney(stage: Stage, plan: OrderPlan, { call, amount, copies }: MoneyStep): Promise<void> {
  if (!(await untilAllowed(stage, plan.id, call))) return;
  const key = randomUUID();
  const body = { ...bodyFor(plan, amount), comment: commentOf({ call, amount }) };
  const answers = await Promise.all(
    Array.from({ length: copies }, () => merchantPost(stage, `/orders/${plan.id}/${call}`, body, key)),
  );
  const views = answers.flatMap((answer) => bodyOf<OperationView>(answer) ?? []);
  for (const view of views) hear(stage, view);
  if (new Set(views.map(({ id }) => id)).size > 1)
    stage.faults.push(`${plan.id}: one key made two operations`);
  count(stage, 'operations asked for');
}

/** Names an operation in the gateway's books, whatever amount it moves: unique among the steps of an order. */
export const commentOf = ({ call, amount }: Pick<MoneyStep, 'call' | 'amount'>): string =>
  `${call} ${amount ?? 'of everything'}`;

function bodyFor({ isSplit }: OrderPlan, amount: string | null): object {
  if (amount === null) return {};
  return isSplit ? { split: [{ subMerchantId: SHOP, amount }] } : { amount };
}

async function untilAllowed(stage: Stage, orderId: string, call: MoneyStep['call']): Promise<boolean> {
  for (let round = 0; round < PATIENCE_ROUNDS; round += 1) {
    const view = await viewOrder(stage, orderId);
    if (view?.allowed[call]) return true;
    await setTimeout(PATIENCE_MS);
  }
  return false;
}

async function callAbout(
  stage: Stage,
  { id, method }: OrderPlan,
  call: 'cancel' | 'resend' | 'read',
): Promise<void> {
  if (call === 'cancel') await merchantPost(stage, `/orders/${id}/cancel`, {});
  else if (call === 'resend') await merchantPost(stage, `/orders/${id}/resend`, { operation: method });
  else {
    // Faults of the gateway are answered with 502 and 503 here: asked only once.
    const asked = { method: 'GET' as const, headers: authorization(stage) };
    await askOnce(stage, `/api/orders/${id}/receipt?format=html`, asked);
    await askOnce(stage, '/api/balances/accounts', asked);
  }
}

async function operateInPortal(
  stage: Stage,
  plan: OrderPlan,
  step: Extract<StepPlan, { by: 'portal' }>,
): Promise<void> {
  const payments = await ownPayments(stage, plan.id);
  const paid = payments.find(({ status }) => status === 'success');
  if (!paid) return;
  // The gateway refuses what the states do not allow as well.
  const done =
    step.method === 'again'
      ? stage.sandbox.resend(paid.orderId)
      : stage.sandbox.operate(paid.orderId, step.method, step.amount ?? undefined);
  await done.then(
    () => count(stage, 'portal operations'),
    () => {},
  );
}

/** A webhook for a paid order, signed without knowledge of the secret. */
async function forgeWebhook(stage: Stage, { id }: OrderPlan): Promise<void> {
  const body = paidWebhook(id, { ...stage.secrets, apiSecret: 'a guess' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await untilAnswered(stage, '/webhook', { method: 'POST', headers, body });
  if (answer && answer.status !== 401)
    stage.faults.push(`${id}: a forged webhook was answered ${answer.status}`);
  count(stage, 'forged webhooks');
}

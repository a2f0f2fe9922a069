import { randomUUID } from 'node:crypto';
import { gatewaySettings } from '../support/built-companion.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../support/payments.ts';
import type { SandboxPayment } from '../support/sandbox-control.ts';
import { cvvOf, digits, payOnPage } from './customer.ts';
import type { OrderPlan, StrangerPlan } from './plan.ts';
import { count, type Stage } from './stage.ts';

/** Another shop of the same project, which has used order ids that ours will use. */

const HOUR_S = 3_600;
const MOMENT_S = 5;
const IP = '203.0.113.7';

/** Makes the strangers' payments of these orders, by the gateway's clock an hour ago, or a moment ago. */
export async function payAsStrangers(stage: Stage, plans: readonly OrderPlan[]): Promise<void> {
  const { clockOffsetSeconds } = stage.gateway;
  await stage.sandbox.set({ clockOffsetSeconds: clockOffsetSeconds - HOUR_S - MOMENT_S });
  for (const plan of plans) if (plan.stranger?.isOld) await payAsStranger(stage, plan, plan.stranger);
  await stage.sandbox.advanceClock(HOUR_S);
  for (const plan of plans)
    if (plan.stranger && !plan.stranger.isOld) await payAsStranger(stage, plan, plan.stranger);
  await stage.sandbox.advanceClock(MOMENT_S);
  for (const { transactionId } of await stage.sandbox.payments()) stage.strangers.add(transactionId);
  count(stage, 'order ids taken by strangers', plans.filter(({ stranger }) => stranger).length);
}

/** @throws Error if the gateway does not accept it, or it does not succeed */
async function payAsStranger(stage: Stage, order: OrderPlan, plan: StrangerPlan): Promise<void> {
  const { secrets, sandboxUrl, sandbox } = stage;
  const { GATEWAY_API_KEY: key } = gatewaySettings(secrets);
  const answer = await fetch(`${sandboxUrl}/api/v1/payment`, {
    method: 'POST',
    headers: {
      'X-API-AUTH': `CPAY ${key}:${secrets.apiSecret}`,
      'X-API-KEY': key,
      'content-type': 'application/json',
    },
    body: JSON.stringify(requestOf(secrets.posId, order, plan)),
    redirect: 'manual',
  });
  await answer.body?.cancel();
  const page = answer.headers.get('location');
  if (page !== null) await payOnPage(page, [plan.card]);
  const [payment] = await sandbox.payments(order.id);
  if (payment?.status !== 'success') throw new Error(`${order.id}: no stranger has paid: ${answer.status}`);
}

function requestOf(posId: string, { id, currency }: OrderPlan, plan: StrangerPlan) {
  const { mode, method, amount, card, hasPayForm } = plan;
  const common = {
    ...(hasPayForm && { result_url: `https://another-shop.example/pay/return/${randomUUID()}` }),
    pos_id: posId,
    mode,
    method,
    amount: Number(amount),
    currency,
    order_id: id,
    description: 'A chair',
    order_3ds_bypass: 'supported',
    customer_email: CUSTOMER.email,
    customer_phone: CUSTOMER.phone,
  };
  if (mode === 'hosted') return common;
  return {
    ...common,
    cc_number: digits(card),
    exp_month: CARD.expMonth,
    exp_year: CARD.expYear % 100,
    card_cvv: cvvOf(card),
    customer_fname: CUSTOMER.firstName,
    customer_lname: CUSTOMER.lastName,
    customer_ip: IP,
    browser_fingerprint: { ...FINGERPRINT, browserAcceptHeader: 'application/json', browserIpAddress: IP },
  };
}

/** The gateway's books without the strangers' payments. */
export async function ownPayments({ sandbox, strangers }: Stage, orderId = ''): Promise<SandboxPayment[]> {
  return (await sandbox.payments(orderId)).filter(({ transactionId }) => !strangers.has(transactionId));
}

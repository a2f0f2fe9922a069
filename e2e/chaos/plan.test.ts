import { expect, it } from 'vitest';
import { planGateway, planOrder } from './plan.ts';

const plans = Array.from({ length: 500 }, (_, number) => planOrder(7, number));

it('the same seed and number make the same plan, others another one', () => {
  expect(planOrder(7, 3)).toEqual(planOrder(7, 3));
  expect(planOrder(7, 3)).not.toEqual(planOrder(7, 4));
  expect(planOrder(7, 3)).not.toEqual(planOrder(8, 3));
});

it('no order id begins with another one, and the attempts after the first have room in it', () => {
  const ids = [planOrder(4_294_967_295, 99_999).id, ...plans.map(({ id }) => id)];
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(24);
  expect(new Set(plans.map(({ id }) => id.length)).size).toBe(1);
});

it('five hundred orders hold every method, way of paying, step and decision', () => {
  const steps = plans.flatMap((one) => one.steps);
  const tabs = plans.flatMap((one) => one.tabs);
  const seen = [
    ...plans.map(({ method }) => method),
    ...tabs.flatMap(({ mode, decision }) => [mode, decision]),
    ...steps.map((step) =>
      'call' in step ? step.call : `${step.by} ${'method' in step ? step.method : ''}`,
    ),
  ];
  const wanted = ['purchase', 'auth', 'lookup', 'direct', 'hosted', 'approve', 'reject', 'leave', 'capture'];
  const others = ['void', 'refund', 'cancel', 'resend', 'read', 'portal refund', 'portal again', 'stranger '];
  expect(seen).toEqual(expect.arrayContaining([...wanted, ...others]));
  expect(plans.filter(({ isSplit }) => isSplit)).not.toEqual([]);
  expect(plans.filter(({ changedAmount }) => changedAmount !== null)).not.toEqual([]);
});

it('no partial operation of the merchant is planned twice over the same amount in one order', () => {
  for (const { steps } of plans) {
    const amounts = steps.flatMap((step) => ('copies' in step && step.amount !== null ? [step.amount] : []));
    expect(new Set(amounts).size).toBe(amounts.length);
  }
});

it('the gateway takes liberties with time and money, each in many runs, and all in that of the full check', () => {
  const gateways = Array.from({ length: 50 }, (_, seed) => planGateway(seed));
  expect(planGateway(51)).toEqual(planGateway(51));
  for (const name of ['clockOffsetSeconds', 'readLagSeconds', 'payerFeePercent'] as const) {
    const taken = gateways.filter((one) => one[name] !== 0);
    expect(taken.length).toBeGreaterThan(20);
    expect(planGateway(1)[name]).not.toBe(0);
  }
  const ahead = gateways.filter((one) => one.clockOffsetSeconds > 60);
  const behind = gateways.filter((one) => one.clockOffsetSeconds < -60);
  expect(Math.min(ahead.length, behind.length)).toBeGreaterThan(5);
});

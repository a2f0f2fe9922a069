import { describe, expect, it } from 'vitest';
import { planHonestGateway, planHonestOrder } from './honest.ts';
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

describe('the honest plan', () => {
  const honest = Array.from({ length: 500 }, (_, number) => planHonestOrder(7, number));

  it('is the same for the same seed and number', () => {
    expect(planHonestOrder(7, 3)).toEqual(planHonestOrder(7, 3));
    expect(planHonestOrder(7, 3)).not.toEqual(planHonestOrder(8, 3));
  });

  it('has no fault that says what is not true', () => {
    const kinds = new Set(honest.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    const lies = ['less-done', 'more-done', 'without-operation-id', 'too-large', 'redirect-elsewhere'];
    expect([...kinds].filter((kind) => /^wrong-|forged/.test(kind) || lies.includes(kind))).toEqual([]);
    const honestOnes = ['lost', 'never', 'reset-after', 'repeated', 'path-unknown', 'code-beside-args'];
    expect([...kinds]).toEqual(expect.arrayContaining([...honestOnes, 'newest-first', 'times-epoch']));
  });

  it('takes times away from webhooks only', () => {
    const faults = honest.flatMap((one) => one.faults.filter(({ kind }) => kind === 'without-times'));
    expect(new Set(faults.map(({ on }) => on))).toEqual(new Set(['webhook']));
  });

  it('has strangers in about one order in ten, of every kind', () => {
    const strangers = honest.flatMap(({ stranger }) => stranger ?? []);
    expect(strangers.length).toBeGreaterThan(30);
    expect(strangers.length).toBeLessThan(70);
    const values = (name: keyof (typeof strangers)[number]) =>
      new Set(strangers.map((one) => one[name])).size;
    for (const name of ['mode', 'method', 'card', 'hasPayForm', 'isOld'] as const)
      expect(values(name)).toBe(2);
    const [mine, other] = [true, false].map(
      (isSame) => honest.filter((one) => (one.stranger?.amount === one.amount) === isSame).length,
    );
    expect(Math.min(mine ?? 0, other ?? 0)).toBeGreaterThan(10);
  });

  it('has customers whose first card is declined on the page', () => {
    const tabs = honest.flatMap((one) => one.tabs).filter(({ mode }) => mode === 'hosted');
    const declined = tabs.filter(({ declinedFirst }) => declinedFirst !== null);
    expect(declined.length / tabs.length).toBeGreaterThan(0.4);
  });

  it('has no operation of the portal that could be one of ours', () => {
    for (const { steps } of honest) {
      const ours = steps.flatMap((step) => ('copies' in step ? [`${step.call} ${step.amount}`] : []));
      const portal = steps.flatMap((step) =>
        step.by === 'portal' && 'amount' in step ? [`${step.method} ${step.amount}`] : [],
      );
      expect(portal.filter((one) => ours.includes(one))).toEqual([]);
    }
    expect(honest.filter((one) => one.steps.some(({ by }) => by === 'portal')).length).toBeGreaterThan(50);
  });

  it('moves no money where nobody could tell which is meant', () => {
    const isFull = (step: object) => JSON.stringify(step).includes('"amount":null') && !isCapture(step);
    const isCapture = (step: object) => Object.values(step).includes('capture');
    for (const { changedAmount, tabs, steps } of honest) {
      if (changedAmount !== null) expect(steps.filter((step) => 'amount' in step)).toEqual([]);
      if (tabs.length > 1 || tabs.some(({ mode }) => mode === 'hosted'))
        expect(steps.filter((step) => step.by === 'portal' || isFull(step))).toEqual([]);
    }
  });

  it('has a gateway of its own for each seed, and all of their kinds in a few runs', () => {
    const gateways = Array.from({ length: 24 }, (_, seed) => planHonestGateway(seed));
    const names = ['clockOffsetSeconds', 'timeForm', 'errorCodes', 'takenStatus', 'declinedOnPage'] as const;
    for (const [index, one] of gateways.slice(1).entries())
      for (const name of names) expect(one[name]).not.toBe(gateways[index]?.[name]);
    const kinds = names.map((name) => new Set(gateways.map((one) => one[name])).size);
    expect(kinds).toEqual([10, 6, 3, 2, 3]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayPayment } from '../gateway-port.ts';
import { UnsendableError } from '../gateway-port.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { openSession } from './session.ts';
import { notSent, refused } from '../testing/gateway.ts';
import { answers, update, withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, hear, input, key, operations, pay, refusal, signed } from '../testing/test-deps.ts';
import { pollDue } from '../workers/poll.ts';

withTestDeps();

const ACS = 'https://acs.example/';
const challenges = () => answers({ status: 'pending', actionUrl: ACS, actionRequired: true });
/** Limits as they are by default. */
const limits = () => {
  const hour = { windowMs: 3_600_000 };
  const rules = { card: { most: 5, ...hour }, order: { most: 6, ...hour }, address: { most: 10, ...hour } };
  deps.limits = { rules: { ...rules, network: { most: 50, ...hour } }, refused: () => {} };
};
const payInstead = (replaces: string, over: Record<string, unknown> = {}) =>
  payDirect(deps, signed(over), key(), input({ replaces }), CLIENT);
const gatewayOrderIds = () => deps.gateway.of('createDirect');
const webhook = (index: number, over: Partial<GatewayPayment> = {}) =>
  hear(deps, { gatewayOrderId: gatewayOrderIds()[index] ?? '', ...over });

describe('a payment that replaces one that waits for its customer', () => {
  let first: string;
  beforeEach(async () => {
    challenges();
    first = (await pay(deps)).id;
    answers({});
  });

  it('begins although that one is open, and pays the order', async () => {
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
    expect(await payInstead(first)).toMatchObject({ status: 'success' });
    expect(await refusal(pay(deps))).toEqual(['order-paid']);
  });

  it('is the one that stays if the replaced one is confirmed later: that one is refunded by itself', async () => {
    await payInstead(first);
    await webhook(0);
    await pollDue(deps);
    expect(await operations(deps)).toMatchObject([{ paymentId: first, method: 'refund', status: 'success' }]);
  });

  it('is refunded itself if the replaced one succeeds first', async () => {
    challenges();
    const second = await payInstead(first);
    await webhook(0);
    await webhook(1);
    await pollDue(deps);
    expect(await operations(deps)).toMatchObject([{ paymentId: second.id, status: 'success' }]);
    expect((await openSession(deps, signed())).payment).toMatchObject({ id: first, status: 'success' });
  });

  it('is no hindrance where that one has failed meanwhile, and none where it has paid', async () => {
    await webhook(0, { status: 'failure', statusCode: '4147' });
    expect(await payInstead(first)).toMatchObject({ status: 'success' });
    expect(await refusal(payInstead(first))).toEqual(['order-paid']);
  });

  it('may be over other terms: the replaced one is refunded once it succeeds', async () => {
    const dear = { amount: '20.00' };
    expect(await payInstead(first, dear)).toMatchObject({ status: 'success', amount: '20.00' });
    await webhook(0);
    await pollDue(deps);
    expect(await operations(deps)).toMatchObject([{ paymentId: first, amount: '10.10', status: 'success' }]);
    expect((await openSession(deps, signed(dear))).payment).toMatchObject({ amount: '20.00' });
  });

  it('counts against the limits beside the replaced one', async () => {
    const wide = { most: 9, windowMs: 3_600_000 };
    const rules = { card: { ...wide, most: 3 }, order: wide, address: wide, network: wide };
    deps.limits = { rules, refused: () => undefined };
    challenges();
    let latest = (await pay(deps, { id: 'order-2' })).id;
    for (let count = 0; count < 2; count += 1) latest = (await payInstead(latest, { id: 'order-2' })).id;
    expect(await refusal(payInstead(latest, { id: 'order-2' }))).toEqual(['limit-reached']);
  });

  it('must be of this order, and wait', async () => {
    expect(await refusal(payInstead(crypto.randomUUID()))).toEqual(['invalid-input', 'replaces: unknown']);
    expect(await refusal(payInstead(first, { id: 'order-2' }))).toEqual([
      'invalid-input',
      'replaces: unknown',
    ]);
    await webhook(0, { status: 'pending', actionRequired: false, statusCode: '2119' });
    expect(await refusal(payInstead(first))).toEqual(['payment-open']);
    expect(gatewayOrderIds()).toHaveLength(1);
  });
});

it.each([
  ['never left', async () => notSent],
  ['were refused with 429', async () => refused(429)],
  ['were refused over our credentials', async () => refused(401)],
  ['were refused', async () => refused(400)],
  ['broke the rules of the gateway', () => Promise.reject(new UnsendableError('The request', []))],
])('attempts that %s leave the order payable, however many they are', async (_what, createDirect) => {
  deps.gateway.script = { createDirect };
  for (let count = 0; count < 12; count += 1) {
    expect(await pay(deps)).toMatchObject({ status: 'failure', canRetry: true });
    deps.clock.pass(10);
  }
  expect((await openSession(deps, signed())).attemptsLeft).toBe(10);
  deps.gateway.script = {};
  expect(await pay(deps)).toMatchObject({ status: 'success' });
  expect(new Set(gatewayOrderIds()).size).toBe(13);
});

describe('attempts that fail', () => {
  /** The refusal of the next attempt: its code, and after how many seconds it says to come back. */
  const refused429 = async (attempt: () => Promise<unknown>) => {
    const error = await attempt().then(
      () => null,
      (thrown: { code: string; retryAfterS?: number }) => thrown,
    );
    return error && [error.code, error.retryAfterS];
  };
  const open = () => payHosted(deps, signed(), {});
  const leave = async () => {
    await open();
    const gatewayOrderId = deps.gateway.of('createHosted').at(-1) ?? '';
    await hear(deps, { gatewayOrderId, mode: 'hosted', status: 'failure', statusCode: '4148' });
  };

  it('are sixty in an hour at most, until the merchant updates the order, and the time to wait is true', async () => {
    await leave();
    deps.clock.pass(600);
    for (let count = 1; count < 60; count += 1) await leave();
    expect(await refused429(open)).toEqual(['gateway-busy', 3_000]);
    deps.clock.pass(3_000);
    await leave();
    expect(await refused429(open)).toEqual(['gateway-busy', 600]);
    await update();
    expect(await open()).toMatchObject({ payment: { status: 'init' } });
  });

  it('and did not reach the gateway use nothing up: a hundred in an outage, direct or hosted', async () => {
    limits();
    deps.gateway.script = { createDirect: async () => refused(429), createHosted: async () => notSent };
    for (let count = 0; count < 50; count += 1) {
      await pay(deps);
      deps.clock.pass(1_000);
      await refusal(open());
      deps.clock.pass(1_000);
    }
    deps.gateway.script = {};
    expect(await pay(deps)).toMatchObject({ status: 'success' });
  });

  it.each([
    ['were answered 429', refused(429)],
    ['were not sent', notSent],
  ])('and %s are slowed down, without an entry', async (_what, outcome) => {
    deps.gateway.script = { createDirect: async () => outcome, createHosted: async () => outcome };
    const waits: (number | null)[] = [];
    for (let seconds = 0; seconds < 8; seconds += 1) {
      const wait = await refused429(() => pay(deps));
      waits.push(wait ? Number(wait[1]) : 0);
      deps.clock.pass(1);
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    await refusal(open());
    const { length } = (await deps.order()).entries;
    expect(await refused429(open)).toEqual(['gateway-busy', 3]);
    expect((await deps.order()).entries).toHaveLength(length);
  });

  it('and were not sent for hours are some hundred, and leave the order payable', async () => {
    deps.gateway.script = { createHosted: async () => notSent };
    for (let minutes = 0; minutes < 180; minutes += 1) {
      await refused429(open);
      deps.clock.pass(60);
    }
    expect((await deps.order()).entries.length).toBeLessThan(180);
    deps.gateway.script = {};
    deps.clock.pass(1_200);
    expect(await pay(deps)).toMatchObject({ status: 'success' });
  });

  it('and were not sent are forgotten once one was', async () => {
    deps.gateway.script = { createDirect: async () => notSent };
    for (let count = 0; count < 6; count += 1) {
      await pay(deps);
      deps.clock.pass(2);
    }
    answers({ status: 'failure' });
    await pay(deps);
    expect(await refused429(() => pay(deps))).toBeNull();
  });

  it('of hosted pages that the gateway refused come under the limit of an order', async () => {
    limits();
    deps.gateway.script.createHosted = async () => refused(400);
    for (let count = 0; count < 6; count += 1) expect(await refusal(open())).toEqual(['gateway-refused']);
    expect(await refused429(open)).toEqual(['limit-reached', 3_600]);
    deps.gateway.script = {};
    await update();
    expect(await open()).toMatchObject({ payment: { status: 'init' } });
  });
});

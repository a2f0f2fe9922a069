import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { openSession } from './session.ts';
import type { GatewayPayment } from './gateway-port.ts';
import { listReview } from './queries/lists.ts';
import { handleStatusRead } from './reports.ts';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from './test-gateway.ts';
import { hear, pay, refusal } from './test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from './test-world.ts';
import { pollDue } from './workers/poll.ts';

/**
 * A report that contradicts the request, or an earlier report, is never trusted: it is resolved manually (architecture
 * rule 3).
 */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const lie = (over: Partial<GatewayPayment>) => {
  world.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request, over));
};
/** An attempt of unknown outcome. */
const begin = () => {
  world.gateway.script.createDirect = async () => unknown;
  return pay(world);
};
const shown = async () => (await openSession(world, signed())).payment;
const review = async () => {
  world.clock.pass(1);
  return (await listReview(world, {})).data.map(({ reason }) => reason);
};

describe('a report that contradicts the request', () => {
  it.each<[string, Partial<GatewayPayment>]>([
    ['amount-mismatch', { amountMinor: 1009 }],
    ['amount-mismatch', { amountMinor: null }],
    ['currency-mismatch', { currency: 'EUR' }],
    ['pos-id-mismatch', { posId: '00000000-0000-4000-8000-000000000000' }],
    ['method-mismatch', { method: 'auth' }],
    ['mode-mismatch', { mode: 'hosted' }],
  ])('is disputed (%s, %j), needs review, and blocks the order', async (reason, over) => {
    await begin();
    expect(await hear(world, over)).toBe('disputed');
    expect(await shown()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await review()).toEqual([reason]);
  });

  it('is ended by a success that agrees with it', async () => {
    await begin();
    await hear(world, { amountMinor: 1 });
    expect(await hear(world)).toBe('applied');
    expect(await shown()).toMatchObject({ status: 'success' });
    expect(await review()).toEqual([]);
  });

  it('is ended by such a success after an answer that lied', async () => {
    lie({ amountMinor: 1 });
    await pay(world);
    await hear(world);
    expect(await shown()).toMatchObject({ status: 'success' });
  });

  it('is not ended by a failure', async () => {
    await begin();
    await hear(world, { amountMinor: 1 });
    await hear(world, { status: 'failure', statusCode: '4153' });
    expect(await shown()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await review()).toEqual(['amount-mismatch']);
  });

  it.each([{ amountMinor: 1 }, { gatewayOrderId: 'order-2' }])(
    'as an answer (%o) is not ended by "no such payment"',
    async (over) => {
      lie(over);
      await pay(world);
      world.clock.pass(3_600);
      await pollDue(world);
      expect(world.gateway.of('readOperation')).toHaveLength(1);
      expect(await shown()).toMatchObject({ status: 'unknown' });
      expect(await refusal(pay(world))).toEqual(['payment-open']);
    },
  );

  it('as another payment under the same order id is disputed', async () => {
    await begin();
    await hear(world, { status: 'pending', gatewayPaymentId: 'one' });
    expect(await hear(world, { gatewayPaymentId: 'other' })).toBe('disputed');
    expect(await review()).toEqual(['payment-id-mismatch']);
  });
});

describe('two different ends', () => {
  it.each([
    ['failure', 'success', 'unknown', 'payment-open'],
    ['success', 'failure', 'success', 'payment-open'],
  ] as const)('%s and then %s are disputed, and block the order', async (first, second, status, code) => {
    await begin();
    await hear(world, { status: first });
    expect(await hear(world, { status: second })).toBe('disputed');
    expect(await shown()).toMatchObject({ status, canRetry: false });
    expect(await refusal(pay(world))).toEqual([code]);
    expect(await review()).toEqual(['contradicting-ends']);
  });

  it('stay disputed, for any later report', async () => {
    await begin();
    for (const status of ['failure', 'success', 'success', 'failure', 'pending'] as const) {
      await hear(world, { status });
    }
    expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await review()).toEqual(['contradicting-ends']);
  });

  it('of the first of two attempts block the order once the second one has failed', async () => {
    lie({ status: 'failure', statusCode: '4153' });
    await pay(world);
    await begin();
    const second = world.gateway.of('createDirect')[1] ?? '';
    await hear(world);
    await hear(world, { gatewayOrderId: second, status: 'failure', statusCode: '4153' });
    expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });
});

describe('what the payer has paid', () => {
  const processed = (amountMinor: number, currency = 'UAH') => ({ processed: { amountMinor, currency } });

  it('below the ordered amount, where the payer could change it, is no success', async () => {
    lie(processed(100));
    expect(await pay(world)).toMatchObject({ status: 'unknown' });
    expect(await review()).toEqual(['amount-mismatch']);
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });

  it.each([
    ['the ordered amount', processed(1010)],
    ['more than that', processed(1020)],
    ['less in another currency, which cannot be compared', processed(24, 'EUR')],
  ])('is taken as %s', async (_what, over) => {
    lie(over);
    expect(await pay(world)).toMatchObject({ status: 'success' });
    expect(await review()).toEqual([]);
  });

  it('says nothing of one that failed', async () => {
    lie({ status: 'failure', statusCode: '4153', ...processed(0) });
    expect(await pay(world)).toMatchObject({ status: 'failure', canRetry: true });
    expect(await review()).toEqual([]);
  });
});

describe('a report that says little', () => {
  it('is trusted of a failure without its amount, not of a success', async () => {
    await begin();
    await hear(world, { status: 'failure', statusCode: '4153', amountMinor: null, currency: null });
    expect(await shown()).toMatchObject({ status: 'failure', canRetry: true });
    await begin();
    const second = world.gateway.of('createDirect')[1] ?? '';
    await hear(world, { gatewayOrderId: second, amountMinor: null });
    expect(await shown()).toMatchObject({ status: 'unknown' });
    expect(await review()).toEqual(['amount-mismatch']);
  });

  it('of a challenge does not take the way to it, and a status query may tell of it again', async () => {
    const challenge = { status: 'pending', statusCode: '2122', actionUrl: 'https://acs.example/1' } as const;
    lie({ ...challenge, actionRequired: true });
    await pay(world);
    const read = async (over: Partial<GatewayPayment>) => {
      const { actionUrl: _, ...again } = challenge;
      await handleStatusRead(world, await world.order(), gatewayPayment({ ...again, ...over }));
      return (await shown())?.action;
    };
    expect(await read({ actionRequired: null })).toEqual({ url: challenge.actionUrl });
    expect(await read({ actionRequired: false })).toBeNull();
    expect(await read({ ...challenge, actionRequired: true })).toEqual({ url: challenge.actionUrl });
  });
});

it('a payment that failed is disputed by a refund of it, and blocks the order', async () => {
  lie({ status: 'failure', statusCode: '4148' });
  await pay(world);
  const refund = { method: 'refund', operationId: 'portal', amountMinor: 100 };
  expect(await hear(world, refund)).toBe('disputed');
  expect(world.lines.at(-1)).toMatchObject({
    event: 'payment.disputed',
    fields: { reason: 'operation-on-failure' },
  });
  expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
  expect(await refusal(pay(world))).toEqual(['payment-open']);
  expect(await review()).toEqual(['operation-on-failure']);
});

it('an operation that is reported with two amounts is disputed itself, on a disputed payment too', async () => {
  await begin();
  await hear(world);
  await hear(world, { status: 'failure' });
  const refund = { method: 'refund', operationId: 'portal' };
  await hear(world, { ...refund, amountMinor: 100 });
  expect(await hear(world, { ...refund, amountMinor: 200 })).toBe('disputed');
  expect(world.lines.at(-1)).toMatchObject({
    event: 'operation.disputed',
    fields: { reason: 'amount-mismatch' },
  });
});

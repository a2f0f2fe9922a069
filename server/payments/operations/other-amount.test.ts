import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { listReview } from '../queries/lists.ts';
import { viewOrder } from '../queries/order.ts';
import { handleStatusRead } from '../reports.ts';
import { payAgain, payTwice } from '../test-world.ts';
import { answered, gatewayPayment, gatewayPaymentOf, refused } from '../test-gateway.ts';
import { hear, key, pay, SPLIT } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from '../workers/poll.ts';
import { captureOrder } from '../operate.ts';
import { refundOrder } from '../operate.ts';
import { resolvePayment } from '../resolve.ts';

/** The gateway has reported another amount than the ordered 10.10. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const PAID_LESS = { processed: { amountMinor: 500, currency: 'UAH' } };
const accept = (id: string) =>
  resolvePayment(world, id, { status: 'success', comment: 'Seen in the portal' });
const refund = () => refundOrder(world, 'order-1', key(), {});
const sent = () => world.gateway.calls.at(-1);

/** The order id is taken at the gateway, by a payment over 500.00, which is manually resolved as a success. */
async function acceptTaken(found: Partial<GatewayPayment> = {}): Promise<void> {
  world.gateway.script.createDirect = async () => refused(400, 'P-409');
  const { id } = await pay(world, { method: found.method ?? 'purchase' });
  world.gateway.script.readOperation = async () =>
    answered(gatewayPayment({ amountMinor: 50_000, ...found }));
  world.clock.pass(2);
  await pollDue(world);
  await accept(id);
}

describe('a full refund states its amount', () => {
  it.each(['success', 'pending'] as const)(
    'where a person has accepted a payment over more that was found under a taken order id: %s',
    async (status) => {
      await acceptTaken({ status });
      expect(await refund()).toMatchObject({ amount: '10.10' });
      expect(sent()).toMatchObject({ method: 'refund', request: { amountMinor: 1010 } });
    },
  );

  it('if an underpayment was accepted manually', async () => {
    world.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request, PAID_LESS));
    await accept((await pay(world)).id);
    expect(await refund()).toMatchObject({ amount: '5.00' });
    expect(sent()?.request).toMatchObject({ amountMinor: 500 });
  });

  it.each([1060, 1_010_000])(
    'where the larger amount was reported only after the success: %i',
    async (amountMinor) => {
      await pay(world);
      expect(await hear(world, { amountMinor })).toBe('applied');
      expect(await hear(world)).toBe('unchanged');
      await refund();
      expect(sent()?.request).toMatchObject({ amountMinor: 1010 });
    },
  );

  it('if the success over more contradicts a failure, and is confirmed manually', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'failure' }));
    const { id } = await pay(world);
    expect(await hear(world, { amountMinor: 1060 })).toBe('disputed');
    await accept(id);
    await refund();
    expect(sent()?.request).toMatchObject({ amountMinor: 1010 });
  });

  it('where a commission was authorized and captured', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { amountMinor: 1060 }));
    await pay(world, { method: 'auth' });
    await captureOrder(world, 'order-1', key(), {});
    await refund();
    expect(sent()).toMatchObject({ method: 'refund', request: { amountMinor: 1010 } });
  });
});

describe('a larger amount that is reported only after the success', () => {
  it('is written down once where only a status query tells it', async () => {
    await pay(world);
    const read = async () =>
      (await handleStatusRead(world, await world.order(), gatewayPayment({ amountMinor: 1060 }))).result;
    expect([await read(), await read()]).toEqual(['applied', 'unchanged']);
    expect(await world.payment()).toMatchObject({ chargedMinor: 1060 });
  });

  it('is logged where it is far too much', async () => {
    await pay(world);
    await hear(world, { amountMinor: 1_010_000 });
    expect(world.lines.map(({ event }) => event)).toContain('payment.overcharged');
  });
});

describe('a full capture states its amount', () => {
  it('if an authorization over more under a taken order id was accepted manually', async () => {
    await acceptTaken({ method: 'auth' });
    await captureOrder(world, 'order-1', key(), {});
    expect(sent()).toMatchObject({ method: 'capture', request: { amountMinor: 1010 } });
  });

  it.each([1060, 1_010_000])('where more was authorized than was ordered: %i', async (amountMinor) => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { amountMinor }));
    await pay(world, { method: 'auth' });
    await captureOrder(world, 'order-1', key(), {});
    expect(sent()).toMatchObject({ method: 'capture', request: { amountMinor: 1010 } });
  });
});

describe('the reversal of a duplicate', () => {
  const settle = async () => {
    world.clock.pass(5);
    await pollDue(world);
  };

  it('states its amount where more was reported after its success', async () => {
    await payTwice(world);
    await hear(world, { amountMinor: 500_000 });
    await settle();
    expect(sent()).toMatchObject({ method: 'refund', request: { amountMinor: 1010 } });
  });

  /** The duplicate of 5.00 was accepted manually, and the gateway has confirmed it. */
  const payLess = async (over: Record<string, unknown> = {}) => {
    await payAgain(world, over);
    await hear(world, PAID_LESS);
    await accept((await world.payment()).id);
    expect(await hear(world)).toBe('applied');
    await settle();
  };

  it('is over what was paid where that is less', async () => {
    await payLess();
    expect(sent()).toMatchObject({ method: 'refund', request: { amountMinor: 500 } });
  });

  it('needs review if less was paid than the sum of its shares', async () => {
    await payLess({ split: SPLIT });
    expect([...world.gateway.of('refund'), ...world.gateway.of('splitRefund')]).toEqual([]);
    expect((await listReview(world, {})).data).toMatchObject([{ reason: 'reversed-in-part' }]);
    expect((await viewOrder(world, 'order-1')).operations).toEqual([]);
  });
});

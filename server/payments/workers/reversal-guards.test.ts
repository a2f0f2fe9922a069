import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { captureOrder } from '../operate.ts';
import { resolvePayment } from '../resolve.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { payAgain, payTwice, reversals } from '../test-world.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

/** Which payments are reversed if two payments of an order have succeeded, and which are not. */

const DAY_S = 86_400;
const comment = 'Seen in the portal';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const work = async (seconds = 1) => {
  world.clock.pass(seconds);
  await pollDue(world);
};
const resolve = (id: string, status: 'success' | 'failure') => {
  world.clock.pass(100);
  return resolvePayment(world, id, { status, comment });
};
const review = async () => (await viewOrder(world, 'order-1')).review.map(({ reason }) => reason);
const second = async () => (await world.order()).state.attempts[1]?.gatewayOrderId ?? '';
/** The refunds and voids that were requested. */
const returned = () => [...world.gateway.of('refund'), ...world.gateway.of('voidAuth')];

describe('a payment that the merchant has captured', () => {
  const auth = { method: 'auth' } as const;

  /** The first one is contradicted, the second one is authorized and captured. */
  async function captureSecond() {
    await payAgain(world, auth, async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' })),
    );
    await hear(world, auth);
    expect(await hear(world, { ...auth, status: 'failure' })).toBe('disputed');
    await hear(world, { ...auth, gatewayOrderId: await second() });
    const capture = await captureOrder(world, 'order-1', key(), {});
    expect(capture).toMatchObject({ status: 'success', amount: '10.10' });
    expect(world.gateway.of('capture')).toEqual([await second()]);
    await resolve((await world.payment()).id, 'success');
  }

  it('is not reversed after the other one was resolved as paid', async () => {
    await captureSecond();
    for (let day = 0; day < 3; day += 1) await work(DAY_S);
    expect(returned()).not.toContain(await second());
  });

  it('is not reversed after the gateway has confirmed the manual resolution', async () => {
    await captureSecond();
    await hear(world, auth);
    for (let day = 0; day < 3; day += 1) await work(DAY_S);
    expect(returned()).not.toContain(await second());
    expect(world.gateway.of('voidAuth')).toEqual(['order-1']);
  });
});

describe('a duplicate beside a payment that was refunded in the portal', () => {
  it('is not reversed: it needs review', async () => {
    world.gateway.script.refund = async () => refused(429);
    await payTwice(world);
    await work();
    expect(world.gateway.of('refund')).toEqual(['order-1']);
    const refund = { method: 'refund', operationId: 'portal-1', amountMinor: 1010 };
    await hear(world, { ...refund, gatewayOrderId: await second() });
    delete world.gateway.script.refund;
    await work(DAY_S);
    await work(DAY_S);
    expect(world.gateway.of('refund')).toEqual(['order-1']);
    expect(await review()).toEqual(['other-payment-returned']);
  });

  it('is reversed where only a part was refunded there', async () => {
    world.gateway.script.refund = async () => refused(429);
    await payTwice(world);
    await work();
    const refund = { method: 'refund', operationId: 'portal-1', amountMinor: 1009 };
    await hear(world, { ...refund, gatewayOrderId: await second() });
    delete world.gateway.script.refund;
    await work(DAY_S);
    expect(world.gateway.of('refund')).toEqual(['order-1', 'order-1']);
  });
});

describe('a success that was resolved as a failure', () => {
  /**
   * The first one is resolved as a failure, the second one pays; then the gateway may report the first one as a
   * success.
   */
  async function decide(reported: Partial<GatewayPayment> | null) {
    world.gateway.script.createDirect = async () => unknown;
    const { id } = await pay(world);
    world.clock.pass(DAY_S);
    await resolve(id, 'failure');
    delete world.gateway.script.createDirect;
    await pay(world);
    if (reported) expect(await hear(world, reported)).toBe('disputed');
    return id;
  }

  it('is the gateway’s when that is taken back: the duplicate is reversed', async () => {
    const id = await decide({ status: 'success' });
    expect(await review()).toEqual(['contradicting-ends']);
    await work();
    expect(world.gateway.of('refund')).toEqual([]);
    await resolve(id, 'success');
    await work();
    expect(world.gateway.of('refund')).toEqual(['order-1']);
    expect(await review()).toEqual([]);
  });
});

describe('a success that was only resolved manually', () => {
  it('is not reversed beside another one', async () => {
    world.gateway.script.createDirect = async () => unknown;
    const { id } = await pay(world);
    world.clock.pass(61);
    await work();
    delete world.gateway.script.createDirect;
    await pay(world);
    expect(await hear(world, { amountMinor: 5 })).toBe('disputed');
    await resolve(id, 'success');
    await work(DAY_S);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await review()).toEqual(['unconfirmed-duplicate']);
  });
});

describe('a reversal that the gateway declines', () => {
  const declined = async ({ gatewayOrderId }: { gatewayOrderId: string }) => {
    const operationId = crypto.randomUUID();
    return answered(
      gatewayPayment({
        gatewayOrderId,
        method: 'refund',
        operationId,
        status: 'failure',
        statusCode: '4150',
      }),
    );
  };

  async function decline(times: number) {
    world.gateway.script.refund = declined;
    await payTwice(world);
    for (let count = 0; count < times; count += 1) await work(DAY_S + 1);
    expect((await reversals(world)).map(({ status }) => status)).toEqual(Array(times).fill('failure'));
  }

  it('needs review after the fifth time, and not before', async () => {
    await decline(4);
    expect(await review()).toEqual([]);
    await work(DAY_S + 1);
    expect(await review()).toEqual(['reversal-declined']);
  });

  it('is still retried, and needs no review once it was accepted', async () => {
    await decline(6);
    delete world.gateway.script.refund;
    await work(DAY_S + 1);
    expect((await operations(world)).at(-1)).toMatchObject({ status: 'success', amount: '10.10' });
    expect(await review()).toEqual([]);
  });
});

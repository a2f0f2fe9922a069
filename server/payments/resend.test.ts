import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { mintOrder } from './mint-order.ts';
import { refundOrder } from './refund.ts';
import { resendNews } from './resend.ts';
import { key, pay, refusal } from './test-operations.ts';
import {
  answered,
  createWorld,
  notSent,
  refused,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
let asked: unknown[];
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  asked = [];
});
afterEach(() => world.store.close());

const tells = (over: Parameters<typeof told>[0]) => {
  world.gateway.script.readOperation = async (...parameters) => {
    asked = parameters;
    return answered(told(over));
  };
};

describe('news that is asked for again', () => {
  it('settles a payment whose webhook was lost', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    tells({ statusCode: '1000' });
    expect(await resendNews(world, 'order-1', { operation: 'purchase' })).toMatchObject({
      verdict: 'applied',
      payment: { status: 'success', statusCode: '1000' },
      operation: null,
    });
    expect(asked).toEqual(['order-1', 'purchase', undefined]);
    expect(await resendNews(world, 'order-1', { operation: 'purchase' })).toMatchObject({ verdict: 'stale' });
  });

  it('settles an operation', async () => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    const { id } = await refundOrder(world, 'order-1', key(), {});
    tells({ method: 'refund', operationId: 'o-1' });
    expect(await resendNews(world, 'order-1', { operation: 'refund' })).toMatchObject({
      verdict: 'applied',
      payment: { status: 'success' },
      operation: { id, status: 'success' },
    });
  });

  it('keeps what is of no payment here', async () => {
    await pay(world);
    tells({ method: 'credit' });
    const transactionId = crypto.randomUUID();
    expect(await resendNews(world, 'order-1', { operation: 'purchase', transactionId })).toMatchObject({
      verdict: 'kept',
    });
    expect(asked).toEqual(['order-1', 'purchase', transactionId]);
  });

  it('is asked for the order id of the try that counts', async () => {
    world.gateway.script.createDirect = async () => refused(400);
    await pay(world);
    world.gateway.script = {};
    const second = await pay(world);
    expect(await refusal(resendNews(world, 'order-1', { operation: 'purchase' }))).toEqual(['not-found']);
    expect(world.gateway.of('readOperation')).toEqual([second.gatewayOrderId]);
  });
});

describe('nothing is asked', () => {
  it('of an order that nobody has tried to pay', async () => {
    const least = { id: 'order-7', amount: '10.10', currency: 'UAH', description: 'Two books' };
    await mintOrder(world, newOrderSchema.parse(least));
    expect(await refusal(resendNews(world, 'order-7', { operation: 'purchase' }))).toEqual([
      'operation-not-allowed',
      'orderId: no-payment',
    ]);
    expect(world.gateway.calls).toEqual([]);
  });

  it('that the gateway knows nothing of says so', async () => {
    await pay(world);
    await expect(resendNews(world, 'order-1', { operation: 'refund' })).rejects.toThrow(
      'The payment service knows of no refund of this order.',
    );
  });

  it('of an order that nobody knows', async () => {
    expect(await refusal(resendNews(world, 'order-1', { operation: 'purchase' }))).toEqual([
      'order-not-found',
    ]);
  });

  it('of a transaction with anything but a purchase', async () => {
    await pay(world);
    const input = { operation: 'refund' as const, transactionId: 't-1' };
    expect(await refusal(resendNews(world, 'order-1', input))).toEqual([
      'invalid-input',
      'transactionId: only-with-purchase',
    ]);
    expect(world.gateway.of('readOperation')).toEqual([]);
  });
});

it.each([
  ['404', async () => refused(404), 'not-found'],
  ['401', async () => refused(401), 'gateway-refused'],
  ['429', async () => refused(429), 'gateway-busy'],
  ['not sent', async () => notSent, 'gateway-unreachable'],
  ['unknown', async () => unknown, 'gateway-unreachable'],
  ['another order', async () => answered(told({ gatewayOrderId: 'order-9' })), 'gateway-refused'],
] as const)('%s is a problem that says so', async (_what, call, code) => {
  await pay(world);
  world.gateway.script.readOperation = call;
  expect(await refusal(resendNews(world, 'order-1', { operation: 'purchase' }))).toEqual([code]);
});

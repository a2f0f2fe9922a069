import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema } from '../../contract/merchant-requests.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { createOrder } from '../create-order.ts';
import { answered, notSent, refused, gatewayPayment, unknown } from '../test-gateway.ts';
import { key, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { refundOrder } from '../operate.ts';
import { resendWebhook } from '../resend.ts';

let world: World;
let asked: unknown[];
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  asked = [];
});
afterEach(() => world.store.close());

const tells = (over: Parameters<typeof gatewayPayment>[0]) => {
  world.gateway.script.readOperation = async (...parameters) => {
    asked = parameters;
    return answered(gatewayPayment(over));
  };
};
const resend = (operation: 'purchase' | 'refund' = 'purchase', transactionId?: string) =>
  resendWebhook(world, 'order-1', { operation, ...(transactionId !== undefined && { transactionId }) });

describe('a webhook that is sent again', () => {
  it('ends a payment whose first one was lost', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    tells({ statusCode: '1000' });
    expect(await resend()).toMatchObject({
      result: 'applied',
      payment: { status: 'success', statusCode: '1000' },
      operation: null,
    });
    expect(asked).toEqual(['order-1', 'purchase', undefined]);
    expect(await resend()).toMatchObject({ result: 'unchanged' });
  });

  it('ends an operation', async () => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    const { id } = await refundOrder(world, 'order-1', key(), {});
    tells({ method: 'refund', operationId: 'o-1' });
    expect(await resend('refund')).toMatchObject({
      result: 'applied',
      payment: { status: 'success' },
      operation: { id, status: 'success' },
    });
  });

  it('changes nothing where it is of no payment here', async () => {
    await pay(world);
    tells({ method: 'credit' });
    const transactionId = crypto.randomUUID();
    expect(await resend('purchase', transactionId)).toMatchObject({ result: 'ignored', operation: null });
    expect(asked).toEqual(['order-1', 'purchase', transactionId]);
  });

  it('is that of the attempt that tells the state of the order', async () => {
    world.gateway.script.createDirect = async () => refused(400);
    await pay(world);
    world.gateway.script = {};
    await pay(world);
    expect(await refusal(resend())).toEqual(['not-found']);
    const { state } = await world.order();
    expect(world.gateway.of('readOperation')).toEqual([state.attempts[1]?.gatewayOrderId]);
  });
});

describe('nothing is asked', () => {
  it('of an order without an attempt', async () => {
    const least = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
    await createOrder(world, newOrderSchema.parse(least));
    expect(await refusal(resend())).toEqual(['operation-not-allowed', 'orderId: no-payment']);
    expect(world.gateway.calls).toEqual([]);
  });

  it('of an order that is not known', async () => {
    expect(await refusal(resend())).toEqual(['order-not-found']);
  });

  it('of a transaction with anything but a purchase', async () => {
    await pay(world);
    expect(await refusal(resend('refund', 't-1'))).toEqual([
      'invalid-input',
      'transactionId: only-with-purchase',
    ]);
    expect(world.gateway.of('readOperation')).toEqual([]);
  });
});

it('an operation that the gateway does not know is named', async () => {
  await pay(world);
  await expect(resend('refund')).rejects.toThrow('The payment service knows of no refund of this order.');
});

it.each([
  ['404', async () => refused(404), 'not-found'],
  ['401', async () => refused(401), 'gateway-refused'],
  ['429', async () => refused(429), 'gateway-busy'],
  ['not sent', async () => notSent, 'gateway-unreachable'],
  ['no answer', async () => unknown, 'gateway-unreachable'],
  ['another order', async () => answered(gatewayPayment({ gatewayOrderId: 'order-9' })), 'gateway-refused'],
] as const)('%s is a problem that says so', async (_what, call, code) => {
  await pay(world);
  world.gateway.script.readOperation = call;
  expect(await refusal(resend())).toEqual([code]);
});

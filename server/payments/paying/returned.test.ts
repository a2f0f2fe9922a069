import { describe, expect, it } from 'vitest';
import { captureOrder, refundOrder } from '../operations/operate.ts';
import { answered, gatewayPayment, refused, unknown } from '../testing/gateway.ts';
import { update, withWorld, world } from '../testing/running-world.ts';
import { key, pay, refusal } from '../testing/world.ts';
import { returnedPayment } from './returned.ts';

withWorld();

describe('a customer who comes back', () => {
  it('is shown what the gateway answers, not what the visit says', async () => {
    world.gateway.script.createDirect = async () => unknown;
    const { id } = await pay(world, { returnUrl: 'https://shop.example/thanks' });
    world.gateway.script.readOperation = async () => answered(gatewayPayment());
    expect(await returnedPayment(world, id)).toMatchObject({
      payment: { id, status: 'success' },
      money: { state: 'paid', amountMinor: 1010 },
      returnUrl: 'https://shop.example/thanks',
    });
  });

  it('costs no query where the payment is final', async () => {
    const { id } = await pay(world);
    await returnedPayment(world, id);
    expect(world.gateway.of('readOperation')).toEqual([]);
  });

  it('is shown what became of the money', async () => {
    const { id } = await pay(world, { method: 'auth' });
    const money = async () => (await returnedPayment(world, id)).money;
    expect(await money()).toEqual({ state: 'authorized', amountMinor: 1010 });
    world.gateway.script.capture = async () =>
      answered(gatewayPayment({ method: 'capture', operationId: 'o-1', amountMinor: 600 }));
    await captureOrder(world, 'order-1', key(), { amount: '6.00' });
    expect(await money()).toEqual({ state: 'paid', amountMinor: 600 });
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-2', amountMinor: 600 }));
    await refundOrder(world, 'order-1', key(), {});
    expect(await money()).toEqual({ state: 'refunded', amountMinor: 600 });
  });

  it('is led to the payment page again where the order may be paid again', async () => {
    const { url } = await update();
    world.gateway.script.createDirect = async () => refused(400);
    const { id } = await pay(world);
    expect(await returnedPayment(world, id)).toMatchObject({ money: undefined, again: url });
    world.gateway.script = {};
    await pay(world);
    expect((await returnedPayment(world, id)).again).toBeUndefined();
  });

  it('is led to the payment page for another card while the bank waits for the customer', async () => {
    const { url } = await update();
    const challenge = {
      status: 'pending',
      actionUrl: 'https://bank.example/acs',
      actionRequired: true,
    } as const;
    world.gateway.script.createDirect = async () => answered(gatewayPayment(challenge));
    const { id } = await pay(world);
    expect(await returnedPayment(world, id)).toMatchObject({ payment: { status: 'pending' }, again: url });
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ status: 'pending', actionRequired: false }));
    world.clock.pass(3);
    expect((await returnedPayment(world, id)).again).toBeUndefined();
  });

  it('with an unknown payment is refused', async () => {
    expect(await refusal(returnedPayment(world, crypto.randomUUID()))).toEqual(['payment-not-found']);
  });
});

import { describe, expect, it } from 'vitest';
import { captureOrder, refundOrder } from '../operations/operate.ts';
import { answered, gatewayPayment, refused, unknown } from '../testing/gateway.ts';
import { update, withTestDeps, deps } from '../testing/running-deps.ts';
import { key, pay, refusal } from '../testing/test-deps.ts';
import { returnedPayment } from './returned.ts';

withTestDeps();

describe('a customer who comes back', () => {
  it('is shown what the gateway answers, not what the visit says', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    const { id } = await pay(deps, { returnUrl: 'https://shop.example/thanks' });
    deps.gateway.script.readOperation = async () => answered(gatewayPayment());
    expect(await returnedPayment(deps, id)).toMatchObject({
      payment: { id, status: 'success' },
      money: { state: 'paid', amountMinor: 1010 },
      returnUrl: 'https://shop.example/thanks',
    });
  });

  it('costs no query where the payment is final', async () => {
    const { id } = await pay(deps);
    await returnedPayment(deps, id);
    expect(deps.gateway.of('readOperation')).toEqual([]);
  });

  it('is shown what became of the money', async () => {
    const { id } = await pay(deps, { method: 'auth' });
    const money = async () => (await returnedPayment(deps, id)).money;
    expect(await money()).toEqual({ state: 'authorized', amountMinor: 1010 });
    deps.gateway.script.capture = async () =>
      answered(gatewayPayment({ method: 'capture', operationId: 'o-1', amountMinor: 600 }));
    await captureOrder(deps, 'order-1', key(), { amount: '6.00' });
    expect(await money()).toEqual({ state: 'paid', amountMinor: 600 });
    deps.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-2', amountMinor: 600 }));
    await refundOrder(deps, 'order-1', key(), {});
    expect(await money()).toEqual({ state: 'refunded', amountMinor: 600 });
  });

  it('is led to the payment page again where the order may be paid again', async () => {
    const { url } = await update();
    deps.gateway.script.createDirect = async () => refused(400);
    const { id } = await pay(deps);
    expect(await returnedPayment(deps, id)).toMatchObject({ money: undefined, again: url });
    deps.gateway.script = {};
    await pay(deps);
    expect((await returnedPayment(deps, id)).again).toBeUndefined();
  });

  it('is led to the payment page for another card while the bank waits for the customer', async () => {
    const { url } = await update();
    const challenge = {
      status: 'pending',
      actionUrl: 'https://bank.example/acs',
      actionRequired: true,
    } as const;
    deps.gateway.script.createDirect = async () => answered(gatewayPayment(challenge));
    const { id } = await pay(deps);
    expect(await returnedPayment(deps, id)).toMatchObject({ payment: { status: 'pending' }, again: url });
    deps.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ status: 'pending', actionRequired: false }));
    deps.clock.pass(3);
    expect((await returnedPayment(deps, id)).again).toBeUndefined();
  });

  it('with an unknown payment is refused', async () => {
    expect(await refusal(returnedPayment(deps, crypto.randomUUID()))).toEqual(['payment-not-found']);
  });
});

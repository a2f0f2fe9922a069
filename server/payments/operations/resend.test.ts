import { describe, expect, it } from 'vitest';
import type { GatewayPayment } from '../gateway-port.ts';
import { refundOrder } from './operate.ts';
import { resendWebhook } from './resend.ts';
import { answered, gatewayPayment, refused, unknown } from '../testing/gateway.ts';
import { update, withTestDeps, deps } from '../testing/running-deps.ts';
import { key, pay, refusal } from '../testing/test-deps.ts';

let asked: unknown[];
withTestDeps();

const tells = (over: Partial<GatewayPayment>) => {
  deps.gateway.script.readOperation = async (...parameters) => {
    asked = parameters;
    return answered(gatewayPayment(over));
  };
};
const resend = (operation: 'purchase' | 'refund' = 'purchase', transactionId?: string) =>
  resendWebhook(deps, 'order-1', { operation, ...(transactionId !== undefined && { transactionId }) });

describe('the answer to a request to resend', () => {
  it('ends a payment whose webhook was lost', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    tells({ statusCode: '1000' });
    const payment = { status: 'success', statusCode: '1000' };
    expect(await resend()).toMatchObject({ result: 'applied', payment, operation: null });
    expect(asked).toEqual(['order-1', 'purchase', undefined]);
    expect(await resend()).toMatchObject({ result: 'unchanged', payment });
    expect(await resend()).toMatchObject({ result: 'copy', payment });
  });

  it('ends an operation', async () => {
    await pay(deps);
    const refund = { method: 'refund', operationId: 'o-1' };
    deps.gateway.script.refund = async () => answered(gatewayPayment({ ...refund, status: 'pending' }));
    const { id } = await refundOrder(deps, 'order-1', key(), {});
    tells(refund);
    const operation = { id, status: 'success' };
    expect(await resend('refund')).toMatchObject({ result: 'applied', operation });
  });

  it('about a further transaction of a subscription changes nothing', async () => {
    await pay(deps);
    const transactionId = crypto.randomUUID();
    tells({ transactionId, amountMinor: 5_000, recurring: { id: 'r-1', status: 'active' } });
    expect(await resend('purchase', transactionId)).toMatchObject({ result: 'unchanged', operation: null });
    expect(asked).toEqual(['order-1', 'purchase', transactionId]);
  });

  it('is asked for the payment that stands for the order', async () => {
    deps.gateway.script.createDirect = async () => refused(400);
    await pay(deps);
    deps.gateway.script = {};
    await pay(deps);
    await expect(resend('refund')).rejects.toThrow('The payment service knows of no refund of this order.');
    expect(deps.gateway.of('readOperation')).toEqual([deps.gateway.of('createDirect')[1]]);
  });

  it.each([
    ['no answer', unknown, 'gateway-unreachable'],
    ['about another order', answered(gatewayPayment({ gatewayOrderId: 'x' })), 'gateway-refused'],
  ] as const)('(%s) is a problem that says so', async (_what, outcome, code) => {
    await pay(deps);
    deps.gateway.script.readOperation = async () => outcome;
    expect(await refusal(resend())).toEqual([code]);
  });
});

it('nothing is asked for an order that is not known, or has no payment, or with an invalid request', async () => {
  expect(await refusal(resend())).toEqual(['order-not-found']);
  await update();
  expect(await refusal(resend())).toEqual(['operation-not-allowed', 'orderId: no-payment']);
  const asTransaction = resend('refund', 't-1');
  expect(await refusal(asTransaction)).toEqual(['invalid-input', 'transactionId: only-with-purchase']);
  expect(deps.gateway.calls).toEqual([]);
});

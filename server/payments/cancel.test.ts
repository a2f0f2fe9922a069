import { describe, expect, it } from 'vitest';
import { CARD } from '../contract/test-fixtures.ts';
import { answered, notSent, refused, gatewayPayment, unknown } from './test-gateway.ts';
import { hear, pay, refusal, signed } from './test-world.ts';
import { cancelOrder } from './cancel.ts';
import { payHosted } from './pay-hosted.ts';
import { update, withWorld, world } from './test-running-world.ts';

withWorld();

const open = (over: Record<string, unknown> = {}) => payHosted(world, signed(over), {});
const cancel = () => cancelOrder(world, 'order-1');
const notAllowed = (code: string) => ['operation-not-allowed', `orderId: ${code}`];

describe('an unpaid hosted payment', () => {
  it.each(['purchase', 'auth'])('of a %s is cancelled, and the order is free', async (method) => {
    world.gateway.script.cancelHosted = async () =>
      answered([gatewayPayment({ mode: 'hosted', method, status: 'failure', statusCode: '6007' })]);
    await open({ method });
    const cancelled = { status: 'failure', statusCode: '6007', canRetry: true, action: null };
    expect(await cancel()).toMatchObject(cancelled);
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(await refusal(cancel())).toEqual(notAllowed('not-init'));
  });

  it('that was paid meanwhile is shown as paid', async () => {
    await open();
    world.gateway.script.cancelHosted = async () => refused(400, 'P-400');
    world.gateway.script.readOperation = async () => answered(gatewayPayment({ mode: 'hosted' }));
    expect(await cancel()).toMatchObject({ status: 'success' });
  });

  it.each([
    ['refused', async () => refused(400), 'gateway-refused'],
    ['not sent', async () => notSent, 'gateway-unreachable'],
    ['of unclear outcome', async () => unknown, 'gateway-unreachable'],
    ['answered by nothing', async () => answered([]), 'gateway-unreachable'],
  ] as const)('whose cancelling is %s stays open', async (_how, call, code) => {
    await open();
    world.gateway.script.cancelHosted = call;
    expect(await refusal(cancel())).toEqual([code]);
    expect(await world.payment()).toMatchObject({ status: 'init' });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });

  it('is not cancelled by an answer about another order', async () => {
    await open();
    world.gateway.script.cancelHosted = async () =>
      answered([
        gatewayPayment({ mode: 'hosted', gatewayOrderId: 'order-2', status: 'failure', statusCode: '6007' }),
      ]);
    expect(await refusal(cancel())).toEqual(['gateway-unreachable']);
    expect(world.lines.map(({ event }) => event)).toContain('gateway.mismatched');
  });
});

describe('nothing is cancelled', () => {
  it('of an order that is unknown or has no attempt', async () => {
    expect(await refusal(cancel())).toEqual(['order-not-found']);
    await update();
    expect(await refusal(cancel())).toEqual(notAllowed('not-init'));
  });

  it('of a direct payment', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    expect(await refusal(cancel())).toEqual(notAllowed('not-hosted'));
  });

  it('of a lookup', async () => {
    await payHosted(world, signed({ method: 'lookup' }), {}, { card: CARD });
    expect(await refusal(cancel())).toEqual(notAllowed('not-cancellable'));
  });

  it.each(['pending', 'success', 'failure'] as const)('of a hosted one that is %s', async (status) => {
    await open();
    await hear(world, { mode: 'hosted', status });
    expect(await refusal(cancel())).toEqual(notAllowed('not-init'));
  });

  it('of one in review', async () => {
    await open();
    await hear(world, { mode: 'hosted', status: 'init', amountMinor: 1 });
    expect(await refusal(cancel())).toEqual(notAllowed('not-init'));
    expect(world.gateway.of('cancelHosted')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { cancelOrder } from './cancel.ts';
import { refundOrder } from '../operations/operate.ts';
import { payHosted } from './pay-hosted.ts';
import { viewOrder } from '../queries/order.ts';
import { orderReceipt } from '../queries/receipts.ts';
import { resendWebhook } from '../operations/resend.ts';
import { POS_ID, unknown } from '../testing/gateway.ts';
import { withWorld, work, world } from '../testing/running-world.ts';
import { key, operations, pay, refusal, signed } from '../testing/world.ts';
import { reconcileSince } from '../workers/reconcile-since.ts';

withWorld();

/** Changes the project in the settings and forgets all calls. */
const changeProject = (posId: string = crypto.randomUUID()) => {
  world.config.posId = posId;
  world.gateway.calls.length = 0;
};
const other = (path = 'orderId') => ['operation-not-allowed', `${path}: other-project`];

describe('a payment of another project', () => {
  it('is asked about again once its project is back', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    changeProject();
    await work(61);
    changeProject(POS_ID.toUpperCase());
    await work(3_600);
    expect((await world.payment()).status).toBe('failure');
  });

  it('has no money moved', async () => {
    const { id } = await pay(world);
    changeProject();
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(other());
    const named = { paymentId: id };
    expect(await refusal(refundOrder(world, 'order-1', key(), named))).toEqual(other('paymentId'));
    const { allowed } = await viewOrder(world, 'order-1');
    expect(allowed).toEqual({ capture: null, void: false, refund: null, cancel: false });
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.calls).toEqual([]);
  });

  it('is not mistaken for one of this project by a resend, a receipt or after a restore', async () => {
    await pay(world);
    changeProject();
    expect(await refusal(resendWebhook(world, 'order-1', { operation: 'purchase' }))).toEqual(other());
    expect(await refusal(orderReceipt(world, 'order-1', { format: 'pdf' }))).toEqual(other());
    const answers: boolean[] = [];
    await reconcileSince(world, 0, async ({ isAnswered }) => void answers.push(isAnswered));
    expect(answers).toEqual([false]);
    expect(world.gateway.calls).toEqual([]);
  });

  it('on a hosted page is not cancelled, also where the order changes', async () => {
    await payHosted(world, signed(), {});
    changeProject();
    expect((await viewOrder(world, 'order-1')).allowed.cancel).toBe(false);
    expect(await refusal(cancelOrder(world, 'order-1'))).toEqual(other());
    expect(await refusal(payHosted(world, signed({ amount: '20.20' }), {}))).toEqual(['payment-open']);
    expect(world.gateway.calls).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { cancelOrder } from './cancel.ts';
import { refundOrder } from '../operations/operate.ts';
import { payHosted } from './pay-hosted.ts';
import { viewOrder } from '../queries/order.ts';
import { orderReceipt } from '../queries/receipts.ts';
import { resendWebhook } from '../operations/resend.ts';
import { POS_ID, unknown } from '../testing/gateway.ts';
import { withTestDeps, work, deps } from '../testing/running-deps.ts';
import { key, operations, pay, refusal, signed } from '../testing/test-deps.ts';
import { reconcileSince } from '../workers/reconcile-since.ts';

withTestDeps();

/** Changes the project in the settings and forgets all calls. */
const changeProject = (posId: string = crypto.randomUUID()) => {
  deps.config.posId = posId;
  deps.gateway.calls.length = 0;
};
const other = (path = 'orderId') => ['operation-not-allowed', `${path}: other-project`];

describe('a payment of another project', () => {
  it('is asked about again once its project is back', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    changeProject();
    await work(61);
    changeProject(POS_ID.toUpperCase());
    await work(3_600);
    expect((await deps.payment()).status).toBe('failure');
  });

  it('has no money moved', async () => {
    const { id } = await pay(deps);
    changeProject();
    expect(await refusal(refundOrder(deps, 'order-1', key(), {}))).toEqual(other());
    const named = { paymentId: id };
    expect(await refusal(refundOrder(deps, 'order-1', key(), named))).toEqual(other('paymentId'));
    const { allowed } = await viewOrder(deps, 'order-1');
    expect(allowed).toEqual({ capture: null, void: false, refund: null, cancel: false, close: false });
    expect(await operations(deps)).toEqual([]);
    expect(deps.gateway.calls).toEqual([]);
  });

  it('is not mistaken for one of this project by a resend, a receipt or after a restore', async () => {
    await pay(deps);
    changeProject();
    expect(await refusal(resendWebhook(deps, 'order-1', { operation: 'purchase' }))).toEqual(other());
    expect(await refusal(orderReceipt(deps, 'order-1', { format: 'pdf' }))).toEqual(other());
    const answers: boolean[] = [];
    await reconcileSince(deps, 0, async ({ isAnswered }) => void answers.push(isAnswered));
    expect(answers).toEqual([false]);
    expect(deps.gateway.calls).toEqual([]);
  });

  it('on a hosted page is not cancelled, also where the order changes', async () => {
    await payHosted(deps, signed(), {});
    changeProject();
    expect((await viewOrder(deps, 'order-1')).allowed.cancel).toBe(false);
    expect(await refusal(cancelOrder(deps, 'order-1'))).toEqual(other());
    expect(await refusal(payHosted(deps, signed({ amount: '20.20' }), {}))).toEqual(['payment-open']);
    expect(deps.gateway.calls).toEqual([]);
  });
});

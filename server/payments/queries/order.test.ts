import { describe, expect, it } from 'vitest';
import { newOrderSchema } from '../../contract/merchant-requests.ts';
import { createOrder } from '../paying/create-order.ts';
import { captureOrder, refundOrder } from '../operations/operate.ts';
import { payHosted } from '../paying/pay-hosted.ts';
import { refused, unknown } from '../testing/gateway.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { hear, key, pay, refusal, signed, SPLIT } from '../testing/test-deps.ts';
import { viewOrder } from './order.ts';

withTestDeps();

const LEAST = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
const create = () => createOrder(deps, newOrderSchema.parse(LEAST));
const view = () => viewOrder(deps, 'order-1');
const NOTHING = { capture: null, void: false, refund: null, cancel: false };

describe('an order', () => {
  it('is shown as it was updated last, with every payment', async () => {
    deps.gateway.script.createSplitDirect = async () => refused(400);
    await pay(deps, { split: SPLIT });
    deps.clock.pass(1);
    deps.gateway.script = {};
    await pay(deps, { split: SPLIT });
    const seen = await view();
    expect(seen.order).toEqual({
      id: 'order-1',
      amount: '10.10',
      currency: 'UAH',
      description: 'Two books',
      customerId: null,
      method: 'purchase',
      split: SPLIT,
      url: null,
      createdAt: '2026-06-15T12:00:00.000Z',
      closedAt: null,
    });
    expect(seen.payments.map((one) => one.status)).toEqual(['failure', 'success']);
  });

  it('tells no secret: no token, no key, nothing that a report said beside', async () => {
    const { url } = await create();
    await pay(deps);
    await hear(deps, { method: 'credit', statusDescription: 'kept in the body' });
    const seen = await view();
    expect(seen.order.url).toBe(url);
    expect(seen.events.at(-1)).toMatchObject({ result: 'unchanged', method: 'credit', comment: null });
    const text = JSON.stringify(seen);
    for (const secret of ['token of', 'kept in the body', 'idempotency', 'requestHash', 'hash']) {
      expect(text).not.toContain(secret);
    }
  });

  it('that was created and not paid yet is there, and one that was never created is not', async () => {
    await create();
    expect(await view()).toMatchObject({ payments: [], operations: [], review: [], allowed: NOTHING });
    expect(await refusal(viewOrder(deps, 'order-9'))).toEqual(['order-not-found']);
  });
});

it('what can be done goes by the payment, and is nothing while an operation is open', async () => {
  const allowed = async () => (await view()).allowed;
  await payHosted(deps, signed(), {});
  expect(await allowed()).toMatchObject({ ...NOTHING, cancel: true });
  await pay(deps, { method: 'auth' });
  expect(await allowed()).toMatchObject({ ...NOTHING, capture: '10.10', void: true });
  deps.config.overCapturePercent = 10;
  expect(await allowed()).toMatchObject({ capture: '11.11' });
  await captureOrder(deps, 'order-1', key(), { amount: '6.00' });
  expect(await allowed()).toMatchObject({ ...NOTHING, refund: '6.00' });
  deps.gateway.script.refund = async () => unknown;
  await refundOrder(deps, 'order-1', key(), { amount: '1.00' });
  expect(await allowed()).toMatchObject(NOTHING);
});

it('with a card check nothing can be done', async () => {
  await pay(deps, { method: 'lookup' });
  expect((await view()).allowed).toMatchObject(NOTHING);
});

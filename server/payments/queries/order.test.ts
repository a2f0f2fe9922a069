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
const allowed = async () => (await view()).allowed;
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
    });
    expect(seen.payments.map((one) => one.status)).toEqual(['failure', 'success']);
  });

  it('has a timeline of what was requested and what was reported', async () => {
    await pay(deps);
    deps.clock.pass(1);
    await refundOrder(deps, 'order-1', key(), { amount: '1.00', comment: 'Broken' });
    deps.clock.pass(1);
    await hear(deps, { method: 'refund', operationId: 'portal', amountMinor: 200 });
    const { events, operations } = await view();
    expect(operations.map((one) => one.status)).toEqual(['success', 'success']);
    expect(
      events.map(({ at, type, source, result, method, status }) => [
        at.slice(17, 19),
        type,
        source,
        result,
        method,
        status,
      ]),
    ).toEqual([
      ['00', 'order.created', null, null, 'purchase', null],
      ['00', 'payment.created', null, null, 'purchase', null],
      ['00', 'report', 'answer', 'applied', 'purchase', 'success'],
      ['01', 'operation.created', null, null, 'refund', null],
      ['01', 'report', 'answer', 'applied', 'refund', 'success'],
      ['02', 'report', 'webhook', 'applied', 'refund', 'success'],
    ]);
    expect(events[3]).toMatchObject({ operationId: operations[0]?.id, comment: 'Broken' });
    expect(events[4]).toMatchObject({ operationId: operations[0]?.id });
    expect(events[5]).toMatchObject({ operationId: operations[1]?.id, comment: null });
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

describe('what can be done', () => {
  it('with an authorization: capture or void, and refund once it is captured', async () => {
    await pay(deps, { method: 'auth' });
    expect(await allowed()).toEqual({ ...NOTHING, capture: '10.10', void: true });
    deps.config.overCapturePercent = 10;
    expect(await allowed()).toMatchObject({ capture: '11.11' });
    await captureOrder(deps, 'order-1', key(), { amount: '6.00' });
    expect(await allowed()).toEqual({ ...NOTHING, refund: '6.00' });
    await refundOrder(deps, 'order-1', key(), { amount: '5.00' });
    expect(await allowed()).toEqual({ ...NOTHING, refund: '1.00' });
  });

  it('while an operation is open: nothing', async () => {
    await pay(deps);
    expect(await allowed()).toEqual({ ...NOTHING, refund: '10.10' });
    deps.gateway.script.refund = async () => unknown;
    await refundOrder(deps, 'order-1', key(), { amount: '1.00' });
    expect(await allowed()).toEqual(NOTHING);
  });

  it('with an open page: cancel', async () => {
    await payHosted(deps, signed(), {});
    expect(await allowed()).toEqual({ ...NOTHING, cancel: true });
  });

  it('with what is not paid, or a card check: nothing', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    expect(await allowed()).toEqual(NOTHING);
    deps.gateway.script = {};
    await pay(deps, { id: 'order-2', method: 'lookup' });
    expect((await viewOrder(deps, 'order-2')).allowed).toEqual(NOTHING);
  });
});

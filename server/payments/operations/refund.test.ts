import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefundInput } from '../../contract/merchant-requests.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { viewOrder } from '../queries/order.ts';
import { payTwice } from '../test-world.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { ANNA, BORYS, hear, key, operations, pay, refusal, SPLIT } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { captureOrder } from '../operate.ts';
import { refundOrder } from '../operate.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const authorize = () => pay(world, { method: 'auth' });
const refund = (input: RefundInput = {}) => refundOrder(world, 'order-1', key(), input);
const sent = () => world.gateway.calls.at(-1);
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });
const TOO_MUCH = ['invalid-input', 'amount: exceeds-refundable'];

describe('a refund of a purchase', () => {
  beforeEach(() => pay(world));

  it.each<[RefundInput]>([[{}], [{ amount: '10.10' }]])('in full, %j, states no amount', async (input) => {
    expect(await refund(input)).toMatchObject({ method: 'refund', amount: '10.10', status: 'success' });
    expect(sent()?.method).toBe('refund');
    expect(sent()?.request).not.toHaveProperty('amountMinor');
  });

  it('in parts: two, a third that is too large, and then all that is left', async () => {
    expect(await refund({ amount: '4.00' })).toMatchObject({ amount: '4.00', status: 'success' });
    expect(await refund({ amount: '5.00', receiptDelivery: 'email' })).toMatchObject({ amount: '5.00' });
    expect(sent()?.request).toMatchObject({ amountMinor: 500, receiptDelivery: 'email' });
    expect(await refusal(refund({ amount: '1.11' }))).toEqual(TOO_MUCH);
    expect(await refund()).toMatchObject({ amount: '1.10' });
    expect(sent()?.request).toMatchObject({ amountMinor: 110 });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: already-refunded']);
    expect(await refusal(refund({ amount: '0.01' }))).toEqual(TOO_MUCH);
    expect(world.gateway.of('refund')).toHaveLength(3);
  });

  it('counts what was refunded in the portal', async () => {
    expect(await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 1000 })).toBe('applied');
    expect(await refusal(refund({ amount: '0.11' }))).toEqual(TOO_MUCH);
    expect(await refund()).toMatchObject({ amount: '0.10' });
    expect(sent()?.request).toMatchObject({ amountMinor: 10 });
  });

  it('counts what the gateway has really refunded', async () => {
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-1', amountMinor: 450 }));
    expect(await refund({ amount: '4.00' })).toMatchObject({ amount: '4.50', status: 'success' });
    expect(await refusal(refund({ amount: '5.61' }))).toEqual(TOO_MUCH);
    world.gateway.script = {};
    expect(await refund({ amount: '5.60' })).toMatchObject({ status: 'success' });
  });

  it('does not count what failed', async () => {
    world.gateway.script.refund = async () => refused(400);
    expect(await refund()).toMatchObject({ status: 'failure', amount: '10.10' });
    await hear(world, { method: 'refund', operationId: 'portal', status: 'failure' });
    world.gateway.script = {};
    expect(await refund()).toMatchObject({ status: 'success' });
    expect(sent()?.request).not.toHaveProperty('amountMinor');
  });

  it('is not split where the purchase was not', async () => {
    expect(await refusal(refund({ split: [share(ANNA, '1.00')] }))).toEqual([
      'invalid-input',
      'split: split-not-allowed',
    ]);
  });
});

describe('a full refund of a payment with a commission', () => {
  it('states the ordered amount, so that no more is refunded than was ordered', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { amountMinor: 1060 }));
    await pay(world);
    expect(await refund()).toMatchObject({ amount: '10.10', status: 'success' });
    expect(sent()?.request).toMatchObject({ amountMinor: 1010 });
  });
});

describe('a refund of a split purchase', () => {
  beforeEach(() => pay(world, { split: SPLIT }));

  it('in full returns every share', async () => {
    expect(await refund()).toMatchObject({ amount: '10.10', split: SPLIT });
    expect(sent()).toMatchObject({ method: 'splitRefund', request: { amountMinor: 1010 } });
    expect(sent()?.request?.split).toEqual([
      { subMerchantId: ANNA, amountMinor: 700 },
      { subMerchantId: BORYS, amountMinor: 310 },
    ]);
  });

  it('of one share, of what is left of it, and then of all that is left of the others', async () => {
    expect(await refund({ split: [share(BORYS, '3.00')] })).toMatchObject({ amount: '3.00' });
    expect(await refusal(refund({ split: [share(BORYS, '0.11')] }))).toEqual([
      'invalid-input',
      'split.0.amount: exceeds-share',
    ]);
    await refund({ amount: '0.10', split: [share(BORYS, '0.10')] });
    expect(await refund()).toMatchObject({ amount: '7.00', split: [share(ANNA, '7.00')] });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: already-refunded']);
  });

  it('knows a sub-merchant in upper and lower case, and names it as the order did', async () => {
    await refund({ split: [share(BORYS.toUpperCase(), '1.00')] });
    expect(sent()?.request?.split).toEqual([{ subMerchantId: BORYS, amountMinor: 100 }]);
  });

  it.each<[RefundInput, ...string[]]>([
    [{ amount: '1.00' }, 'split: split-required'],
    [{ amount: '10.11' }, 'amount: exceeds-refundable'],
    [{ split: [share(crypto.randomUUID(), '1.00')] }, 'split.0.subMerchantId: unknown-sub-merchant'],
    [
      { split: [share(ANNA, '7.01'), share(crypto.randomUUID(), '1.00')] },
      'split.0.amount: exceeds-share',
      'split.1.subMerchantId: unknown-sub-merchant',
    ],
    [{ amount: '2.00', split: [share(ANNA, '1.00')] }, 'split: does-not-add-up'],
    [{ split: [share(ANNA, '1.00'), share(ANNA, '1.00')] }, 'split.1.subMerchantId: duplicate-sub-merchant'],
    [{ split: [share(ANNA, '1.00')], receiptDelivery: 'sms' }, 'receiptDelivery: not-with-split'],
    [{ receiptDelivery: 'none' }, 'receiptDelivery: not-with-split'],
  ])('as %j is refused', async (input, ...fields) => {
    expect(await refusal(refund(input))).toEqual(['invalid-input', ...fields]);
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.of('splitRefund')).toEqual([]);
  });

  it('after one in the portal must say whose share it is, up to all that is left', async () => {
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 200 });
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('8.10');
    expect(await refusal(refund())).toEqual(['invalid-input', 'split: split-required']);
    const over = [share(ANNA, '7.00'), share(BORYS, '3.10')];
    expect(await refusal(refund({ split: over }))).toEqual(['invalid-input', 'split: exceeds-refundable']);
    await refund({ split: [share(ANNA, '5.00'), share(BORYS, '1.10')] });
    expect(await refund({ split: [share(BORYS, '2.00')] })).toMatchObject({ status: 'success' });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: already-refunded']);
  });

  it('after one whose answer was lost returns the rest of every share', async () => {
    world.gateway.script.splitRefund = async () => unknown;
    await refund({ split: [share(ANNA, '1.00')] });
    world.gateway.script = {};
    await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 100 });
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('9.10');
    expect(await refund()).toMatchObject({ split: [share(ANNA, '6.00'), share(BORYS, '3.10')] });
  });
});

describe('a refund of an authorization', () => {
  beforeEach(authorize);

  it('returns what was captured, in its shares where the capture was split', async () => {
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: not-captured']);
    await captureOrder(world, 'order-1', key(), { split: [share(ANNA, '2.00'), share(BORYS, '3.00')] });
    expect(await refusal(refund({ amount: '1.00' }))).toEqual(['invalid-input', 'split: split-required']);
    await refund({ split: [share(ANNA, '0.50')] });
    expect(await refund()).toMatchObject({
      amount: '4.50',
      split: [share(ANNA, '1.50'), share(BORYS, '3.00')],
    });
  });

  it('of which less was captured than its shares add up to must say whose share it is', async () => {
    world.gateway.script.splitCapture = async () =>
      answered(gatewayPayment({ method: 'capture', operationId: 'capture-1', amountMinor: 300 }));
    const split = [share(ANNA, '2.00'), share(BORYS, '2.00')];
    expect(await captureOrder(world, 'order-1', key(), { split })).toMatchObject({ amount: '3.00' });
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('3.00');
    const withoutSplit = ['invalid-input', 'split: split-required'];
    expect(await refusal(refund())).toEqual(withoutSplit);
    expect(await refusal(refund({ amount: '3.00' }))).toEqual(withoutSplit);
    expect(await refusal(refund({ split }))).toEqual(['invalid-input', 'split: exceeds-refundable']);
    expect(await refund({ split: [share(ANNA, '2.00'), share(BORYS, '1.00')] })).toMatchObject({
      amount: '3.00',
    });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: already-refunded']);
  });

  it('that was captured in part returns that part, without an amount', async () => {
    await captureOrder(world, 'order-1', key(), { amount: '6.00' });
    world.gateway.script.refund = async () => unknown;
    expect(await refund()).toMatchObject({ amount: '6.00' });
    expect(sent()?.request).not.toHaveProperty('amountMinor');
  });
});

describe('there is no refund', () => {
  it('of a card check, nor of what is not paid', async () => {
    await pay(world, { method: 'lookup' });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: not-refundable']);
    world.gateway.script.createDirect = async () => unknown;
    await pay(world, { id: 'order-2' });
    expect(await refusal(refundOrder(world, 'order-2', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: not-successful',
    ]);
  });

  it('of a duplicate payment by the merchant: the payment that pays the order is refunded', async () => {
    const { id } = await payTwice(world);
    expect(await refund()).toMatchObject({ paymentId: id });
    expect(world.gateway.of('refund')).not.toContain('order-1');
  });
});

describe('an operation of the portal without an amount', () => {
  const report = (over = {}) =>
    hear(world, { method: 'refund', operationId: 'o-1', amountMinor: null, ...over });
  beforeEach(() => pay(world));

  it('counts as the full payment until the amount is reported', async () => {
    await report();
    expect(await operations(world)).toMatchObject([{ amount: '10.10', status: 'success' }]);
    expect(await refusal(refund({ amount: '1.00' }))).toEqual(TOO_MUCH);
    await report({ amountMinor: 300 });
    expect(await operations(world)).toMatchObject([{ amount: '3.00', status: 'success' }]);
    expect(await refund()).toMatchObject({ amount: '7.10' });
  });

  it('learns its amount while it is pending', async () => {
    await report({ status: 'pending' });
    await report({ status: 'pending', amountMinor: 300 });
    await report();
    expect(await operations(world)).toMatchObject([{ amount: '3.00', status: 'success' }]);
    expect(await refund()).toMatchObject({ amount: '7.10' });
  });

  it('that fails does not count', async () => {
    await report({ status: 'pending' });
    await report({ status: 'failure' });
    expect(await refund()).toMatchObject({ amount: '10.10' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefundInput } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureOrder } from './capture.ts';
import { failed } from './payment.ts';
import { refundOrder } from './refund.ts';
import { ANNA, BORYS, hear, key, operations, pay, refusal, reserve, SPLIT } from './test-operations.ts';
import { createWorld, refused, STORE_SECRETS, told, unknown, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const refund = (input: RefundInput = {}) => refundOrder(world, 'order-1', key(), input);
const sent = () => world.gateway.calls.at(-1);
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });

describe('a refund of a purchase', () => {
  beforeEach(() => pay(world));

  it.each<[RefundInput]>([[{}], [{ amount: '10.10' }]])('as a whole, %j, says no amount', async (input) => {
    expect(await refund(input)).toMatchObject({ method: 'refund', amount: '10.10', status: 'success' });
    expect(sent()?.method).toBe('refund');
    expect(sent()?.request).not.toHaveProperty('amountMinor');
  });

  it('in parts: two, a third that is too large, and then all that is left', async () => {
    expect(await refund({ amount: '4.00' })).toMatchObject({ amount: '4.00', status: 'success' });
    expect(await refund({ amount: '5.00', receiptDelivery: 'email' })).toMatchObject({ amount: '5.00' });
    expect(sent()?.request).toMatchObject({ amountMinor: 500, receiptDelivery: 'email' });
    expect(await refusal(refund({ amount: '1.11' }))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
    expect(await refund()).toMatchObject({ amount: '1.10' });
    expect(sent()?.request).toMatchObject({ amountMinor: 110 });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: already-refunded']);
    expect(await refusal(refund({ amount: '0.01' }))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
    expect(world.gateway.of('refund')).toHaveLength(3);
  });

  it('counts what the portal returned', async () => {
    expect(await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 1000 })).toBe('applied');
    expect(await refusal(refund({ amount: '0.11' }))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
    expect(await refund()).toMatchObject({ amount: '0.10' });
    expect(sent()?.request).toMatchObject({ amountMinor: 10 });
  });

  it('counts what was in truth returned', async () => {
    world.gateway.script.refund = async (request) => ({
      kind: 'answered',
      value: told({ ...request, comment: null, method: 'refund', operationId: 'o-1', amountMinor: 450 }),
    });
    expect(await refund({ amount: '4.00' })).toMatchObject({ amount: '4.50', status: 'success' });
    expect(world.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
    expect(await refusal(refund({ amount: '5.61' }))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
  });

  it('does not count what failed', async () => {
    world.gateway.script.refund = async () => refused(400);
    expect(await refund()).toMatchObject({ status: 'failure', amount: '10.10' });
    world.gateway.script = {};
    expect(await refund()).toMatchObject({ status: 'success' });
    expect(sent()?.request).not.toHaveProperty('amountMinor');
  });

  it('is not divided where the purchase was not', async () => {
    expect(await refusal(refund({ split: [share(ANNA, '1.00')] }))).toEqual([
      'invalid-input',
      'split: split-not-allowed',
    ]);
  });
});

describe('a refund of a divided purchase', () => {
  beforeEach(() => pay(world, { split: SPLIT }));

  it('as a whole returns every share', async () => {
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

  it('knows a sub-merchant in any case, and calls him as the order did', async () => {
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

  it('after one at the portal must say whose it is', async () => {
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 200 });
    expect(await refusal(refund())).toEqual(['invalid-input', 'split: split-required']);
    expect(await refusal(refund({ split: [share(BORYS, '1.11')] }))).toEqual([
      'invalid-input',
      'split.0.amount: exceeds-share',
    ]);
    expect(await refund({ split: [share(ANNA, '5.00'), share(BORYS, '1.10')] })).toMatchObject({
      status: 'success',
    });
  });
});

describe('a refund of a reservation', () => {
  it('returns what was captured, in its shares where it was divided', async () => {
    await reserve(world);
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: not-captured']);
    await captureOrder(world, 'order-1', key(), { split: [share(ANNA, '2.00'), share(BORYS, '3.00')] });
    expect(await refusal(refund({ amount: '1.00' }))).toEqual(['invalid-input', 'split: split-required']);
    await refund({ split: [share(ANNA, '0.50')] });
    expect(await refund()).toMatchObject({
      amount: '4.50',
      split: [share(ANNA, '1.50'), share(BORYS, '3.00')],
    });
  });

  it('that was captured in part returns that part, without an amount', async () => {
    await reserve(world);
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

  it('of the payment that is given back by itself: the other one is returned', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
    world.gateway.script = {};
    const second = await pay(world);
    await hear(world, {});
    await refund();
    expect(world.gateway.of('refund')).toEqual([second.gatewayOrderId]);
  });
});

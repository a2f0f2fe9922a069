import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaptureInput } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureOrder } from './capture.ts';
import { refundOrder } from './refund.ts';
import { settleByPerson } from './settle-by-person.ts';
import { ANNA, BORYS, hear, key, only, operations, pay, refusal, reserve } from './test-operations.ts';
import { createWorld, refused, STORE_SECRETS, unknown, type World } from './test-world.ts';
import { viewOrder } from './view-order.ts';
import { voidOrder } from './void.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const capture = (input: CaptureInput = {}) => captureOrder(world, 'order-1', key(), input);
const cancel = () => voidOrder(world, 'order-1', key(), {});
const sent = () => world.gateway.calls.at(-1);
const notAllowed = (code: string) => ['operation-not-allowed', `orderId: ${code}`];

describe('a capture', () => {
  beforeEach(() => reserve(world));

  it('of the whole says no amount to the gateway', async () => {
    expect(await capture({ comment: 'Sold' })).toMatchObject({
      method: 'capture',
      amount: '10.10',
      currency: 'UAH',
      status: 'success',
      split: null,
      comment: 'Sold',
    });
    expect(sent()).toMatchObject({ method: 'capture', request: { comment: 'Sold', currency: 'UAH' } });
    expect(sent()?.request?.serverUrl).toBe('https://pay.shop.example/pay/webhook');
    expect(sent()?.request).not.toHaveProperty('amountMinor');
  });

  it('of the whole in words is the same', async () => {
    await capture({ amount: '10.1' });
    expect(sent()?.request).not.toHaveProperty('amountMinor');
    expect(sent()?.request).not.toHaveProperty('comment');
  });

  it('of a part says so, and releases the rest: there is no second one, and no void', async () => {
    expect(await capture({ amount: '4.00' })).toMatchObject({ amount: '4.00', status: 'success' });
    expect(sent()?.request).toMatchObject({ amountMinor: 400 });
    expect(await refusal(capture({ amount: '1.00' }))).toEqual(notAllowed('already-captured'));
    expect(await refusal(cancel())).toEqual(notAllowed('already-captured'));
    expect(await refusal(refundOrder(world, 'order-1', key(), { amount: '4.01' }))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
  });

  it.each([
    ...['0', '0.00', '-1'].map((amount) => [amount, 'not-positive']),
    ...['1e1', ' 1', '', 'NaN', '01'].map((amount) => [amount, 'not-a-decimal']),
    ['1.001', 'too-many-decimals'],
    ['9999999999999999', 'too-big'],
  ])('over %j is refused: %s', async (amount, rule) => {
    expect(await refusal(capture({ amount }))).toEqual(['invalid-input', `amount: ${rule}`]);
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.of('capture')).toEqual([]);
  });

  it('beyond the reserve is refused unless the setting allows it', async () => {
    expect(await refusal(capture({ amount: '10.11' }))).toEqual([
      'invalid-input',
      'amount: exceeds-reserved',
    ]);
    world.config.overCapturePercent = 25;
    expect(await refusal(capture({ amount: '12.63' }))).toEqual([
      'invalid-input',
      'amount: exceeds-reserved',
    ]);
    expect(await capture({ amount: '12.62' })).toMatchObject({ amount: '12.62' });
    expect(sent()?.request).toMatchObject({ amountMinor: 1262 });
  });

  it('is divided among sub-merchants, whose shares make the amount', async () => {
    const split = [
      { subMerchantId: ANNA, amount: '3.00' },
      { subMerchantId: BORYS, amount: '1.50' },
    ];
    expect(await capture({ split })).toMatchObject({ amount: '4.50', split });
    expect(sent()).toMatchObject({
      method: 'splitCapture',
      request: {
        amountMinor: 450,
        split: [
          { subMerchantId: ANNA, amountMinor: 300 },
          { subMerchantId: BORYS, amountMinor: 150 },
        ],
      },
    });
  });

  it.each<[CaptureInput, ...string[]]>([
    [{ amount: '5.00', split: [{ subMerchantId: ANNA, amount: '4.00' }] }, 'split: does-not-add-up'],
    [{ split: [{ subMerchantId: ANNA, amount: '0.00' }] }, 'split.0.amount: not-positive'],
    [{ split: [{ subMerchantId: ANNA, amount: '10.11' }] }, 'split: exceeds-reserved'],
    [
      {
        split: [
          { subMerchantId: ANNA, amount: '1.00' },
          { subMerchantId: ANNA.toUpperCase(), amount: '1.00' },
        ],
      },
      'split.1.subMerchantId: duplicate-sub-merchant',
    ],
    [
      {
        split: [
          { subMerchantId: ANNA, amount: '9007199254740993' },
          { subMerchantId: BORYS, amount: 'x' },
        ],
      },
      'split.0.amount: too-big',
      'split.1.amount: not-a-decimal',
    ],
  ])('divided as %j is refused', async (input, ...fields) => {
    expect(await refusal(capture(input))).toEqual(['invalid-input', ...fields]);
    expect(world.gateway.of('splitCapture')).toEqual([]);
  });

  it('may be tried again after one that was refused', async () => {
    world.gateway.script.capture = async () => refused(400, 'P-400');
    expect(await capture()).toMatchObject({ status: 'failure', statusCode: 'P-400' });
    world.gateway.script = {};
    expect(await capture()).toMatchObject({ status: 'success' });
  });

  it('in doubt lets nothing else begin', async () => {
    world.gateway.script.capture = async () => unknown;
    expect(await capture()).toMatchObject({ status: 'unknown' });
    expect(await refusal(capture())).toEqual(['operation-open']);
    expect(await refusal(cancel())).toEqual(['operation-open']);
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
  });

  it('told as failed and as done is not repeated', async () => {
    await hear(world, { method: 'capture', operationId: 'o-1', status: 'failure' });
    expect(await hear(world, { method: 'capture', operationId: 'o-1' })).toBe('held');
    expect(await refusal(capture())).toEqual(['operation-open']);
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
  });

  it('of a reserve that is told as failed too waits for a person', async () => {
    expect(await hear(world, { method: 'auth', status: 'failure' })).toBe('held');
    expect((await viewOrder(world, 'order-1')).allowed).toMatchObject({ capture: null, void: false });
    expect(await refusal(capture())).toEqual(notAllowed('held'));
    expect(world.gateway.of('capture')).toEqual([]);
    const { id } = await world.payment();
    await settleByPerson(world, id, { status: 'success', comment: 'Seen at the portal' });
    expect(await capture()).toMatchObject({ status: 'success' });
  });
});

describe('a void', () => {
  it('releases the whole reserve, once', async () => {
    await reserve(world);
    expect(await voidOrder(world, 'order-1', key(), { comment: 'Sold out' })).toMatchObject({
      method: 'void',
      amount: '10.10',
      status: 'success',
      comment: 'Sold out',
    });
    expect(sent()).toMatchObject({ method: 'voidAuth', request: { comment: 'Sold out' } });
    expect(await refusal(cancel())).toEqual(notAllowed('already-voided'));
    expect(await refusal(capture())).toEqual(notAllowed('already-voided'));
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(notAllowed('already-voided'));
    expect((await only(world)).status).toBe('success');
  });
});

describe('of an order', () => {
  it.each(['capture', 'void'] as const)('that is a purchase or a card check there is no %s', async (what) => {
    const run = () => (what === 'capture' ? capture() : cancel());
    await pay(world);
    expect(await refusal(run())).toEqual(notAllowed('not-an-auth'));
    await pay(world, { id: 'order-2', method: 'lookup' });
    expect(await refusal(captureOrder(world, 'order-2', key(), {}))).toEqual(notAllowed('not-an-auth'));
  });

  it('that is not paid there is neither, nor of one that nobody knows', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await reserve(world);
    expect(await refusal(capture())).toEqual(notAllowed('not-successful'));
    expect(await refusal(captureOrder(world, 'order-9', key(), {}))).toEqual(['order-not-found']);
    expect(await refusal(captureOrder(world, 'x'.repeat(33), key(), {}))).toEqual(
      notAllowed('order-id-too-long'),
    );
    expect(world.gateway.of('capture')).toEqual([]);
  });
});

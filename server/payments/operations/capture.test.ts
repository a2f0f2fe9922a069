import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CaptureInput } from '../../contract/merchant-requests.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { viewOrder } from '../queries/order.ts';
import { refused, unknown } from '../test-gateway.ts';
import { ANNA, BORYS, hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { captureOrder } from '../operate.ts';
import { refundOrder } from '../operate.ts';
import { resolvePayment } from '../resolve.ts';
import { voidOrder } from '../operate.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const authorize = () => pay(world, { method: 'auth' });
const capture = (input: CaptureInput = {}) => captureOrder(world, 'order-1', key(), input);
const release = () => voidOrder(world, 'order-1', key(), {});
const refund = (amount?: string) =>
  refundOrder(world, 'order-1', key(), amount === undefined ? {} : { amount });
const sent = () => world.gateway.calls.at(-1);
const notAllowed = (code: string) => ['operation-not-allowed', `orderId: ${code}`];

describe('a capture', () => {
  beforeEach(authorize);

  it('of the full amount states no amount to the gateway', async () => {
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

  it('of the full amount, written out, is the same', async () => {
    await capture({ amount: '10.1' });
    expect(sent()?.request).not.toHaveProperty('amountMinor');
    expect(sent()?.request).not.toHaveProperty('comment');
  });

  it('of a part states it and releases the rest: neither a second one nor a void can follow', async () => {
    expect(await capture({ amount: '4.00' })).toMatchObject({ amount: '4.00', status: 'success' });
    expect(sent()?.request).toMatchObject({ amountMinor: 400 });
    expect(await refusal(capture({ amount: '1.00' }))).toEqual(notAllowed('already-captured'));
    expect(await refusal(release())).toEqual(notAllowed('already-captured'));
    expect(await refusal(refund('4.01'))).toEqual(['invalid-input', 'amount: exceeds-refundable']);
  });

  it.each([
    ...['0', '0.00', '-1'].map((amount) => [amount, 'not-positive']),
    ...['1e1', ' 1', '', 'NaN', '01'].map((amount) => [amount, 'not-a-decimal']),
    ['1.001', 'too-many-decimals'],
    ['9999999999999999', 'too-big'],
  ])('of %j is refused: %s', async (amount, rule) => {
    expect(await refusal(capture({ amount }))).toEqual(['invalid-input', `amount: ${rule}`]);
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.of('capture')).toEqual([]);
  });

  it('beyond the authorized amount is refused unless the setting allows it', async () => {
    const tooMuch = ['invalid-input', 'amount: exceeds-authorized'];
    expect(await refusal(capture({ amount: '10.11' }))).toEqual(tooMuch);
    world.config.overCapturePercent = 25;
    expect(await refusal(capture({ amount: '12.63' }))).toEqual(tooMuch);
    expect(await capture({ amount: '12.62' })).toMatchObject({ amount: '12.62' });
    expect(sent()?.request).toMatchObject({ amountMinor: 1262 });
  });

  it('is split among sub-merchants, whose shares make the amount', async () => {
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

  it('is split only among the sub-merchants of the project', async () => {
    world.config.subMerchants = [ANNA];
    const split = [{ subMerchantId: BORYS, amount: '1.00' }];
    expect(await refusal(capture({ split }))).toEqual([
      'invalid-input',
      'split.0.subMerchantId: unknown-sub-merchant',
    ]);
    expect(world.gateway.of('splitCapture')).toEqual([]);
  });

  it.each<[CaptureInput, ...string[]]>([
    [{ amount: '5.00', split: [{ subMerchantId: ANNA, amount: '4.00' }] }, 'split: does-not-add-up'],
    [{ split: [{ subMerchantId: ANNA, amount: '0.00' }] }, 'split.0.amount: not-positive'],
    [{ split: [{ subMerchantId: ANNA, amount: '10.11' }] }, 'split: exceeds-authorized'],
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
  ])('split as %j is refused', async (input, ...fields) => {
    expect(await refusal(capture(input))).toEqual(['invalid-input', ...fields]);
    expect(world.gateway.of('splitCapture')).toEqual([]);
  });

  it('may be requested again after one that was refused', async () => {
    world.gateway.script.capture = async () => refused(400, 'P-400');
    expect(await capture()).toMatchObject({ status: 'failure', statusCode: 'P-400' });
    world.gateway.script = {};
    expect(await capture()).toMatchObject({ status: 'success' });
  });

  it('of unknown outcome lets nothing else begin', async () => {
    world.gateway.script.capture = async () => unknown;
    expect(await capture()).toMatchObject({ status: 'unknown' });
    expect(await refusal(capture())).toEqual(['operation-open']);
    expect(await refusal(release())).toEqual(['operation-open']);
    expect(await refusal(refund())).toEqual(['operation-open']);
  });

  it('reported as failed and as done is not repeated', async () => {
    await hear(world, { method: 'capture', operationId: 'o-1', status: 'failure' });
    expect(await hear(world, { method: 'capture', operationId: 'o-1' })).toBe('disputed');
    expect(await refusal(capture())).toEqual(['operation-open']);
    expect(await refusal(refund())).toEqual(['operation-open']);
  });

  it('of an authorization that is reported as failed too needs review', async () => {
    expect(await hear(world, { method: 'auth', status: 'failure' })).toBe('disputed');
    expect((await viewOrder(world, 'order-1')).allowed).toMatchObject({ capture: null, void: false });
    expect(await refusal(capture())).toEqual(notAllowed('disputed'));
    expect(world.gateway.of('capture')).toEqual([]);
    const { id } = await world.payment();
    await resolvePayment(world, id, { status: 'success', comment: 'Seen in the portal' });
    expect(await capture()).toMatchObject({ status: 'success' });
  });

  it('that was made in the portal is not made again', async () => {
    await hear(world, { method: 'capture', operationId: 'portal', amountMinor: 600 });
    expect(await refusal(capture())).toEqual(notAllowed('already-captured'));
    expect(await refusal(release())).toEqual(notAllowed('already-captured'));
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('6.00');
    expect(await refusal(refund('6.01'))).toEqual(['invalid-input', 'amount: exceeds-refundable']);
  });
});

describe('a void', () => {
  it('releases the full authorization, once', async () => {
    await authorize();
    expect(await voidOrder(world, 'order-1', key(), { comment: 'Sold out' })).toMatchObject({
      method: 'void',
      amount: '10.10',
      status: 'success',
      comment: 'Sold out',
    });
    expect(sent()).toMatchObject({ method: 'voidAuth', request: { comment: 'Sold out' } });
    expect(await refusal(release())).toEqual(notAllowed('already-voided'));
    expect(await refusal(capture())).toEqual(notAllowed('already-voided'));
    expect(await refusal(refund())).toEqual(notAllowed('already-voided'));
    expect(world.gateway.of('voidAuth')).toHaveLength(1);
  });

  it('is reported over any amount', async () => {
    await authorize();
    world.gateway.script.voidAuth = async () => unknown;
    await release();
    expect(await hear(world, { method: 'void', operationId: 'o-1', amountMinor: 0 })).toBe('applied');
    expect(await operations(world)).toMatchObject([{ status: 'success', amount: '0.00' }]);
    expect(await refusal(capture())).toEqual(notAllowed('already-voided'));
  });

  it('in the portal, without an amount, has released everything', async () => {
    await authorize();
    await hear(world, { method: 'void', operationId: 'o-1', amountMinor: null });
    expect(await refusal(capture())).toEqual(notAllowed('already-voided'));
  });
});

describe('of an order', () => {
  it.each([
    ['capture', () => capture()],
    ['void', () => release()],
  ])('that is a purchase or a card check there is no %s', async (_what, run) => {
    await pay(world);
    expect(await refusal(run())).toEqual(notAllowed('not-an-auth'));
    await pay(world, { id: 'order-2', method: 'lookup' });
    expect(await refusal(captureOrder(world, 'order-2', key(), {}))).toEqual(notAllowed('not-an-auth'));
  });

  it('that is not paid there is neither, nor of one that is not known', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await authorize();
    expect(await refusal(capture())).toEqual(notAllowed('not-successful'));
    expect(await refusal(captureOrder(world, 'order-9', key(), {}))).toEqual(['order-not-found']);
    expect(world.gateway.of('capture')).toEqual([]);
  });
});

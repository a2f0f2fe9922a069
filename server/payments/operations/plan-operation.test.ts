import { beforeEach, describe, expect, it } from 'vitest';
import type { CaptureInput, RefundInput } from '../../contract/merchant-requests.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { captureOrder, refundOrder, voidOrder } from './operate.ts';
import { resolvePayment } from './resolve.ts';
import { answered, gatewayPayment, refused, unknown } from '../testing/gateway.ts';
import { allowed, answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { ANNA, BORYS, hear, key, operations, pay, refusal, SPLIT } from '../testing/test-deps.ts';

/** What the rules allow, and the amounts that are sent (interface 14.3, 14.4, 3.1, 5.1, 6.1). */

withTestDeps();

const authorize = () => pay(deps, { method: 'auth' });
const capture = (input: CaptureInput = {}) => captureOrder(deps, 'order-1', key(), input);
const release = () => voidOrder(deps, 'order-1', key(), {});
const refund = (input: RefundInput = {}) => refundOrder(deps, 'order-1', key(), input);
const sent = () => deps.gateway.calls.at(-1);
const amountSent = () => sent()?.request?.amountMinor ?? 'none';
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });
const notAllowed = (code: string) => ['operation-not-allowed', `orderId: ${code}`];
const invalid = (...fields: string[]) => ['invalid-input', ...fields];
/** The gateway reports an operation that was made in its portal. */
const portal = (over: Partial<GatewayPayment>) =>
  hear(deps, { method: 'refund', operationId: 'portal', ...over });

describe('a capture', () => {
  beforeEach(authorize);

  it.each([{}, { amount: '10.1' }])('of the full amount (%j) states no amount', async (input) => {
    expect(await capture(input)).toMatchObject({ method: 'capture', amount: '10.10', split: null });
    expect([sent()?.method, amountSent()]).toEqual(['capture', 'none']);
  });

  it('of a part releases the rest: neither another one nor a void can follow', async () => {
    expect(await capture({ amount: '4.00' })).toMatchObject({ amount: '4.00', status: 'success' });
    expect(amountSent()).toBe(400);
    expect(await refusal(capture({ amount: '1.00' }))).toEqual(notAllowed('already-captured'));
    expect(await refusal(release())).toEqual(notAllowed('already-captured'));
    expect(await refusal(refund({ amount: '4.01' }))).toEqual(invalid('amount: exceeds-refundable'));
  });

  it.each([
    ['0.00', 'not-positive'],
    ['1.001', 'too-many-decimals'],
  ])('of %j is refused: %s', async (amount, rule) => {
    expect(await refusal(capture({ amount }))).toEqual(invalid(`amount: ${rule}`));
    expect(await operations(deps)).toEqual([]);
    expect(deps.gateway.of('capture')).toEqual([]);
  });

  it('beyond the authorized amount goes as far as the setting allows', async () => {
    const tooMuch = invalid('amount: exceeds-authorized');
    expect(await refusal(capture({ amount: '10.11' }))).toEqual(tooMuch);
    deps.config.overCapturePercent = 25;
    expect(await refusal(capture({ amount: '12.63' }))).toEqual(tooMuch);
    expect(await capture({ amount: '12.62' })).toMatchObject({ amount: '12.62' });
    expect(amountSent()).toBe(1262);
  });

  it('is split among sub-merchants, whose shares make the amount', async () => {
    const split = [share(ANNA, '3.00'), share(BORYS, '1.50')];
    expect(await capture({ split })).toMatchObject({ amount: '4.50', split });
    const shares = [
      { subMerchantId: ANNA, amountMinor: 300 },
      { subMerchantId: BORYS, amountMinor: 150 },
    ];
    expect(sent()).toMatchObject({ method: 'splitCapture', request: { amountMinor: 450, split: shares } });
  });

  it.each<[CaptureInput, ...string[]]>([
    [{ amount: '5.00', split: [share(ANNA, '4.00')] }, 'split: does-not-add-up'],
    [{ split: [share(ANNA, '0.00')] }, 'split.0.amount: not-positive'],
    [{ split: [share(ANNA, '10.11')] }, 'split: exceeds-authorized'],
    [{ split: [share(BORYS, '1.00')] }, 'split.0.subMerchantId: unknown-sub-merchant'],
    [
      { split: [share(ANNA, '9007199254740993'), share(BORYS, 'x')] },
      'split.0.amount: too-big',
      'split.1.amount: not-a-decimal',
    ],
  ])('split as %j is refused', async (input, ...fields) => {
    deps.config.subMerchants = [ANNA];
    const [code, ...errors] = await refusal(capture(input));
    expect([code, ...errors.sort()]).toEqual(invalid(...fields));
    expect(deps.gateway.of('splitCapture')).toEqual([]);
  });

  it('may follow one that was refused, and not one of unknown outcome or one that contradicts', async () => {
    deps.gateway.script.capture = async () => refused(400, 'P-400');
    expect(await capture()).toMatchObject({ status: 'failure', statusCode: 'P-400' });
    deps.gateway.script.capture = async () => unknown;
    expect(await capture()).toMatchObject({ status: 'unknown' });
    for (const next of [capture, release, refund]) expect(await refusal(next())).toEqual(['operation-open']);
  });

  it('cannot follow one of the portal, nor one that both failed and succeeded', async () => {
    await portal({ method: 'capture', amountMinor: 600 });
    expect(await refusal(capture())).toEqual(notAllowed('already-captured'));
    expect(await refusal(release())).toEqual(notAllowed('already-captured'));
    expect(await allowed()).toMatchObject({ refund: '6.00' });
    await portal({ method: 'capture', amountMinor: 600, status: 'failure' });
    for (const next of [capture, release, refund]) expect(await refusal(next())).toEqual(['operation-open']);
  });
});

describe('capture and void', () => {
  it('of which a void releases the full authorization, once', async () => {
    await authorize();
    expect(await release()).toMatchObject({ method: 'void', amount: '10.10', status: 'success' });
    for (const next of [capture, release, refund]) {
      expect(await refusal(next())).toEqual(notAllowed('already-voided'));
    }
    expect(deps.gateway.of('voidAuth')).toHaveLength(1);
  });

  it('are only for an authorization, and a refund is not for a card check', async () => {
    await pay(deps, { method: 'lookup' });
    expect(await refusal(capture())).toEqual(notAllowed('not-an-auth'));
    expect(await refusal(release())).toEqual(notAllowed('not-an-auth'));
    expect(await refusal(refund())).toEqual(notAllowed('not-refundable'));
  });

  it('are not for what is not paid, nor for what is not known', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await authorize();
    expect(await refusal(capture())).toEqual(notAllowed('not-successful'));
    expect(await refusal(captureOrder(deps, 'order-9', key(), {}))).toEqual(['order-not-found']);
    expect(deps.gateway.of('capture')).toEqual([]);
  });
});

describe('a refund of a purchase', () => {
  beforeEach(() => pay(deps));
  const TOO_MUCH = invalid('amount: exceeds-refundable');

  it.each([{}, { amount: '10.10' }])('in full (%j) states no amount', async (input) => {
    expect(await refund(input)).toMatchObject({ method: 'refund', amount: '10.10', status: 'success' });
    expect([sent()?.method, amountSent()]).toEqual(['refund', 'none']);
  });

  it('in parts never exceeds what is left', async () => {
    expect(await refund({ amount: '4.00' })).toMatchObject({ amount: '4.00', status: 'success' });
    await refund({ amount: '5.00', receiptDelivery: 'email' });
    expect(sent()?.request).toMatchObject({ amountMinor: 500, receiptDelivery: 'email' });
    expect(await refusal(refund({ amount: '1.11' }))).toEqual(TOO_MUCH);
    expect(await refund()).toMatchObject({ amount: '1.10' });
    expect(amountSent()).toBe(110);
    expect(await refusal(refund())).toEqual(notAllowed('already-refunded'));
    expect(deps.gateway.of('refund')).toHaveLength(3);
  });

  it('counts the larger of what was requested and what the gateway says it refunded', async () => {
    const tells = (operationId: string, amountMinor: number) => {
      deps.gateway.script.refund = async () =>
        answered(gatewayPayment({ method: 'refund', operationId, amountMinor }));
    };
    tells('o-1', 450);
    expect(await refund({ amount: '4.00' })).toMatchObject({ amount: '4.50', status: 'success' });
    tells('o-2', 50);
    await refund({ amount: '1.00' });
    expect(await allowed()).toMatchObject({ refund: '4.60' });
    expect(await refusal(refund({ amount: '4.61' }))).toEqual(TOO_MUCH);
  });

  it('is not split', async () => {
    expect(await refusal(refund({ split: [share(ANNA, '1.00')] }))).toEqual(
      invalid('split: split-not-allowed'),
    );
  });
});

describe('a refund of a split purchase', () => {
  beforeEach(() => pay(deps, { split: SPLIT }));

  it('in full returns every share', async () => {
    expect(await refund()).toMatchObject({ amount: '10.10', split: SPLIT });
    expect([sent()?.method, amountSent()]).toEqual(['splitRefund', 1010]);
    expect(sent()?.request?.split).toEqual([
      { subMerchantId: ANNA, amountMinor: 700 },
      { subMerchantId: BORYS, amountMinor: 310 },
    ]);
  });

  it('returns no more of a share than is left of it', async () => {
    expect(await refund({ split: [share(BORYS, '3.00')] })).toMatchObject({ amount: '3.00' });
    const over = refund({ split: [share(BORYS, '0.11')] });
    expect(await refusal(over)).toEqual(invalid('split.0.amount: exceeds-share'));
    await refund({ amount: '0.10', split: [share(BORYS.toUpperCase(), '0.10')] });
    expect(sent()?.request?.split).toEqual([{ subMerchantId: BORYS, amountMinor: 10 }]);
    expect(await refund()).toMatchObject({ amount: '7.00', split: [share(ANNA, '7.00')] });
    expect(await refusal(refund())).toEqual(notAllowed('already-refunded'));
  });

  it.each<[RefundInput, ...string[]]>([
    [{ amount: '1.00' }, 'split: split-required'],
    [{ amount: '10.11' }, 'amount: exceeds-refundable'],
    [
      { split: [share(ANNA, '7.01'), share(crypto.randomUUID(), '1.00')] },
      'split.0.amount: exceeds-share',
      'split.1.subMerchantId: unknown-sub-merchant',
    ],
    [{ amount: '2.00', split: [share(ANNA, '1.00')] }, 'split: does-not-add-up'],
    [{ split: [share(ANNA, '1.00')], receiptDelivery: 'sms' }, 'receiptDelivery: not-with-split'],
  ])('as %j is refused', async (input, ...fields) => {
    expect(await refusal(refund(input))).toEqual(invalid(...fields));
    expect(await operations(deps)).toEqual([]);
    expect(deps.gateway.of('splitRefund')).toEqual([]);
  });

  it('after one in the portal must say whose share it is, up to all that is left', async () => {
    await portal({ amountMinor: 200 });
    expect(await allowed()).toMatchObject({ refund: '8.10' });
    expect(await refusal(refund())).toEqual(invalid('split: split-required'));
    expect(await refusal(refund({ split: SPLIT }))).toEqual(invalid('split: exceeds-refundable'));
    await refund({ split: [share(ANNA, '5.00'), share(BORYS, '1.10')] });
    expect(await refund({ split: [share(BORYS, '2.00')] })).toMatchObject({ status: 'success' });
    expect(await refusal(refund())).toEqual(notAllowed('already-refunded'));
  });
});

describe('a refund of an authorization', () => {
  beforeEach(authorize);

  it('returns what was captured, in its shares if the capture was split', async () => {
    expect(await refusal(refund())).toEqual(notAllowed('not-captured'));
    await capture({ split: [share(ANNA, '2.00'), share(BORYS, '3.00')] });
    expect(await refusal(refund({ amount: '1.00' }))).toEqual(invalid('split: split-required'));
    await refund({ split: [share(ANNA, '0.50')] });
    const rest = { amount: '4.50', split: [share(ANNA, '1.50'), share(BORYS, '3.00')] };
    expect(await refund()).toMatchObject(rest);
  });

  it('must say whose share it is if less was captured than the shares add up to', async () => {
    deps.gateway.script.splitCapture = async () =>
      answered(gatewayPayment({ method: 'capture', operationId: 'capture-1', amountMinor: 300 }));
    const split = [share(ANNA, '2.00'), share(BORYS, '2.00')];
    expect(await capture({ split })).toMatchObject({ amount: '3.00' });
    for (const input of [{}, { amount: '3.00' }]) {
      expect(await refusal(refund(input))).toEqual(invalid('split: split-required'));
    }
    expect(await refusal(refund({ split }))).toEqual(invalid('split: exceeds-refundable'));
    await refund({ split: [share(ANNA, '2.00'), share(BORYS, '1.00')] });
    expect(await refusal(refund())).toEqual(notAllowed('already-refunded'));
  });
});

describe('if the gateway took another amount than was ordered', () => {
  it.each([1060, 1_010_000])('more (%i), a full operation states the ordered amount', async (amountMinor) => {
    answers({ amountMinor });
    await authorize();
    await capture();
    expect([sent()?.method, amountSent()]).toEqual(['capture', 1010]);
    expect(await allowed()).toMatchObject({ refund: '10.10' });
    await refund();
    expect([sent()?.method, amountSent()]).toEqual(['refund', 1010]);
  });

  it.each<Partial<GatewayPayment>>([
    { amountMinor: 500 },
    { processed: { amountMinor: 500, currency: 'UAH' } },
  ])('less (%j), and a person has accepted that, no more than that is refunded', async (less) => {
    answers(less);
    const { id } = await pay(deps);
    await resolvePayment(deps, id, { status: 'success', comment: 'Seen in the portal' });
    expect(await allowed()).toMatchObject({ refund: '5.00' });
    expect(await refusal(refund({ amount: '5.01' }))).toEqual(invalid('amount: exceeds-refundable'));
    await refund();
    expect(amountSent()).toBe(500);
  });
});

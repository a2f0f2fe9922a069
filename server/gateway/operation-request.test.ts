import { describe, expect, it } from 'vitest';
import type { SplitOperationRequest } from '../payments/gateway-port.ts';
import { GatewayRequestError } from './request-rules.ts';
import { WHOLE } from './testing/calls.ts';
import { clientFor, json, PAYMENT, SETTINGS, SHARES } from './testing/payments.ts';

const [SHOP, OTHER] = SHARES.map(({ subMerchantId }) => subMerchantId);
const HEAD = { pos_id: SETTINGS.posId, order_id: 'order-0007' };
const TAIL = { comment: 'half of it', server_url: WHOLE.serverUrl };
const WIRE_SPLIT = [
  { amount: 7.1, sub_merchant_id: SHOP },
  { amount: 3, sub_merchant_id: OTHER },
];
const SPLIT = { ...WHOLE, comment: 'half of it', amountMinor: 1010, split: SHARES };

type Method = 'capture' | 'splitCapture' | 'voidAuth' | 'refund' | 'splitRefund';

/** The path and body that were sent, or the error that prevented it. */
async function sent(method: Method, request: object) {
  const { client, calls } = clientFor(() => json(PAYMENT));
  try {
    await client[method](request as SplitOperationRequest);
  } catch (error) {
    expect(calls).toHaveLength(0);
    if (!(error instanceof GatewayRequestError)) throw error;
    expect(error.message).not.toMatch(/order-0007|half of it/);
    return error.violations.map(({ field, rule }) => `${field} ${rule}`);
  }
  return calls.map(
    ({ url, body }) => [url.slice(SETTINGS.baseUrl.length), JSON.parse(body ?? '')] as unknown,
  );
}

describe('what is sent', () => {
  it.each<[Method, object, string, object]>([
    ['capture', WHOLE, 'capture', {}],
    ['capture', { ...WHOLE, amountMinor: 510 }, 'capture', { charge_amount: 5.1 }],
    ['voidAuth', WHOLE, 'void', {}],
    ['refund', WHOLE, 'refund', {}],
    ['refund', { ...WHOLE, amountMinor: 1 }, 'refund', { refund_amount: 0.01 }],
    ['refund', { ...WHOLE, receiptDelivery: 'viber' }, 'refund', { f_receipt_delivery: 'viber' }],
  ])('by %s of %j goes to %s', async (method, request, path, more) => {
    const expected = { ...HEAD, order_currency: 'UAH', server_url: WHOLE.serverUrl, ...more };
    expect(await sent(method, request)).toEqual([[`/api/v1/${path}`, expected]]);
    const commented = { ...expected, comment: 'half of it' };
    expect(await sent(method, { ...request, comment: 'half of it' })).toEqual([
      [`/api/v1/${path}`, commented],
    ]);
  });

  it('by splitCapture holds amount and shares', async () => {
    const body = { ...HEAD, order_currency: 'UAH', charge_amount: 10.1, split: WIRE_SPLIT, ...TAIL };
    expect(await sent('splitCapture', SPLIT)).toEqual([['/api/v1/split/capture', body]]);
  });

  it('by splitRefund calls the currency by its other name', async () => {
    const body = { ...HEAD, currency: 'UAH', refund_amount: 10.1, split: WIRE_SPLIT, ...TAIL };
    expect(await sent('splitRefund', SPLIT)).toEqual([['/api/v1/split/refund', body]]);
  });

  it.each(['email', 'sms', 'viber', 'none'])('by refund can deliver its receipt by %s', async (delivery) => {
    const [call] = await sent('refund', { ...WHOLE, receiptDelivery: delivery });
    expect(call).toMatchObject([expect.any(String), { f_receipt_delivery: delivery }]);
  });

  it('leaves an empty comment and address out', async () => {
    const [call] = await sent('voidAuth', { ...WHOLE, comment: '', serverUrl: '' });
    expect(call).toEqual(['/api/v1/void', { ...HEAD, order_currency: 'UAH' }]);
  });

  it('takes the longest comment and order id', async () => {
    const longest = { ...WHOLE, comment: 'x'.repeat(2048), gatewayOrderId: 'x'.repeat(32) };
    for (const method of ['capture', 'voidAuth', 'refund'] as const)
      expect(await sent(method, longest)).toHaveLength(1);
  });
});

describe('what is refused', () => {
  const common: [object, string][] = [
    [{ gatewayOrderId: 'x'.repeat(33) }, 'order_id too-long'],
    [{ gatewayOrderId: '..' }, 'order_id format'],
    [{ gatewayOrderId: '' }, 'order_id required'],
    [{ comment: 'x'.repeat(2049) }, 'comment too-long'],
    [{ serverUrl: 'ftp://shop.example' }, 'server_url format'],
    [{ serverUrl: '/webhook' }, 'server_url format'],
  ];
  for (const [method, currencyField] of [
    ['capture', 'order_currency'],
    ['splitCapture', 'order_currency'],
    ['voidAuth', 'order_currency'],
    ['refund', 'order_currency'],
    ['splitRefund', 'currency'],
  ] as const) {
    it.each([
      ...common,
      [{ currency: 'hryvnia' }, `${currencyField} format`],
      [{ currency: '' }, `${currencyField} required`],
    ] as [object, string][])(`by ${method} with %j is %s`, async (change, violation) => {
      expect(await sent(method, { ...SPLIT, ...change })).toEqual([violation]);
    });
  }

  it.each([0, -1, 10.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15])('the amount %j', async (amountMinor) => {
    expect(await sent('capture', { ...WHOLE, amountMinor })).toEqual(['charge_amount format']);
    expect(await sent('refund', { ...WHOLE, amountMinor })).toEqual(['refund_amount format']);
    expect(await sent('splitCapture', { ...SPLIT, amountMinor })).toEqual(['charge_amount format']);
    expect(await sent('splitRefund', { ...SPLIT, amountMinor })).toEqual(['refund_amount format']);
  });

  it('an unknown delivery', async () => {
    expect(await sent('refund', { ...WHOLE, receiptDelivery: 'pigeon' })).toEqual([
      'f_receipt_delivery format',
    ]);
  });

  const share = (subMerchantId: unknown, amountMinor: unknown) => ({ subMerchantId, amountMinor });
  it.each<[unknown, string[]]>([
    [[], ['split format']],
    [[share(SHOP, 1009)], ['split does-not-add-up']],
    [[share(SHOP, 1010), share(OTHER, 1)], ['split does-not-add-up']],
    [[share(SHOP, 1010), share(OTHER, 0)], ['split.1.amount format']],
    [[share(SHOP, 1020), share(OTHER, -10)], ['split.1.amount format']],
    [
      [share(SHOP, 0.5), share('7', 1009.5)],
      ['split.0.amount format', 'split.1.amount format', 'split.1.sub_merchant_id format'],
    ],
  ])('the shares %j', async (split, violations) => {
    expect(await sent('splitCapture', { ...SPLIT, split })).toEqual(violations);
    expect(await sent('splitRefund', { ...SPLIT, split })).toEqual(violations);
  });

  it('everything at once, by name', async () => {
    const wrong = { ...WHOLE, gatewayOrderId: '', currency: '', amountMinor: 0, receiptDelivery: 'x' };
    expect(await sent('refund', wrong)).toEqual([
      'order_id required',
      'order_currency required',
      'refund_amount format',
      'f_receipt_delivery format',
    ]);
  });
});

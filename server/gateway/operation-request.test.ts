import { describe, expect, it } from 'vitest';
import type { SplitOperationRequest } from '../payments/gateway-port.ts';
import { WHOLE } from './testing/calls.ts';
import { PAYMENT, SETTINGS, SHARES, clientFor, json, violationsOf } from './testing/payments.ts';

const [SHOP, OTHER] = SHARES.map(({ subMerchantId }) => subMerchantId);
const HEAD = { pos_id: SETTINGS.posId, order_id: 'order-0007' };
const WIRE_SPLIT = [
  { amount: 7.1, sub_merchant_id: SHOP },
  { amount: 3, sub_merchant_id: OTHER },
];
const SPLIT = { ...WHOLE, amountMinor: 1010, split: SHARES };
const METHODS = ['capture', 'splitCapture', 'voidAuth', 'refund', 'splitRefund'] as const;
type Method = (typeof METHODS)[number];

/** The path and body that were sent, or the violations that prevented it. */
async function sent(method: Method, request: object) {
  const { client, calls } = clientFor(() => json(PAYMENT));
  const violations = await violationsOf(client[method](request as SplitOperationRequest), calls);
  if (violations) return violations;
  return calls.map(
    ({ url, body }) => [url.slice(SETTINGS.baseUrl.length), JSON.parse(body ?? '')] as unknown,
  );
}

it.each<[Method, object, string, object]>([
  ['capture', WHOLE, 'capture', { order_currency: 'UAH' }],
  ['capture', { ...WHOLE, amountMinor: 510 }, 'capture', { order_currency: 'UAH', charge_amount: 5.1 }],
  ['splitCapture', SPLIT, 'split/capture', { order_currency: 'UAH', charge_amount: 10.1, split: WIRE_SPLIT }],
  ['voidAuth', WHOLE, 'void', { order_currency: 'UAH' }],
  ['refund', WHOLE, 'refund', { order_currency: 'UAH' }],
  ['refund', { ...WHOLE, amountMinor: 1 }, 'refund', { order_currency: 'UAH', refund_amount: 0.01 }],
  [
    'refund',
    { ...WHOLE, receiptDelivery: 'viber' },
    'refund',
    { order_currency: 'UAH', f_receipt_delivery: 'viber' },
  ],
  ['splitRefund', SPLIT, 'split/refund', { currency: 'UAH', refund_amount: 10.1, split: WIRE_SPLIT }],
])('%s of %j is sent to %s', async (method, request, path, fields) => {
  const expected = { ...HEAD, server_url: WHOLE.serverUrl, ...fields };
  expect(await sent(method, request)).toEqual([[`/api/v1/${path}`, expected]]);
  const comment = 'half of it';
  expect(await sent(method, { ...request, comment })).toEqual([
    [`/api/v1/${path}`, { ...expected, comment }],
  ]);
  expect(await sent(method, { ...request, comment: '', serverUrl: '' })).toEqual([
    [`/api/v1/${path}`, { ...HEAD, ...fields }],
  ]);
});

describe('nothing is sent', () => {
  it.each(METHODS)(
    'by %s with what the table of parameters refuses, or an id that is no path',
    async (method) => {
      const currency = method === 'splitRefund' ? 'currency' : 'order_currency';
      expect(await sent(method, { ...SPLIT, currency: 'hryvnia', comment: 'x'.repeat(2049) })).toEqual([
        `${currency} format`,
        'comment too-long',
      ]);
      expect(await sent(method, { ...SPLIT, gatewayOrderId: '', currency: '' })).toEqual([
        'order_id required',
        `${currency} required`,
      ]);
      expect(await sent(method, { ...SPLIT, gatewayOrderId: '..' })).toEqual(['order_id format']);
    },
  );

  it.each([0, -1, 10.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15])(
    'for the amount %j',
    async (amountMinor) => {
      expect(await sent('capture', { ...WHOLE, amountMinor })).toEqual(['charge_amount format']);
      expect(await sent('refund', { ...WHOLE, amountMinor })).toEqual(['refund_amount format']);
      expect(await sent('splitCapture', { ...SPLIT, amountMinor })).toEqual(['charge_amount format']);
      expect(await sent('splitRefund', { ...SPLIT, amountMinor })).toEqual(['refund_amount format']);
    },
  );

  const share = (subMerchantId: unknown, amountMinor: unknown) => ({ subMerchantId, amountMinor });
  it.each<[unknown, string[]]>([
    [[], ['split format']],
    [[share(SHOP, 1009)], ['split does-not-add-up']],
    [[share(SHOP, 1010), share(OTHER, 1)], ['split does-not-add-up']],
    [[share(SHOP, 1020), share(OTHER, -10)], ['split.1.amount format']],
    [
      [share(SHOP, 0.5), share('7', 1009.5)],
      ['split.0.amount format', 'split.1.amount format', 'split.1.sub_merchant_id format'],
    ],
  ])('for the shares %j', async (split, violations) => {
    expect(await sent('splitCapture', { ...SPLIT, split })).toEqual(violations);
    expect(await sent('splitRefund', { ...SPLIT, split })).toEqual(violations);
  });
});

import { describe, expect, it } from 'vitest';
import { CHARGES, READS, TRANSACTION_ID } from './test-calls.ts';
import { createGatewayClient } from './client.ts';
import { json, SETTINGS, scriptedFetch } from './test-payments.ts';
import { faultsOf, type SeenRequest } from './test-strict-validator.ts';

/** A validator that never fails proves nothing: here it gets requests that it must refuse. */

async function requestOf(name: keyof typeof CHARGES | keyof typeof READS): Promise<SeenRequest> {
  const { fetch, calls } = scriptedFetch(() => json({}));
  await { ...CHARGES, ...READS }[name](createGatewayClient(SETTINGS, { fetch }));
  const [call] = calls;
  if (!call) throw new Error('nothing was sent');
  return call;
}

const changed = (request: SeenRequest, change: object): SeenRequest => ({
  ...request,
  body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), ...change }),
});

describe('the strict validator', () => {
  it('finds nothing in what the client sends', async () => {
    for (const name of Object.keys({ ...CHARGES, ...READS }) as (keyof typeof CHARGES)[]) {
      expect([name, faultsOf(await requestOf(name), SETTINGS)]).toEqual([name, []]);
    }
  });

  it.each<[keyof typeof CHARGES, object, string]>([
    ['createDirect', { customer_lang: 'UK' }, 'customer_lang is not sent here'],
    ['createDirect', { cc_token: 't' }, 'neither a whole card nor only a token'],
    ['createDirect', { customer_ip: undefined }, 'customer_ip is required'],
    ['createDirect', { browserFingerprint: {} }, 'browserFingerprint is not in the table'],
    [
      'createDirect',
      { browser_fingerprint: { browserLanguage: 'uk' } },
      'browser_fingerprint is no fingerprint',
    ],
    ['createDirect', { amount: '10.10' }, 'amount is no amount'],
    ['createDirect', { amount: 10.101 }, 'amount is no amount'],
    ['createDirect', { amount: 0 }, 'a payment of nothing'],
    ['createDirect', { exp_month: '07' }, 'exp_month is no month'],
    ['createDirect', { customer_birthday: '1990-02-30' }, 'customer_birthday is no date'],
    ['createDirect', { payload: null }, 'payload is no text-4000'],
    ['createDirect', { pos_id: SETTINGS.posId.replace('0', '1') }, 'pos_id of somebody else'],
    ['createHosted', { cc_number: '4242424242424242' }, 'cc_number is not sent here'],
    ['createHosted lookup', { cc_number: undefined }, 'cc_number is required'],
    ['createSplitDirect', { method: 'auth' }, 'a split that is no purchase'],
    ['createSplitDirect', { split: [] }, 'split is no split'],
    ['createSplitHosted', { amount: 10.11 }, 'shares that do not add up'],
    ['capture', { currency: 'UAH' }, 'currency is not in the table'],
    ['capture', { charge_amount: 0 }, 'charge_amount of nothing'],
    ['refund', { order_currency: undefined }, 'order_currency is required'],
    ['refund', { f_receipt_delivery: 'post' }, 'f_receipt_delivery is no delivery'],
    ['refund', { order_id: 'x'.repeat(33) }, 'order_id is no text-32'],
    ['splitCapture', { charge_amount: undefined }, 'charge_amount is required'],
    ['splitRefund', { order_currency: 'UAH' }, 'order_currency is not in the table'],
  ])('finds in %s with %j: %s', async (name, change, fault) => {
    expect(faultsOf(changed(await requestOf(name), change), SETTINGS)).toContain(fault);
  });

  it.each<[keyof typeof READS | 'cancelHosted', (request: SeenRequest) => Partial<SeenRequest>, string]>([
    [
      'accounts',
      ({ headers }) => ({ headers: withHeader(headers, 'X-API-KEY', 'endpoints-key') }),
      'header x-api-key',
    ],
    ['accounts', ({ url }) => ({ url: `${url}?callback=true` }), 'query callback is not sent'],
    [
      'receipt',
      ({ headers }) => ({ headers: withHeader(headers, 'X-API-KEY', 'other') }),
      'header x-api-key',
    ],
    ['receipt', ({ headers }) => ({ headers: withHeader(headers, 'Accept', 'text/html') }), 'header accept'],
    ['receipt', ({ url }) => ({ url: `${url}&transactionId=7` }), 'query transactionId'],
    [
      'receipt',
      ({ url }) => ({ url: url.replace('=pdf', '=signed_pdf') }),
      'creditReference and signed_pdf go together',
    ],
    ['receiptsOfDay', ({ url }) => ({ url: url.replace('02-28', '02-30') }), 'date'],
    [
      'receiptsOfDay',
      ({ url }) => ({ url: url.replace('=html', '=signed_pdf') }),
      'signed_pdf without credit',
    ],
    ['readOperation', ({ url }) => ({ url: url.replace('?callback=true', '') }), 'query callback'],
    [
      'readOperation',
      ({ url }) => ({ url: `${url.replace('purchase', 'auth')}&transactionId=${TRANSACTION_ID}` }),
      'query transactionId',
    ],
    [
      'readOrder',
      ({ url }) => ({ url: url.replace('/orders/', '/order/') }),
      expect.stringMatching(/^no endpoint/),
    ],
    ['cancelHosted', () => ({ body: '{}' }), 'a body'],
  ])('finds in a changed %s (%#): %s', async (name, change, fault) => {
    const request = await requestOf(name);
    expect(faultsOf({ ...request, ...change(request) }, SETTINGS)).toContainEqual(fault);
  });
});

function withHeader(headers: Headers, name: string, value: string): Headers {
  const all = new Headers(headers);
  all.set(name, value);
  return all;
}

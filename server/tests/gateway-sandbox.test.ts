import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { CARD } from '../gateway/testing/payments.ts';
import type { NewDirectPayment, NewHostedPayment } from '../payments/gateway-port.ts';
import { answered, useMeeting } from '../testing/gateway-sandbox.ts';

const met = useMeeting();

const CHALLENGED = { ...CARD, number: '5454545454545454' };
const DECLINED = { ...CARD, number: '4000000000009995' };
/** Two of the sandbox's sub-merchants. */
const SHOP = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01';
const OTHER = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02';
const share = (subMerchantId: string, amountMinor: number) => ({ subMerchantId, amountMinor });
const SPLIT = { method: 'purchase', split: [share(SHOP, 710), share(OTHER, 300)] } as const;

const LEAST = {
  customer: {},
  products: undefined,
  payload: undefined,
  mcc: undefined,
  validationUrl: undefined,
};
const CONTACT = { email: CUSTOMER.email, phone: CUSTOMER.phone };

async function splitPaid() {
  const payment = { ...met.direct(), ...SPLIT };
  expect(answered(await met.client.createSplitDirect(payment))).toMatchObject({ status: 'success' });
  return payment.gatewayOrderId;
}

describe('direct payments', () => {
  it.each<[string, () => Partial<NewDirectPayment>]>([
    ['everything', () => ({})],
    ['the least', () => ({ ...LEAST, customer: CUSTOMER })],
    ['a cryptogram', () => ({ cryptogram: { any: ['thing', 1] } })],
    ['a wallet’s token', () => ({ card: undefined, cardToken: 'rcr:dG9rZW4gb2YgYSB3YWxsZXQ=' })],
    ['products', () => ({ products: [{ id: 1, name: 'Book', amount: 10.1 }] })],
    ['3-D Secure never', () => ({ threeDs: 'never' })],
  ])('are answered with %s', async (_, change) => {
    for (const method of ['purchase', 'auth'] as const) {
      const payment = met.direct({ method, ...change() });
      const answer = answered(await met.client.createDirect(payment));
      expect(answer).toMatchObject({
        gatewayOrderId: payment.gatewayOrderId,
        mode: 'direct',
        method,
        amountMinor: 1010,
        currency: 'UAH',
        status: 'success',
        statusCode: method === 'auth' ? '1002' : '1000',
        actionRequired: false,
        actionUrl: null,
      });
      expect(answer.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
      expect(answer.processedAt).toMatch(/Z$/);
    }
  });

  it('give a token of the card, which pays the next time', async () => {
    const first = answered(await met.client.createDirect(met.direct()));
    const cardToken = first.cardToken?.token ?? '';
    expect(cardToken).not.toBe('');
    const again = met.direct({ card: undefined, cardToken });
    expect(answered(await met.client.createDirect(again))).toMatchObject({
      status: 'success',
      cardMask: '424242******4242',
    });
    const split = { ...met.direct({ card: undefined, cardToken }), ...SPLIT };
    expect(answered(await met.client.createSplitDirect(split))).toMatchObject({ status: 'success' });
  });

  it('lead to 3-D Secure', async () => {
    for (const change of [{ card: CHALLENGED }, { threeDs: 'always' as const }]) {
      const answer = answered(await met.client.createDirect(met.direct(change)));
      expect(answer).toMatchObject({ status: 'pending', statusCode: '2122', actionRequired: true });
      expect(answer.actionUrl).toMatch(/^http:\/\/127\.0\.0\.1/);
    }
  });

  it('are declined with an answer', async () => {
    const answer = answered(await met.client.createDirect(met.direct({ card: DECLINED })));
    expect(answer).toMatchObject({ status: 'failure', statusCode: '4009' });
  });

  it.each([{}, { amountMinor: 0 }, { ...LEAST, customerIp: '' }])('verify a card with %j', async (change) => {
    const payment = met.direct({ method: 'lookup', ...change });
    const answer = answered(await met.client.createDirect(payment));
    expect(answer).toMatchObject({ method: 'lookup', status: 'success' });
  });

  it('refuse an order id for the second time', async () => {
    const payment = met.direct();
    await met.client.createDirect(payment);
    expect(await met.client.createDirect(payment)).toMatchObject({
      kind: 'refused',
      refusal: { documented: true, code: 'P-409' },
    });
  });
});

describe('split purchases', () => {
  it.each([{}, { ...LEAST, customer: CUSTOMER }, { card: CHALLENGED }])(
    'are answered with %j',
    async (change) => {
      const answer = answered(await met.client.createSplitDirect({ ...met.direct(change), ...SPLIT }));
      expect(answer).toMatchObject({ method: 'purchase', amountMinor: 1010 });
      expect(answer.processedAt).toMatch(/Z$/);
    },
  );

  it('are refused for a sub-merchant that the project does not have', async () => {
    const stranger = {
      ...met.direct(),
      ...SPLIT,
      split: [share('0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', 1010)],
    };
    expect(await met.client.createSplitDirect(stranger)).toMatchObject({ kind: 'refused' });
  });
});

describe('hosted payments', () => {
  const page = /^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/checkout\/[^/]+\/form$/;

  it.each<[string, Partial<NewHostedPayment>]>([
    ['everything', {}],
    ['the least', { ...LEAST, customer: CONTACT, lang: undefined, orderTimeout: undefined }],
    ['a lookup', { method: 'lookup', card: CARD }],
    ['a lookup with the least', { ...LEAST, method: 'lookup', card: CARD, lang: undefined }],
    ['an auth', { method: 'auth' }],
    ['a language of two parts', { lang: 'PT_BR' }],
  ])('lead to a page with %s', async (_, change) => {
    const { location } = answered(await met.client.createHosted(met.hosted(change)));
    expect(location).toMatch(page);
  });

  it.each([{}, { ...LEAST, customer: CONTACT }])('lead to a page with a split and %j', async (change) => {
    const payment = { ...met.hosted(change), ...SPLIT };
    expect(answered(await met.client.createSplitHosted(payment)).location).toMatch(page);
    expect(answered(await met.client.readOperation(payment.gatewayOrderId, 'purchase'))).toMatchObject({
      mode: 'hosted',
      status: 'init',
    });
  });

  it.each(['purchase', 'auth', 'split'] as const)('are cancelled before they are paid: %s', async (kind) => {
    const payment = met.hosted({ method: kind === 'auth' ? 'auth' : 'purchase' });
    if (kind === 'split') answered(await met.client.createSplitHosted({ ...payment, ...SPLIT }));
    else answered(await met.client.createHosted(payment));
    expect(answered(await met.client.cancelHosted(payment.gatewayOrderId))).toMatchObject([
      {
        gatewayOrderId: payment.gatewayOrderId,
        status: 'failure',
        statusCode: '6007',
        actionRequired: false,
      },
    ]);
    expect(await met.client.cancelHosted(payment.gatewayOrderId)).toMatchObject({ kind: 'refused' });
  });

  it.each(['microfinance', 'igaming'] as const)('hold the rules of the sector %s', async (sector) => {
    await met.control('settings', { sector });
    const microfinance = sector === 'microfinance';
    const rules = { microfinance, microfinanceOrIgaming: true };
    const customer = { ...CUSTOMER, ...(microfinance && { birthday: '1990-02-28' }) };
    answered(await met.client.createHosted(met.hosted({ ...LEAST, customer, ...rules })));
    const above = { ...rules, amountMinor: 3_000_001, customer: { ...customer, taxId: '1234567890' } };
    answered(await met.client.createHosted(met.hosted(above)));
    await expect(met.client.createHosted(met.hosted({ ...rules, customer: CONTACT }))).rejects.toThrow(
      'customer_fname (required)',
    );
  });
});

describe('operations', () => {
  it.each([
    ['the whole', undefined, 1010],
    ['a part', 510, 510],
  ])('capture %s of a reserve', async (_, amountMinor, captured) => {
    const request = { ...met.of(await met.paid('auth')), comment: 'sent', amountMinor };
    expect(answered(await met.client.capture(request))).toMatchObject({
      method: 'capture',
      amountMinor: captured,
      currency: 'UAH',
      status: 'success',
      statusCode: '1000',
      comment: 'sent',
      operationId: expect.any(String),
      processedAt: expect.stringMatching(/Z$/),
    });
  });

  it('capture more than the reserve where the project allows it', async () => {
    await met.control('settings', { overCapturePercent: 25 });
    const request = { ...met.of(await met.paid('auth')), amountMinor: 1262 };
    expect(answered(await met.client.capture(request))).toMatchObject({
      amountMinor: 1262,
      status: 'success',
    });
  });

  it('capture a reserve for several sub-merchants, and refund one of them', async () => {
    const order = met.of(await met.paid('auth'));
    const capture = { ...order, amountMinor: 1010, split: SPLIT.split };
    expect(answered(await met.client.splitCapture(capture))).toMatchObject({
      method: 'capture',
      amountMinor: 1010,
      status: 'success',
    });
    const refund = { ...order, amountMinor: 300, split: [share(OTHER, 300)], comment: 'back' };
    const answer = answered(await met.client.splitRefund(refund));
    expect(answer).toMatchObject({ method: 'refund', amountMinor: 300, currency: 'UAH', status: 'success' });
    expect(answer.raw).toHaveProperty('split_fee');
  });

  it('void a reserve', async () => {
    const order = { ...met.of(await met.paid('auth')), comment: 'no' };
    expect(answered(await met.client.voidAuth(order))).toMatchObject({
      method: 'void',
      amountMinor: 1010,
      status: 'success',
      statusCode: '1009',
    });
  });

  it('refund in parts, the rest in whole, and no more', async () => {
    const order = met.of(await met.paid());
    const part = { ...order, amountMinor: 1, receiptDelivery: 'email' as const };
    expect(answered(await met.client.refund(part))).toMatchObject({
      method: 'refund',
      amountMinor: 1,
      statusCode: '1004',
      receiptUrl: expect.stringMatching(/^http/),
    });
    expect(answered(await met.client.refund(order))).toMatchObject({ amountMinor: 1009, status: 'success' });
    expect((await met.client.refund(part)).kind).not.toBe('unknown');
  });

  it('refund a part of a split purchase', async () => {
    const order = met.of(await splitPaid());
    const refund = { ...order, amountMinor: 400, split: [share(SHOP, 300), share(OTHER, 100)] };
    expect(answered(await met.client.splitRefund(refund))).toMatchObject({
      amountMinor: 400,
      status: 'success',
    });
  });

  it('are refused where the payment does not allow them', async () => {
    const purchase = met.of(await met.paid());
    expect(await met.client.capture(purchase)).toMatchObject({ kind: 'refused' });
    expect(await met.client.voidAuth(purchase)).toMatchObject({ kind: 'refused' });
    expect(await met.client.cancelHosted(purchase.gatewayOrderId)).toMatchObject({ kind: 'refused' });
    expect(await met.client.refund(met.of('nobody'))).toMatchObject({
      kind: 'refused',
      refusal: { status: 404 },
    });
  });
});

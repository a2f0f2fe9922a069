import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { CARD } from '../gateway/testing/payments.ts';
import type { NewDirectPayment, NewHostedPayment } from '../payments/gateway-port.ts';
import { answered, useMeeting } from '../testing/gateway-sandbox.ts';

/** Payments and operations: what the client writes, the strict sandbox takes, and its answers can be read. */

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
const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);

describe('direct payments', () => {
  it.each<[string, () => Partial<NewDirectPayment>]>([
    ['everything', () => ({})],
    ['the least', () => ({ ...LEAST, customer: CUSTOMER })],
    ['a cryptogram', () => ({ cryptogram: { any: ['thing', 1] } })],
    ['a wallet’s token', () => ({ card: undefined, cardToken: 'rcr:dG9rZW4gb2YgYSB3YWxsZXQ=' })],
    ['3-D Secure never', () => ({ threeDs: 'never' })],
  ])('are answered with %s', async (_, change) => {
    for (const [method, statusCode] of [
      ['purchase', '1000'],
      ['auth', '1002'],
    ] as const) {
      const payment = met.direct({ method, ...change() });
      expect(answered(await met.client.createDirect(payment))).toMatchObject({
        gatewayOrderId: payment.gatewayOrderId,
        mode: 'direct',
        method,
        amountMinor: 1010,
        currency: 'UAH',
        status: 'success',
        statusCode,
        actionRequired: false,
        actionUrl: null,
        createdAt: TIME,
        processedAt: TIME,
      });
    }
  });

  it('give a token of the card, which pays the next time', async () => {
    const first = answered(await met.client.createDirect(met.direct()));
    const again = met.direct({ card: undefined, cardToken: first.cardToken?.token ?? '' });
    const paid = { status: 'success', cardMask: '424242******4242' };
    expect(answered(await met.client.createDirect(again))).toMatchObject(paid);
    const split = { ...again, gatewayOrderId: met.orderId(), ...SPLIT };
    expect(answered(await met.client.createSplitDirect(split))).toMatchObject(paid);
  });

  it.each([{ card: CHALLENGED }, { threeDs: 'always' as const }])(
    'lead to 3-D Secure with %j',
    async (change) => {
      expect(answered(await met.client.createDirect(met.direct(change)))).toMatchObject({
        status: 'pending',
        statusCode: '2122',
        actionRequired: true,
        actionUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1/),
      });
    },
  );

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
    const refusal = { documented: true, code: 'P-409' };
    expect(await met.client.createDirect(payment)).toMatchObject({ kind: 'refused', refusal });
  });

  it.each([{}, { ...LEAST, customer: CUSTOMER }, { card: CHALLENGED }])(
    'are split and answered with %j',
    async (change) => {
      const answer = answered(await met.client.createSplitDirect({ ...met.direct(change), ...SPLIT }));
      expect(answer).toMatchObject({ method: 'purchase', amountMinor: 1010, processedAt: TIME });
    },
  );
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
    const read = answered(await met.client.readOperation(payment.gatewayOrderId, 'purchase'));
    expect(read).toMatchObject({ mode: 'hosted', status: 'init' });
  });

  it.each(['purchase', 'auth', 'split'] as const)('are cancelled before they are paid: %s', async (kind) => {
    const payment = met.hosted({ method: kind === 'auth' ? 'auth' : 'purchase' });
    if (kind === 'split') answered(await met.client.createSplitHosted({ ...payment, ...SPLIT }));
    else answered(await met.client.createHosted(payment));
    const { gatewayOrderId } = payment;
    expect(answered(await met.client.cancelHosted(gatewayOrderId))).toMatchObject([
      { gatewayOrderId, status: 'failure', statusCode: '6007', actionRequired: false },
    ]);
    expect(await met.client.cancelHosted(gatewayOrderId)).toMatchObject({ kind: 'refused' });
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
      processedAt: TIME,
    });
  });

  it('capture a reserve for several sub-merchants, and refund one of them', async () => {
    const order = met.of(await met.paid('auth'));
    const capture = { ...order, amountMinor: 1010, split: SPLIT.split };
    const captured = answered(await met.client.splitCapture(capture));
    expect(captured).toMatchObject({ method: 'capture', amountMinor: 1010, status: 'success' });
    const refund = { ...order, amountMinor: 300, split: [share(OTHER, 300)], comment: 'back' };
    const answer = answered(await met.client.splitRefund(refund));
    expect(answer).toMatchObject({ method: 'refund', amountMinor: 300, currency: 'UAH', status: 'success' });
    expect(answer.raw).toHaveProperty('split_fee');
  });

  it('void a reserve', async () => {
    const order = { ...met.of(await met.paid('auth')), comment: 'no' };
    const voided = { method: 'void', amountMinor: 1010, status: 'success', statusCode: '1009' };
    expect(answered(await met.client.voidAuth(order))).toMatchObject(voided);
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
    const payment = { ...met.direct(), ...SPLIT };
    answered(await met.client.createSplitDirect(payment));
    const split = [share(SHOP, 300), share(OTHER, 100)];
    const refund = { ...met.of(payment.gatewayOrderId), amountMinor: 400, split };
    expect(answered(await met.client.splitRefund(refund))).toMatchObject({
      amountMinor: 400,
      status: 'success',
    });
  });

  it('are refused where the payment does not allow them', async () => {
    const purchase = met.of(await met.paid());
    for (const refused of [
      await met.client.capture(purchase),
      await met.client.voidAuth(purchase),
      await met.client.cancelHosted(purchase.gatewayOrderId),
    ])
      expect(refused).toMatchObject({ kind: 'refused' });
    const nobody = await met.client.refund(met.of('nobody'));
    expect(nobody).toMatchObject({ kind: 'refused', refusal: { status: 404 } });
  });
});

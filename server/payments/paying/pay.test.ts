import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { CARD, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { answered, gatewayPayment, refused, unknown } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, input, refusal, signed } from '../testing/test-deps.ts';

withTestDeps();

const pay = (key = 'key-00001', body = input(), over: Record<string, unknown> = {}): Promise<PaymentView> =>
  payDirect(deps, signed(over), key, body, CLIENT);

describe('a direct payment', () => {
  it('is charged once and shown as the gateway reported it', async () => {
    answers({ statusCode: '1000', cardMask: '424242******4242' });
    expect(await pay()).toMatchObject({
      orderId: 'order-1',
      mode: 'direct',
      method: 'purchase',
      status: 'success',
      statusCode: '1000',
      amount: '10.10',
      currency: 'UAH',
      cardMask: '424242******4242',
      canRetry: false,
    });
    expect(deps.gateway.of('createDirect')).toEqual(['order-1']);
  });

  it('tells the gateway what order, form and browser say, the token over the form', async () => {
    const customer = { email: 'token@shop.example', phone: '+380501234567', id: 'c-1' };
    const form = { firstName: 'Olena', lastName: 'Koval', email: 'form@shop.example' };
    const { id } = await pay('key-00001', input({ customer: form }), { customer });
    expect(deps.gateway.calls[0]?.request).toMatchObject({
      amountMinor: 1010,
      card: CARD,
      customer: { firstName: 'Olena', email: 'token@shop.example', id: 'c-1' },
      customerIp: '198.51.100.7',
      fingerprint: {
        ...FINGERPRINT,
        browserAcceptHeader: 'application/json',
        browserIpAddress: '198.51.100.7',
      },
      serverUrl: 'https://pay.shop.example/pay/webhook',
      resultUrl: `https://pay.shop.example/pay/return/${id}`,
    });
  });

  it('is refused while another one is open, over the same terms and others', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay();
    for (const over of [{}, { amount: '9' }, { method: 'auth' }]) {
      expect(await refusal(pay('key-00002', input(), over))).toEqual(['payment-open']);
    }
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('may be tried ten times, each with an order id of its own of at most 32 characters', async () => {
    const id = 'an-order-id-of-thirty-two-chars.';
    answers({ status: 'failure' });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { status, canRetry } = await pay(`key-0000${attempt}`, input(), { id });
      expect([status, canRetry]).toEqual(['failure', attempt < 10]);
    }
    expect(await refusal(pay('key-000011', input(), { id }))).toEqual(['too-many-attempts']);
    const used = deps.gateway.of('createDirect');
    expect(new Set(used).size).toBe(10);
    expect(used[0]).toBe(id);
    expect(used.every((one) => one.length <= 32)).toBe(true);
  });

  it('takes another order id where another order has the one of the order', async () => {
    answers({ status: 'failure' });
    await pay('key-00001');
    await pay('key-00002');
    const [, taken = ''] = deps.gateway.of('createDirect');
    await pay('key-00003', input(), { id: taken });
    expect(deps.gateway.of('createDirect')[2]).toMatch(/^order-1\.2\w{5}\.2\w{5}$/);
  });
});

describe('what is not sent to the gateway at all', () => {
  it.each([
    ['a number that fails the check digit', { number: '4242424242424241' }, 'card.number: invalid'],
    ['a card that has expired', { expMonth: 5, expYear: 2026 }, 'card.expYear: expired'],
  ])('%s', async (_what, over, fault) => {
    const body = input({ card: { ...CARD, ...over } });
    expect(await refusal(pay('key-00001', body))).toEqual(['invalid-input', fault]);
  });

  it('a brand that the order does not accept', async () => {
    const declined = pay('key-00001', input(), { brands: ['mastercard'] });
    expect(await refusal(declined)).toEqual(['invalid-input', 'card.number: brand-not-accepted']);
  });

  it('missing customer fields and empty ones of the fingerprint, all named', async () => {
    const body = input({ fingerprint: { ...FINGERPRINT, browserLanguage: ' ' } });
    expect(await refusal(pay('key-00001', body, { customer: {} }))).toEqual([
      'invalid-input',
      'customer.firstName: required',
      'customer.lastName: required',
      'customer.email: required',
      'customer.phone: required',
      'fingerprint.browserLanguage: required',
    ]);
  });

  it('a card where the order or the companion is hosted only', async () => {
    expect(await refusal(pay('key-00001', input(), { modes: ['hosted'] }))).toEqual(['mode-not-allowed']);
    deps.config.direct = false;
    expect(await refusal(pay())).toEqual(['mode-not-allowed']);
  });

  it('a card of a browser that has hung up: the gateway requires its address', async () => {
    const gone = payDirect(deps, signed(), 'key-00001', input(), { ...CLIENT, ip: '' });
    expect(await refusal(gone)).toEqual(['bad-request']);
  });

  afterEach(async () => {
    expect(deps.gateway.calls).toEqual([]);
    expect((await deps.order()).entries).toEqual([]);
  });
});

describe('a card after a hosted page', () => {
  const open = () => payHosted(deps, signed(), {});

  it('goes out once the page is cancelled', async () => {
    await open();
    expect(await pay()).toMatchObject({ mode: 'direct', status: 'success' });
    const methods = deps.gateway.calls.map((call) => call.method);
    expect(methods).toEqual(['createHosted', 'cancelHosted', 'createDirect']);
    expect(await deps.payment()).toMatchObject({ mode: 'hosted', status: 'failure', statusCode: '6007' });
  });

  it.each([
    ['it is unknown whether the page is cancelled', unknown, {}, 'payment-open'],
    ['the page is just being paid', refused(400), { status: 'pending' }, 'payment-open'],
    ['the page was just paid', refused(400), {}, 'order-paid'],
  ] as const)('stays here where %s', async (_what, cancelled, report, code) => {
    await open();
    deps.gateway.script.cancelHosted = async () => cancelled;
    deps.gateway.script.readOperation = async () => answered(gatewayPayment({ mode: 'hosted', ...report }));
    expect(await refusal(pay())).toEqual([code]);
    expect(deps.gateway.of('createDirect')).toEqual([]);
  });

  it('goes out where the page ended and no report of it had come', async () => {
    await open();
    deps.gateway.script.cancelHosted = async () => refused(400);
    const ended = gatewayPayment({ mode: 'hosted', status: 'failure', statusCode: '4148' });
    deps.gateway.script.readOperation = async () => answered(ended);
    expect(await pay()).toMatchObject({ mode: 'direct', status: 'success' });
  });

  it('goes out once where two are sent at the same time', async () => {
    await open();
    const results = await Promise.allSettled([pay('key-00001'), pay('key-00002')]);
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(deps.gateway.of('createDirect')).toHaveLength(1);
  });
});

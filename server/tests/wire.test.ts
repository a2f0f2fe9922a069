import { beforeEach, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER, WHOLE_CUSTOMER } from '../contract/testing/fixtures.ts';
import { createGatewayClient } from '../gateway/client.ts';
import type { Send } from '../gateway/http.ts';
import { json, scriptedFetch, seeOther, SETTINGS } from '../gateway/testing/payments.ts';
import { BODY, jsonOf, problemOf, useCompanion } from '../testing/companion.ts';

/** Every variant of a payment from the order token through the companion to the bytes sent to the gateway. */

const PAGE = 'https://gateway.example/api/v1/checkout/1/form';
const FIRST = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const SECOND = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';

const companion = useCompanion({ config: { posId: SETTINGS.posId } });
let sent: { path: string; text: string; body: Record<string, unknown> }[];
/** Fields that the gateway adds to its answer to a direct payment. */
let echoed: Record<string, unknown>;
/** Where it leads a hosted payment. */
let page: string;

beforeEach(() => {
  sent = [];
  echoed = {};
  page = PAGE;
  const { script } = companion.deps.gateway;
  const client = createGatewayClient(SETTINGS, { fetch: answer });
  script.createDirect = (request) => client.createDirect(request);
  script.createHosted = (request) => client.createHosted(request);
  script.createSplitDirect = (request) => client.createSplitDirect(request);
  script.createSplitHosted = (request) => client.createSplitHosted(request);
});

/** The gateway: a hosted payment has a page, a direct one succeeds; both record the request. */
const answer: Send = async (url, init) => {
  const { fetch, calls } = scriptedFetch(() => new Response());
  await fetch(url, init);
  const { body: text } = calls[0] ?? {};
  const body = JSON.parse(text ?? '') as Record<string, unknown>;
  sent.push({ path: new URL(url).pathname, text: text ?? '', body });
  if (body['mode'] === 'hosted') return seeOther(page);
  const { order_id, pos_id, mode, method, amount, currency } = body;
  const payment = { order_id, pos_id, mode, method, amount, currency, payment_id: FIRST };
  return json({ ...payment, status: 'success', status_code: '1000', cc_token: 'bmV3OnRva2Vu', ...echoed });
};

/** The common fields of every body for `order-1`; `result_url` is the payment's own. */
const SHARED = {
  pos_id: SETTINGS.posId,
  amount: 10.1,
  currency: 'UAH',
  description: 'Two books',
  order_id: 'order-1',
  order_3ds_bypass: 'supported',
  server_url: 'https://pay.shop.example/pay/webhook',
  result_url: expect.stringMatching(/^https:\/\/pay\.shop\.example\/pay\/return\/[\w-]{36}$/),
};
const { email, phone } = CUSTOMER;
const CONTACT = { customer_email: email, customer_phone: phone };
const NAMES = { customer_fname: 'Olena', customer_lname: 'Koval' };
const BROWSER = {
  customer_ip: '198.51.100.7',
  browser_fingerprint: {
    ...BODY.fingerprint,
    browserAcceptHeader: '*/*',
    browserIpAddress: '198.51.100.7',
  },
};
const WIRE_CARD = { cc_number: CARD.number, exp_month: 12, exp_year: 30, card_cvv: '927' };
const SPLIT = {
  split: [
    { subMerchantId: FIRST, amount: '7' },
    { subMerchantId: SECOND, amount: '3.10' },
  ],
};
const WIRE_SPLIT = {
  split: [
    { sub_merchant_id: FIRST, amount: 7 },
    { sub_merchant_id: SECOND, amount: 3.1 },
  ],
};

const pay = (order: Record<string, unknown>, way: object = { card: CARD }) =>
  companion.pay({ order, body: { ...way, fingerprint: BODY.fingerprint } });
const open = async (
  order: Record<string, unknown>,
  body: object = {},
  headers: Record<string, string> = {},
) => companion.ask('/hosted', { token: await companion.token(order), body, headers });

/** All that is left of a payment: its answer, the log and the journal. */
const kept = async (shown: Response) =>
  JSON.stringify([await shown.text(), companion.deps.lines, await companion.deps.store.read('order-1')]);

describe('a direct payment on the wire', () => {
  const DIRECT = { ...SHARED, ...WIRE_CARD, ...BROWSER, mode: 'direct' };

  it.each(['purchase', 'auth'])('of method %s', async (method) => {
    expect((await pay({ method })).status).toBe(200);
    expect(sent).toMatchObject([{ path: '/api/v1/payment' }]);
    expect(sent[0]?.body).toEqual({ ...DIRECT, ...NAMES, ...CONTACT, method });
  });

  it('of method lookup needs no customer', async () => {
    expect((await pay({ method: 'lookup', customer: {} })).status).toBe(200);
    expect(sent[0]?.body).toEqual({ ...DIRECT, method: 'lookup' });
  });

  it('that is divided goes to the endpoint of split purchases', async () => {
    expect((await pay(SPLIT)).status).toBe(200);
    expect(sent).toMatchObject([{ path: '/api/v1/split/purchase', body: { ...DIRECT, ...WIRE_SPLIT } }]);
  });

  it.each([
    [{}, 'rcr:c2FtcGxlLXdhbGxldC10b2tlbg=='],
    [SPLIT, 'c2FtcGxlLWlk:c2VjcmV0LW9mLXRoZS10b2tlbg=='],
  ])('of the order %j by the token %s sends the token alone', async (order, cardToken) => {
    const answered = await pay(order, { cardToken });
    expect(answered.status).toBe(200);
    expect(sent[0]?.body).toMatchObject({ cc_token: cardToken });
    for (const name of Object.keys(WIRE_CARD)) expect(sent[0]?.body).not.toHaveProperty(name);
    const told = await kept(answered);
    for (const secret of [cardToken, 'bmV3OnRva2Vu']) expect(told).not.toContain(secret);
  });
});

describe('a hosted payment on the wire', () => {
  const HOSTED = { ...SHARED, mode: 'hosted' };
  const customer = { email, phone };

  it.each(['purchase', 'auth'])('of method %s', async (method) => {
    expect((await open({ method, orderTimeout: 900, customer })).status).toBe(200);
    expect(sent).toMatchObject([{ path: '/api/v1/payment' }]);
    expect(sent[0]?.body).toEqual({ ...HOSTED, ...CONTACT, method, order_timeout: 900 });
  });

  it('of method lookup carries the card, and no language', async () => {
    const order = { method: 'lookup', customer: {}, orderTimeout: 900, lang: 'UK' };
    expect((await open(order, { card: CARD }, { 'accept-language': 'uk' })).status).toBe(200);
    expect(sent[0]?.body).toEqual({ ...HOSTED, ...WIRE_CARD, method: 'lookup', order_timeout: 900 });
  });

  it('that is divided goes to the endpoint of split purchases', async () => {
    expect((await open({ ...SPLIT, customer })).status).toBe(200);
    const body = { ...HOSTED, ...CONTACT, ...WIRE_SPLIT, method: 'purchase' };
    expect(sent).toMatchObject([{ path: '/api/v1/split/purchase', body }]);
  });

  it.each([
    [{ lang: 'pt_br' }, 'uk', 'PT_BR'],
    [SPLIT, 'pl', 'PL'],
    [{}, 'ka', undefined],
  ])('of an order with %j, on a page in %s, has the language %s', async (order, page, lang) => {
    await open(order, {}, { 'accept-language': page });
    expect(sent[0]?.body['customer_lang']).toBe(lang);
  });
});

describe('card data that the gateway echoes is neither shown nor written nor logged', () => {
  const url = `https://bank.example/acs/${CARD.number}`;
  it('in the answer to a direct payment', async () => {
    const words = `${CARD.number}, CVV ${CARD.cvv}`;
    const action = { user_action_required: true, user_action_url: url, receipt_url: url };
    echoed = { ...action, status: 'pending', status_description: words, comment: words, pan: CARD.number };
    const shown = await pay({});
    expect(await shown.clone().json()).toMatchObject({ status: 'pending', action: null });
    expect(await kept(shown)).not.toMatch(/4242424242424242|CVV 927/);
  });

  it('in the address of a hosted page, which leads nowhere', async () => {
    page = url;
    const shown = await open({ method: 'lookup', customer: {} }, { card: CARD });
    expect(await problemOf(shown.clone())).toMatchObject({ type: expect.stringMatching(/payment-open/) });
    expect(await kept(shown)).not.toContain(CARD.number);
  });
});

const EVERY = {
  products: [{ id: 1, name: 'Book', amount: 10.1, taxes: [{ type: 'vat', prc: 20 }] }, {}],
  payload: '{"shelf":3}',
  mcc: '5942',
  validationUrl: 'https://shop.example/validate',
  threeDs: 'always',
  customer: WHOLE_CUSTOMER,
};
const WIRE_EVERY = {
  products: EVERY.products,
  payload: '{"shelf":3}',
  merchant_mcc: '5942',
  validation_url: 'https://shop.example/validate',
  order_3ds_bypass: 'always',
  ...NAMES,
  ...CONTACT,
  customer_id: 'customer-1',
  customer_patronym: 'Ivanivna',
  customer_country: 'UA',
  customer_birthday: '1990-02-28',
  customer_tax_id: '1234567890',
};

describe('all other parameters of an order', () => {
  it.each([
    ['direct purchase', {}],
    ['direct lookup', { method: 'lookup' }],
    ['direct split', SPLIT],
    ['hosted purchase', {}],
    ['hosted lookup', { method: 'lookup' }],
    ['hosted split', SPLIT],
  ])('reaches the gateway with a %s', async (variant, order) => {
    const direct = variant.startsWith('direct');
    const signed = { ...order, ...EVERY };
    const card = 'method' in order && order.method === 'lookup' ? { card: CARD } : {};
    const answered = await (direct ? pay(signed) : open(signed, card));
    expect(answered.status).toBe(200);
    expect(sent[0]?.body).toMatchObject(WIRE_EVERY);
    const { customer_referrer: referrer } = sent[0]?.body ?? {};
    expect(referrer).toBe(direct ? WHOLE_CUSTOMER.referrer : undefined);
  });
});

/** The fields that the form asks for, and those that the gateway gets. */
describe('what a sector’s customers have to tell', () => {
  const LENDER = { customer: {}, rules: { microfinance: true } };
  const BIRTHDAY = { birthday: '1990-02-28' };
  const TAX_ID = { taxId: '1234567890' };
  it.each([
    ['direct', LENDER, BIRTHDAY, { customer_birthday: '1990-02-28' }],
    ['hosted', { ...LENDER, ...SPLIT }, BIRTHDAY, { customer_birthday: '1990-02-28' }],
    ['hosted', { ...LENDER, amount: '30000.01' }, TAX_ID, { customer_tax_id: '1234567890' }],
    ['hosted', { customer: {}, rules: { igaming: true } }, {}, NAMES],
  ])('%s with %j', async (mode, order, extra, wire) => {
    const direct = mode === 'direct';
    const session = companion.ask('/session', { token: await companion.token(order) });
    const asked = await jsonOf<Record<string, unknown>>(session);
    const given = { ...CUSTOMER, ...extra };
    const fields = asked[direct ? 'customerFields' : 'hostedCustomerFields'];
    expect(fields).toEqual(Object.keys(given));
    const post = (customer: object) =>
      direct ? pay(order, { card: CARD, customer }) : open(order, { customer });
    for (const name of Object.keys(given)) {
      const problem = await problemOf(await post({ ...given, [name]: undefined }));
      expect(problem.errors).toEqual([{ path: `customer.${name}`, code: 'required' }]);
    }
    expect(sent).toEqual([]);
    expect((await post(given)).status).toBe(200);
    expect(sent[0]?.body).toMatchObject({ ...NAMES, ...CONTACT, ...wire });
  });
});

it('amounts leave as they are stated', async () => {
  await pay({
    amount: '0.30',
    split: [
      { subMerchantId: FIRST, amount: '0.10' },
      { subMerchantId: SECOND, amount: '0.20' },
    ],
  });
  expect(sent[0]?.text).toContain('"amount":0.3,');
  expect(sent[0]?.text).toMatch(/"split":\[\{[^}]*"amount":0\.1\b[^}]*\},\{[^}]*"amount":0\.2\b[^}]*\}\]/);
});

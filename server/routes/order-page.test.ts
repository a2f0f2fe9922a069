import { decodeJwt, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HostedView, PaymentView, SessionView } from '../contract/checkout-api.ts';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from '../payments/testing/gateway.ts';
import { BODY, FORM, openCompanion, ORDER_SECRET, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const BASE = 'https://pay.shop.example/pay';

/** Creates an order and returns its token and the path of its page. */
async function mint(over: object = {}): Promise<{ token: string; path: string }> {
  const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'A <mug> & more', ...over };
  const answer = await companion.merchant('/orders', { body: order });
  const { token, url } = (await answer.json()) as { token: string; url: string };
  expect(url.startsWith(`${BASE}/order/`)).toBe(true);
  return { token, path: url.slice(BASE.length) };
}

async function show(path: string, headers: Record<string, string> = {}) {
  const answer = await companion.ask(path, { headers: { accept: 'text/html', ...headers } });
  return { answer, text: await answer.text() };
}

const tokenIn = (text: string): string =>
  new RegExp(`<pay-form src="${BASE}" order="([^"]+)"`).exec(text)?.[1] ?? '';

const session = async (token: string) =>
  (await (await companion.ask('/session', { token })).json()) as SessionView & { code?: string };

const pay = (token: string) =>
  companion.ask('/payments', { token, body: BODY, headers: { 'idempotency-key': 'key-00001' } });

const operationOf = (method: string, over: { amountMinor: number; gatewayOrderId: string }) =>
  gatewayPayment({ method, operationId: crypto.randomUUID(), currency: 'EUR', ...over });

describe('the payment page', () => {
  it('holds the tag with the token of the order, and says what is to be paid', async () => {
    const { path } = await mint();
    const { answer, text } = await show(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect((await session(tokenIn(text))).order).toMatchObject({ id: 'A-1', amount: '24.50' });
    expect(text).toContain(`<script type="module" src="${BASE}/pay-form.js"></script>`);
    expect(text).toContain('€24.50');
    expect(text).toContain('A &lt;mug&gt; &amp; more');
    expect(text).toContain('Order <bdi>A-1</bdi>');
  });

  it('runs only our script, sends no referrer to other sites, and is neither cached nor indexed', async () => {
    const { answer, text } = await show((await mint()).path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'nonce-([^']{16,})'/.exec(policy)?.[1];
    expect(text).toContain(`<style nonce="${nonce}">`);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self' https:",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has a plain form inside that works without JavaScript', async () => {
    const { token, path } = await mint({ rules: { igaming: true }, customer: { email: CUSTOMER.email } });
    const { text } = await show(path);
    expect(text).toContain(`<form method="post" action="${BASE}/hosted">`);
    expect(text).toContain('You pay €24.50 on the bank’s secure page.');
    const names = [...text.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['order', 'firstName', 'lastName', 'phone']);
    const body = new URLSearchParams({ order: token, firstName: 'O', lastName: 'K', phone: CUSTOMER.phone });
    const headers = { ...FORM, origin: 'https://pay.shop.example' };
    const answer = await companion.ask('/hosted', { body: String(body), headers });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://gateway.example/pay/A-1']);
  });

  it.each([{ modes: ['direct'] }, { method: 'lookup' }])(
    'has no form inside where a form cannot pay: %j',
    async (over) => {
      const { text } = await show((await mint(over)).path);
      expect(text).toContain('This page needs JavaScript');
      expect(text).not.toContain('<form');
    },
  );

  it.each<[string, object, boolean, boolean]>([
    ['none by itself', {}, true, false],
    ['none where cards are typed too', { modes: ['direct', 'hosted'] }, true, false],
    ['it where the order is hosted only', { modes: ['hosted'] }, true, true],
    ['it where the companion is hosted only', {}, false, true],
    ['it where the order asks for more than the companion has', { modes: ['direct', 'hosted'] }, false, true],
    [
      'also where a card is checked, which is then not possible',
      { method: 'lookup', modes: ['hosted'] },
      true,
      true,
    ],
  ])('names the hosted mode from the first paint: %s', async (_what, over, direct, isNamed) => {
    companion.deps.config.direct = direct;
    const { text } = await show((await mint(over)).path);
    expect(text.includes(' mode="hosted">')).toBe(isNamed);
  });

  it('speaks the language of the order, or else the browser’s, as the tag then does', async () => {
    const english = await show((await mint({ lang: 'EN' })).path, { 'accept-language': 'uk' });
    expect(english.text).toContain('<html lang="en">');
    const arabic = await show((await mint({ id: 'A-2' })).path, { 'accept-language': 'ar-EG,ar;q=0.9' });
    expect(arabic.text).toContain('<html lang="ar-EG" dir="rtl">');
    expect(arabic.text).toContain('<button>المتابعة إلى الدفع</button>');
    expect(arabic.text).not.toMatch(/<pay-form [^>]* lang=/);
    const none = await show('/order/none', { 'accept-language': 'pl' });
    expect(none.text).toContain('<h1>Ten link donikąd nie prowadzi</h1>');
  });

  it('is there where a payment is open or in doubt: the tag shows what is known of it', async () => {
    const { token, path } = await mint({ customer: CUSTOMER });
    companion.deps.gateway.script.createDirect = async () => unknown;
    expect((await pay(token)).status).toBe(200);
    expect((await show(path)).text).toContain('<pay-form');
  });
});

describe('the token on a payment page', () => {
  const PRIVATE = {
    customer: { ...CUSTOMER, id: 'c-1', taxId: '3123456789' },
    payload: 'of nobody else',
    products: [{ name: 'a gift' }],
    returnUrl: 'https://shop.example/thanks?session=1',
  };

  it('says what the tag shows at once, and nothing of the customer', async () => {
    const { token, path } = await mint({ ...PRIVATE, brands: ['visa'], rules: { igaming: true } });
    const { iat, exp } = decodeJwt(token);
    expect(decodeJwt(tokenIn((await show(path)).text))).toEqual({
      paymentPage: path.slice('/order/'.length),
      order: {
        id: 'A-1',
        amount: '24.50',
        currency: 'EUR',
        description: 'A <mug> & more',
        method: 'purchase',
        brands: ['visa'],
        rules: { igaming: true },
        customer: Object.fromEntries(Object.keys(PRIVATE.customer).map((name) => [name, true])),
      },
      iat,
      exp,
    });
  });

  it('pays with all that the order states', async () => {
    const { path } = await mint(PRIVATE);
    const held = tokenIn((await show(path)).text);
    expect((await session(held)).customerFields).toEqual([]);
    expect((await pay(held)).status).toBe(200);
    expect(companion.deps.gateway.calls[0]?.request).toMatchObject({
      payload: PRIVATE.payload,
      products: PRIVATE.products,
      customer: PRIVATE.customer,
    });
  });

  it('goes on where the order is updated over the same, and pays what it is now', async () => {
    const { path } = await mint({ customer: CUSTOMER });
    const held = tokenIn((await show(path)).text);
    expect((await session(held)).order.amount).toBe('24.50');
    await mint({ customer: CUSTOMER, payload: 'new', description: 'Two mugs' });
    expect((await pay(held)).status).toBe(200);
    expect(companion.deps.gateway.calls[0]?.request).toMatchObject({ payload: 'new' });
  });

  it.each<object>([{ amount: '99.00' }, { currency: 'UAH' }, { method: 'auth' }])(
    'ends where the order is updated to %j',
    async (over) => {
      const [first, second] = [
        tokenIn((await show((await mint()).path)).text),
        await mint({ payload: 'new' }),
      ];
      const fresh = tokenIn((await show(second.path)).text);
      await mint(over);
      expect((await session(fresh)).code).toBe('order-changed');
      expect((await session(first)).code).toBe('order-changed');
    },
  );

  it.each([['of no page'], [true], [null]])('is refused where it names the page %j', async (paymentPage) => {
    const { token } = await mint();
    const forged = await new SignJWT({ ...decodeJwt(token), paymentPage })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(ORDER_SECRET));
    expect((await session(forged)).code).toBe('order-token-invalid');
  });
});

describe('in place of the payment page stands', () => {
  it('a word that the link does not work (404)', async () => {
    for (const path of ['/order/nothing', '/order/%00', '/order/%E0%A4%A', `/order/${'x'.repeat(5_000)}`]) {
      const { answer, text } = await show(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(text).toContain('This link does not work');
      expect(text).not.toContain('<script');
    }
  });

  it('a word that the link has expired (410)', async () => {
    const { path } = await mint({ expiresIn: 60 });
    expect((await show(path)).answer.status).toBe(200);
    companion.deps.clock.pass(61);
    const { answer, text } = await show(path, { 'accept-language': 'uk' });
    expect(answer.status).toBe(410);
    expect(text).toContain('Строк дії посилання минув');
    expect(text).not.toContain('<pay-form');
  });

  it('what is known of a payment that is open when the link expires', async () => {
    const { token, path } = await mint({ customer: CUSTOMER, expiresIn: 60 });
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending', actionUrl: 'https://bank.example/acs' }));
    const { id } = (await (await pay(token)).json()) as { id: string };
    companion.deps.clock.pass(61);
    const { answer, text } = await show(path);
    expect([answer.status, text.includes('<pay-form')]).toEqual([200, false]);
    expect(text).toContain('https://bank.example/acs');
    expect(text).not.toContain('4242');
    expect(text).not.toMatch(/use another card|refresh|<script/);
    const back = (await show(`/return/${id}`)).text;
    expect(back).toContain('https://bank.example/acs');
    expect(back).not.toContain('Use another card');
    await companion.webhook({ order_id: 'A-1', amount: 24.5, currency: 'EUR', status: 'failure' });
    expect((await show(path)).answer.status).toBe(410);
    expect((await show(`/return/${id}`)).text).not.toContain('Try again');
  });

  it('that the order is paid, with the way back to the shop, also when the link has expired', async () => {
    const { token, path } = await mint({ customer: CUSTOMER, returnUrl: 'https://shop.example/a?b=1&c=2' });
    expect((await pay(token)).status).toBe(200);
    const { answer, text } = await show(path);
    expect(answer.status).toBe(200);
    expect(text).toContain('Paid');
    expect(text).toContain('€24.50');
    expect(text).toContain('href="https://shop.example/a?b=1&amp;c=2"');
    expect(text).not.toContain('<pay-form');
    companion.deps.clock.pass(100_000);
    expect((await show(path)).text).toContain('Paid');
  });

  it.each([
    ['reserved', [], 'Amount reserved', 'Суму зарезервовано', '€24.50'],
    ['released', [['void', {}]], 'Hold released', 'Резерв скасовано', '€24.50'],
    ['captured in part', [['capture', { amount: '20' }]], 'Paid', 'Сплачено', '€20.00'],
    [
      'captured and refunded in part',
      [
        ['capture', {}],
        ['refund', { amount: '4.50' }],
      ],
      'Paid',
      'Сплачено',
      '€24.50',
    ],
    [
      'captured and refunded',
      [
        ['capture', { amount: '20' }],
        ['refund', { amount: '5' }],
        ['refund', {}],
      ],
      'Refunded',
      'Кошти повернено',
      '€20.00',
    ],
  ] as const)('what has become of an auth: %s', async (_what, operations, english, ukrainian, amount) => {
    const { token, path } = await mint({ method: 'auth', customer: CUSTOMER });
    const { id } = (await (await pay(token)).json()) as { id: string };
    companion.deps.gateway.script.capture = async ({ amountMinor = 2450, gatewayOrderId }) =>
      answered(operationOf('capture', { amountMinor, gatewayOrderId }));
    for (const [name, body] of operations) {
      expect((await companion.merchant(`/orders/A-1/${name}`, { body })).status).toBe(200);
    }
    for (const page of [path, `/return/${id}`]) {
      const { text } = await show(page);
      expect(text).toContain(`<div role="status"><h1>${english}</h1></div>`);
      expect(text).toContain(amount);
      expect((await show(page, { 'accept-language': 'uk' })).text).toContain(`>${ukrainian}</h1>`);
    }
  });

  describe('to another holder of the link', () => {
    const CARD = { cardMask: '424242******4242', receiptUrl: 'https://gateway.example/receipt' };
    const SHOWN = /4242|gateway\.example\/receipt/;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    /** The payer pays through the link; somebody else has it too. */
    async function payBesideAnother(over: object, order: object = {}) {
      const { path } = await mint({ customer: CUSTOMER, ...order });
      companion.deps.gateway.script.createDirect = async (request) =>
        answered(gatewayPaymentOf(request, { ...CARD, ...over }));
      const token = tokenIn((await show(path)).text);
      const paid = (await (await pay(token)).json()) as PaymentView;
      return { token, paid, path, shown: (await session(token)).payment };
    }

    it.each(['success', 'pending', 'failure'] as const)(
      'no address that shows the card and the receipt (%s)',
      async (status) => {
        const { paid, shown, token } = await payBesideAnother({ status });
        expect(paid).toMatchObject({ status, ...CARD });
        expect(shown).toMatchObject({ status, cardMask: null, receiptUrl: null });
        expect(JSON.stringify(await session(token))).not.toContain(paid.id);
        const followed = await companion.ask(`/payments/${shown?.id}`, { headers: bearer(token) });
        const text = await followed.text();
        expect(JSON.parse(text)).toMatchObject({ id: shown?.id, status, cardMask: null, receiptUrl: null });
        expect(text).not.toContain(paid.id);
        const page = await show(`/return/${shown?.id}`);
        expect(page.answer.status).toBe(200);
        expect(page.text).toContain('€24.50');
        expect(page.text).not.toMatch(SHOWN);
        expect(page.text).not.toContain(paid.id);
        expect((await show(`/return/${paid.id}`)).text).toMatch(SHOWN);
      },
    );

    it('none on the hosted page that the payer has open', async () => {
      const { path } = await mint({ customer: CUSTOMER });
      const token = tokenIn((await show(path)).text);
      const open = async () => {
        const answer = await companion.ask('/hosted', { token, body: {} });
        return ((await answer.json()) as HostedView).payment.id;
      };
      const [first, second] = [await open(), await open()];
      const { id } = (
        await companion.deps.store.find({ kind: 'link', id: path.slice('/order/'.length) })
      )?.entries.flatMap((entry) => (entry.kind === 'payment-started' ? [entry.payment] : []))[0] ?? {
        id: '',
      };
      expect([first, second]).not.toContain(id);
      expect((await session(token)).payment?.id).toBe(first);
      expect((await show(`/return/${first}`)).answer.status).toBe(200);
    });

    it('the way to use another card, as the payer has it', async () => {
      const actionUrl = 'https://bank.example/acs';
      const { token, shown } = await payBesideAnother({ status: 'pending', actionUrl });
      companion.deps.gateway.script = {};
      const answer = await companion.ask('/payments', {
        token,
        body: { ...BODY, replaces: shown?.id },
        headers: { 'idempotency-key': 'key-00002' },
      });
      expect(await answer.json()).toMatchObject({ status: 'success' });
    });

    it('the way to the shop, with the payment’s own id for it', async () => {
      const returnUrl = 'https://shop.example/thanks';
      const { paid, shown } = await payBesideAnother({}, { returnUrl });
      const { answer } = await show(`/return/${shown?.id}`);
      expect(answer.headers.get('location')).toBe(`${returnUrl}?payment=${paid.id}&status=success`);
    });

    it.each(['link.1', 'null.1', '.1', '.'])('nothing at /return/%s', async (id) => {
      await payBesideAnother({});
      expect((await show(`/return/${id}`)).answer.status).toBe(404);
    });
  });

  it('neither the receipt nor the card, which only the payer sees who comes back', async () => {
    const { token, path } = await mint({ customer: CUSTOMER });
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { receiptUrl: 'https://gateway.example/receipt' }));
    const paymentLink = tokenIn((await show(path)).text);
    const { id } = (await (await pay(token)).json()) as { id: string };
    const shown = { cardMask: null, receiptUrl: null, status: 'success' };
    expect((await session(paymentLink)).payment).toMatchObject(shown);
    const followed = await companion.ask(`/payments/${id}`, {
      headers: { authorization: `Bearer ${paymentLink}` },
    });
    expect(await followed.json()).toMatchObject(shown);
    expect((await show(path)).text).not.toMatch(/4242|receipt/i);
    expect((await show(`/return/${id}`)).text).toMatch(/4242[^]*gateway\.example\/receipt/);
    companion.deps.clock.pass(1_000);
    expect((await show(`/return/${id}`)).text).not.toMatch(/4242|receipt/i);
  });

  it('that a purchase was refunded, and what it was for', async () => {
    const { token, path } = await mint({ customer: CUSTOMER });
    await pay(token);
    companion.deps.gateway.script.refund = async ({ gatewayOrderId }) =>
      answered(operationOf('refund', { amountMinor: 2450, gatewayOrderId }));
    expect((await companion.merchant('/orders/A-1/refund', { body: {} })).status).toBe(200);
    const { text } = await show(path);
    expect(text).toContain('Refunded');
    expect(text).not.toMatch(/Paid|✓/);
    expect(text).toContain('A &lt;mug&gt; &amp; more');
    expect(text).toContain('Order <bdi>A-1</bdi>');
  });

  it('that the card is confirmed, where only that was asked for', async () => {
    const { token, path } = await mint({ method: 'lookup', customer: CUSTOMER });
    expect((await show(path)).text).not.toContain('24.50');
    await pay(token);
    const { text } = await show(path);
    expect(text).toContain('Card confirmed');
    expect(text).not.toContain('24.50');
  });
});

describe('GET /return/{id} of an order with a payment page', () => {
  it('leads back there after a failure, and nowhere after a success', async () => {
    const { token, path } = await mint({ customer: CUSTOMER });
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'failure' }));
    const { id } = (await (await pay(token)).json()) as { id: string };
    expect((await show(`/return/${id}`)).text).toContain(
      `<a class="button" href="${BASE}${path}">Try again</a>`,
    );
    companion.deps.gateway.script = {};
    const again = await companion.ask('/payments', {
      token,
      body: BODY,
      headers: { 'idempotency-key': 'key-00002' },
    });
    const second = (await again.json()) as { id: string };
    expect((await show(`/return/${second.id}`)).text).not.toContain('Try again');
    const first = (await show(`/return/${id}`)).text;
    expect(first).not.toContain('Try again');
    expect(first).not.toContain('Please try');
  });

  it('leads there for another card, beside the bank, from a payment that waits to be confirmed', async () => {
    const { token, path } = await mint({ customer: CUSTOMER });
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending', actionUrl: 'https://bank.example/acs' }));
    const { id } = (await (await pay(token)).json()) as { id: string };
    const { text } = await show(`/return/${id}`);
    const links = [...text.matchAll(/<a class="button[^"]*" href="([^"]*)">([^<]*)/g)];
    expect(links.map(([, href, label]) => [href, label])).toEqual([
      ['https://bank.example/acs', 'Continue to your bank'],
      [`${BASE}${path}`, 'Use another card'],
    ]);
    expect(text).toContain('<p>If you cannot confirm there, use another card.</p>');
    expect((await show(`/return/${id}`, { 'accept-language': 'uk' })).text).toContain(
      'Скористатися іншою карткою',
    );
  });
});

describe('a merchant of the settings or of the order', () => {
  const SHOP = { name: 'The shop', logoUrl: null, contact: 'help@shop.example' };
  beforeEach(async () => {
    await companion.deps.store.close();
    Object.assign(companion, await openCompanion({ config: { merchant: SHOP } }));
  });
  const returnOf = async (token: string) =>
    `/return/${((await (await pay(token)).json()) as { id: string }).id}`;

  it('is named with logo and contact, and may load the logo from its origin only', async () => {
    const logoUrl = 'https://cdn.example/a/logo.svg?v=1';
    const { path } = await mint({ merchant: { name: 'K & W', logoUrl, contact: 'help@shop.example' } });
    const { answer, text } = await show(path);
    expect(text).toContain(`<img src="${logoUrl}" alt="" height="40"><span>K &amp; W</span>`);
    expect(text).toContain('Questions? <bdi><a href="mailto:help@shop.example">help@shop.example</a></bdi>');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toContain('img-src data: https://cdn.example');
  });

  it('names whom the order was for also on the way back', async () => {
    const merchant = { name: 'The potter', contact: '+380 44 123 45 67' };
    const { token } = await mint({ customer: CUSTOMER, merchant });
    const { text } = await show(await returnOf(token));
    expect(text).toContain('The potter</title>');
    expect(text).toContain('<a href="tel:+380441234567">');
    expect(text).not.toContain('The shop');
  });
});

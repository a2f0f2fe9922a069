import { decodeJwt, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HostedView, PaymentView, SessionView } from '../contract/checkout-api.ts';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import { answered, gatewayPayment, unknown } from '../payments/testing/gateway.ts';
import { BODY, FORM, jsonOf, openCompanion, ORDER_SECRET, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const BASE = 'https://pay.shop.example/pay';
const ACS = 'https://bank.example/acs';
const RECEIPT = 'https://gateway.example/receipt';

/** Creates an order and returns its token and the path of its page. */
async function mint(over: object = {}): Promise<{ token: string; path: string }> {
  const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'A <mug> & more', ...over };
  const answer = companion.merchant('/orders', { body: order });
  const { token, url } = await jsonOf<{ token: string; url: string }>(answer);
  expect(url.startsWith(`${BASE}/order/`)).toBe(true);
  return { token, path: url.slice(BASE.length) };
}
/** The same, for an order that needs nothing more of its customer. */
const mintWhole = (over: object = {}) => mint({ customer: CUSTOMER, ...over });

async function show(path: string, language = 'en') {
  const headers = { accept: 'text/html', 'accept-language': language };
  const answer = await companion.ask(path, { headers });
  return { answer, text: await answer.text() };
}

const tokenOn = async (path: string): Promise<string> =>
  new RegExp(`<pay-form src="${BASE}" order="([^"]+)"`).exec((await show(path)).text)?.[1] ?? '';

const session = (token: string) =>
  jsonOf<SessionView & { code?: string }>(companion.ask('/session', { token }));

const pay = (token: string, key = 'key-00001', body: object = BODY) =>
  jsonOf<PaymentView>(companion.pay({ token, key, body }));

/** The gateway makes this operation, whatever it is asked for. */
function operates(method: 'capture' | 'refund') {
  companion.deps.gateway.script[method] = async ({ amountMinor = 2450, gatewayOrderId }) =>
    answered(
      gatewayPayment({
        method,
        operationId: crypto.randomUUID(),
        currency: 'EUR',
        amountMinor,
        gatewayOrderId,
      }),
    );
}
const operate = async (name: string, body: object = {}) =>
  expect((await companion.merchant(`/orders/A-1/${name}`, { body })).status).toBe(200);

describe('the payment page', () => {
  it('holds the tag with the token of the order, and says what is to be paid', async () => {
    const { path } = await mint();
    const { answer, text } = await show(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect((await session(await tokenOn(path))).order).toMatchObject({ id: 'A-1', amount: '24.50' });
    expect(text).toContain(`<script type="module" src="${BASE}/pay-form.js"></script>`);
    for (const part of ['€24.50', 'A &lt;mug&gt; &amp; more', 'Order <bdi>A-1</bdi>'])
      expect(text).toContain(part);
  });

  it('runs only our script, sends no referrer to other sites, and is neither cached nor indexed', async () => {
    const { answer, text } = await show((await mint()).path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'nonce-([^']{16,})'/.exec(policy)?.[1];
    expect(text).toContain(`<style nonce="${nonce}">`);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src ${BASE}/`,
        `connect-src ${BASE}/`,
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

  it.each<[object, boolean, boolean]>([
    [{ modes: ['direct', 'hosted'] }, true, false],
    [{ modes: ['hosted'] }, true, true],
    [{ modes: ['direct', 'hosted'] }, false, true],
  ])('for %j with direct payments %j names the hosted mode: %j', async (over, direct, isNamed) => {
    companion.deps.config.direct = direct;
    const { text } = await show((await mint(over)).path);
    expect(text.includes(' mode="hosted">')).toBe(isNamed);
  });

  it('speaks the language of the order, or else the browser’s, as the tag then does', async () => {
    const english = await show((await mint({ lang: 'EN' })).path, 'uk');
    expect(english.text).toContain('<html lang="en">');
    const arabic = await show((await mint({ id: 'A-2' })).path, 'ar-EG,ar;q=0.9');
    expect(arabic.text).toContain('<html lang="ar-EG" dir="rtl">');
    expect(arabic.text).toContain('<button>المتابعة إلى الدفع</button>');
    expect(arabic.text).not.toMatch(/<pay-form [^>]* lang=/);
  });

  it('is there where a payment is open or in doubt: the tag shows what is known of it', async () => {
    const { token, path } = await mintWhole();
    companion.deps.gateway.script.createDirect = async () => unknown;
    expect(await pay(token)).toMatchObject({ status: 'unknown' });
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
    expect(decodeJwt(await tokenOn(path))).toEqual({
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
    const held = await tokenOn((await mint(PRIVATE)).path);
    expect((await session(held)).customerFields).toEqual([]);
    await pay(held);
    const { returnUrl: _, ...sent } = PRIVATE;
    expect(companion.deps.gateway.calls).toMatchObject([{ method: 'createDirect', request: sent }]);
  });

  it('goes on where the order is updated over the same, and pays what it is now', async () => {
    const held = await tokenOn((await mintWhole()).path);
    expect((await session(held)).order.amount).toBe('24.50');
    await mintWhole({ payload: 'new', description: 'Two mugs' });
    expect(await pay(held)).toMatchObject({ status: 'success' });
    expect(companion.deps.gateway.calls[0]?.request).toMatchObject({ payload: 'new' });
  });

  it.each<object>([{ amount: '99.00' }, { currency: 'UAH' }, { method: 'auth' }])(
    'ends where the order is updated to %j',
    async (over) => {
      const first = await tokenOn((await mint()).path);
      const fresh = await tokenOn((await mint({ payload: 'new' })).path);
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
    companion.deps.clock.pass(59);
    expect((await show(path)).answer.status).toBe(200);
    companion.deps.clock.pass(2);
    const { answer, text } = await show(path, 'uk');
    expect(answer.status).toBe(410);
    expect(text).toContain('Строк дії посилання минув');
    expect(text).not.toContain('<pay-form');
  });

  it('what is known of a payment that is open when the link expires', async () => {
    const { token, path } = await mintWhole({ expiresIn: 60 });
    companion.answers({ status: 'pending', actionUrl: ACS });
    const { id } = await pay(token);
    companion.deps.clock.pass(61);
    const { answer, text } = await show(path);
    expect(answer.status).toBe(200);
    expect(text).toContain(ACS);
    expect(text).not.toMatch(/<pay-form|4242|use another card|refresh|<script/);
    const back = (await show(`/return/${id}`)).text;
    expect(back).toContain(ACS);
    expect(back).not.toContain('Use another card');
    await companion.webhook({ order_id: 'A-1', amount: 24.5, currency: 'EUR', status: 'failure' });
    expect((await show(path)).answer.status).toBe(410);
    expect((await show(`/return/${id}`)).text).not.toContain('Try again');
  });

  it('that the order is paid, with the way back to the shop, also when the link has expired', async () => {
    const { token, path } = await mintWhole({ returnUrl: 'https://shop.example/a?b=1&c=2' });
    await pay(token);
    const { answer, text } = await show(path);
    expect(answer.status).toBe(200);
    for (const part of ['Paid', '€24.50', 'href="https://shop.example/a?b=1&amp;c=2"'])
      expect(text).toContain(part);
    expect(text).not.toContain('<pay-form');
    companion.deps.clock.pass(100_000);
    expect((await show(path)).text).toContain('Paid');
  });

  const CAPTURED = ['capture', { amount: '20' }] as const;
  it.each([
    ['reserved', [], 'Amount reserved', 'Суму зарезервовано', '€24.50'],
    ['released', [['void', {}]], 'Hold released', 'Резерв скасовано', '€24.50'],
    ['captured in part', [CAPTURED], 'Paid', 'Сплачено', '€20.00'],
    ['refunded in part', [['capture'], ['refund', { amount: '4.50' }]], 'Paid', 'Сплачено', '€24.50'],
    [
      'refunded',
      [CAPTURED, ['refund', { amount: '5' }], ['refund']],
      'Refunded',
      'Кошти повернено',
      '€20.00',
    ],
  ] as const)('what has become of an auth: %s', async (_what, operations, english, ukrainian, amount) => {
    const { token, path } = await mintWhole({ method: 'auth' });
    const { id } = await pay(token);
    operates('capture');
    for (const [name, body] of operations) await operate(name, body);
    for (const page of [path, `/return/${id}`]) {
      const { text } = await show(page);
      expect(text).toContain(`<div role="status"><h1>${english}</h1></div>`);
      expect(text).toContain(amount);
      expect((await show(page, 'uk')).text).toContain(`>${ukrainian}</h1>`);
    }
  });

  it('that a purchase was refunded, and what it was for', async () => {
    const { token, path } = await mintWhole();
    await pay(token);
    operates('refund');
    await operate('refund');
    const { text } = await show(path);
    for (const part of ['Refunded', 'A &lt;mug&gt; &amp; more', 'Order <bdi>A-1</bdi>'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Paid|✓/);
  });

  it('that the card is confirmed, where only that was asked for', async () => {
    const { token, path } = await mintWhole({ method: 'lookup' });
    expect((await show(path)).text).not.toContain('24.50');
    await pay(token);
    const { text } = await show(path);
    expect(text).toContain('Card confirmed');
    expect(text).not.toContain('24.50');
  });
});

describe('to another holder of its link a payment page gives', () => {
  const CARD = { cardMask: '424242******4242', receiptUrl: RECEIPT };
  const HIDDEN = { cardMask: null, receiptUrl: null };
  const SHOWN = /4242|gateway\.example\/receipt/;
  /** The payer pays through the link; somebody else has it too. */
  async function payBesideAnother(over: Partial<GatewayPayment>, order: object = {}) {
    const { path } = await mintWhole(order);
    companion.answers({ ...CARD, ...over });
    const token = await tokenOn(path);
    return { token, path, paid: await pay(token), shown: (await session(token)).payment };
  }

  it.each(['success', 'pending', 'failure'] as const)(
    'no address that shows the card and the receipt (%s)',
    async (status) => {
      const { paid, shown, token } = await payBesideAnother({ status });
      expect(paid).toMatchObject({ status, ...CARD });
      expect(shown).toMatchObject({ status, ...HIDDEN });
      expect(JSON.stringify(await session(token))).not.toContain(paid.id);
      const followed = await jsonOf(companion.ask(`/payments/${shown?.id}`, { token }));
      expect(followed).toMatchObject({ id: shown?.id, status, ...HIDDEN });
      expect(JSON.stringify(followed)).not.toContain(paid.id);
      const page = await show(`/return/${shown?.id}`);
      expect(page.answer.status).toBe(200);
      expect(page.text).toContain('€24.50');
      expect(page.text).not.toMatch(SHOWN);
      expect(page.text).not.toContain(paid.id);
      expect((await show(`/return/${paid.id}`)).text).toMatch(SHOWN);
    },
  );

  it('neither the receipt nor the card, which only the payer sees who comes back, for a while', async () => {
    const { path, paid } = await payBesideAnother({});
    expect((await show(path)).text).not.toMatch(/4242|receipt/i);
    expect((await show(`/return/${paid.id}`)).text).toMatch(/4242[^]*gateway\.example\/receipt/);
    companion.deps.clock.pass(1_000);
    expect((await show(`/return/${paid.id}`)).text).not.toMatch(/4242|receipt/i);
  });

  it('neither of a payment by the merchant’s own token', async () => {
    const { token, path } = await mintWhole();
    companion.answers(CARD);
    const held = await tokenOn(path);
    const { id } = await pay(token);
    expect((await session(held)).payment).toMatchObject({ ...HIDDEN, status: 'success' });
    expect(await jsonOf(companion.ask(`/payments/${id}`, { token: held }))).toMatchObject(HIDDEN);
  });

  it('no own id of the hosted payment that the payer has open', async () => {
    const { path } = await mintWhole();
    const token = await tokenOn(path);
    const open = async () =>
      (await jsonOf<HostedView>(companion.ask('/hosted', { token, body: {} }))).payment;
    const [first, second] = [await open(), await open()];
    const stored = await companion.deps.store.find({ kind: 'link', id: path.slice('/order/'.length) });
    const [payment] = (stored?.entries ?? []).flatMap((entry) =>
      entry.kind === 'payment-started' ? [entry.payment] : [],
    );
    expect(payment?.id).toEqual(expect.any(String));
    expect([first.id, second.id]).not.toContain(payment?.id);
    expect((await session(token)).payment?.id).toBe(first.id);
    expect((await show(`/return/${first.id}`)).answer.status).toBe(200);
  });

  it('the way to use another card, as the payer has it', async () => {
    const { token, shown } = await payBesideAnother({ status: 'pending', actionUrl: ACS });
    companion.answers({});
    const replacing = await pay(token, 'key-00002', { ...BODY, replaces: shown?.id });
    expect(replacing).toMatchObject({ status: 'success' });
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

describe('GET /return/{id} of an order with a payment page', () => {
  it('leads back there after a failure, and nowhere after a success', async () => {
    const { token, path } = await mintWhole();
    companion.answers({ status: 'failure' });
    const first = await pay(token);
    const again = `<a class="button" href="${BASE}${path}">Try again</a>`;
    expect((await show(`/return/${first.id}`)).text).toContain(again);
    companion.answers({});
    const second = await pay(token, 'key-00002');
    for (const { id } of [first, second])
      expect((await show(`/return/${id}`)).text).not.toMatch(/Try again|Please try/);
  });

  it('leads there for another card, beside the bank, from a payment that waits to be confirmed', async () => {
    const { token, path } = await mintWhole();
    companion.answers({ status: 'pending', actionUrl: ACS });
    const { id } = await pay(token);
    const { text } = await show(`/return/${id}`);
    const links = [...text.matchAll(/<a class="button[^"]*" href="([^"]*)">([^<]*)/g)];
    expect(links.map(([, href, label]) => [href, label])).toEqual([
      [ACS, 'Continue to your bank'],
      [`${BASE}${path}`, 'Use another card'],
    ]);
    expect(text).toContain('<p>If you cannot confirm there, use another card.</p>');
  });
});

describe('a merchant of the settings or of the order', () => {
  const SHOP = { name: 'The shop', logoUrl: null, contact: 'help@shop.example' };
  beforeEach(async () => {
    await companion.deps.store.close();
    Object.assign(companion, await openCompanion({ config: { merchant: SHOP } }));
  });

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
    const { token } = await mintWhole({ merchant });
    const { text } = await show(`/return/${(await pay(token)).id}`);
    expect(text).toContain('The potter</title>');
    expect(text).toContain('<a href="tel:+380441234567">');
    expect(text).not.toContain('The shop');
  });
});

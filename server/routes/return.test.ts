import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answered, gatewayPayment, unknown } from '../payments/testing/gateway.ts';
import { gate } from '../payments/testing/test-deps.ts';
import { FORM, problemOf, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const HTML = { accept: 'text/html,*/*' };
const SHOP = 'https://shop.example/thanks';
type Status = 'init' | 'pending' | 'success' | 'failure' | 'unknown';

/** @returns the id of a payment with this status */
async function start(status: Status, order = {}, statusCode: string | null = null): Promise<string> {
  if (status === 'unknown') companion.deps.gateway.script.createDirect = async () => unknown;
  else companion.answers({ status, statusCode, receiptUrl: 'https://gateway.example/r?a=1&b=2' });
  return (await companion.paid(order)).id;
}
async function visit(id: string, headers: Record<string, string> = {}) {
  const answer = await companion.ask(`/return/${id}`, { headers: { ...HTML, ...headers } });
  return { answer, text: await answer.text(), location: answer.headers.get('location') };
}
const show = async (id: string, language = 'en') => (await visit(id, { 'accept-language': language })).text;
const policyOf = (answer: Response) => answer.headers.get('content-security-policy')?.split('; ') ?? [];

describe('GET /return/{id} with a returnUrl', () => {
  it('leads on with payment and status behind what is there', async () => {
    const id = await start('success', { returnUrl: `${SHOP}?cart=7&status=old#top` });
    const { answer, location } = await visit(id);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(location).toBe(`${SHOP}?cart=7&status=old&payment=${id}&status=success#top`);
  });

  it('leads on with what is known where the gateway cannot be asked', async () => {
    const id = await start('pending', { returnUrl: SHOP });
    companion.deps.gateway.script.readOperation = () => Promise.reject(new TypeError('boom'));
    expect((await visit(id)).location).toContain('status=pending');
  });

  it('leads on at once where too many wait for the order already, and those with its webhook', async () => {
    const id = await start('pending', { returnUrl: SHOP });
    companion.deps.gateway.script.readOperation = () => gate<never>().promise;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = Array.from({ length: 100 }, () => visit(id));
    await expect.poll(() => companion.deps.orderEvents.waiting('order-1').order).toBe(100);
    expect((await visit(id)).location).toContain('status=pending');
    await companion.webhook({});
    for (const { location } of await Promise.all(waiting)) expect(location).toContain('status=success');
  });
});

describe('GET /return/{id} without a returnUrl', () => {
  it.each([
    ['success', 'Paid', false],
    ['failure', 'Payment not completed', false],
    ['init', 'Not paid yet', false],
    ['pending', 'being processed', true],
    ['unknown', 'Checking with your bank', true],
  ] as const)(
    'shows that a payment is %s, and follows it only while that helps',
    async (status, words, follows) => {
      const { answer, text } = await visit(await start(status));
      expect([answer.status, answer.headers.has('refresh')]).toEqual([200, false]);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect([text.includes('<script'), text.includes('http-equiv="refresh"')]).toEqual([follows, follows]);
      expect(text).toContain(words);
      expect(text).toContain('₴10.10');
    },
  );

  it.each([
    ['', '3; url=?look=1'],
    ['?look=1', '5; url=?look=2'],
    ['?look=3', '30; url=?look=3'],
    ['?look=other', '3; url=?look=1'],
  ])('reloads without JavaScript only, after growing pauses (%s)', async (query, content) => {
    const [head = ''] = (await show((await start('pending')) + query)).split('</head>');
    expect(head).toContain(`<noscript><meta http-equiv="refresh" content="${content}"></noscript>`);
  });

  it.each([
    ['purchase', 'Your bank asks you to confirm the payment.'],
    ['lookup', 'Your bank asks you to confirm the card.'],
  ])(
    'says what to do while a %s waits for its customer, and leaves the page alone',
    async (method, title) => {
      companion.answers({ status: 'pending', actionUrl: 'https://bank.example/acs' });
      const { answer, text } = await visit((await companion.paid({ method })).id);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain('<a class="button" href="https://bank.example/acs">Continue to your bank</a>');
      expect(text).not.toMatch(/will show the result|being processed|being checked|refresh|<script/);
      expect(policyOf(answer).join()).not.toContain('script-src');
    },
  );

  it.each([
    ['4157', 'en', 'check the code from your bank. Nothing was charged.'],
    ['4139', 'en', 'Something is wrong on the shop’s side, not with your card.'],
    [null, 'en', 'Please try again or use another card.'],
    ['6007', 'uk', 'Платіж скасовано.'],
  ])('says why a payment failed (%s, %s), and where to go', async (statusCode, language, words) => {
    const text = await show(await start('failure', {}, statusCode), language);
    expect(text).toContain(words);
    if (language === 'en') expect(text).toContain('Go back to the shop to try again.');
  });

  it('says of an unknown outcome what is being done, which order it is, and that the page may be closed', async () => {
    const id = await start('unknown');
    const text = await show(id);
    for (const part of [
      '<li class="done">Your payment was sent.</li><li aria-current="step">We keep asking',
      'You may close this page: you will not be charged twice,',
      'Order <bdi>order-1</bdi>',
    ])
      expect(text).toContain(part);
    expect(await show(id, 'uk')).toContain('<div role="status"><h1>Результат ще невідомий</h1></div>');
  });

  it.each([
    ['pending', null, 'Your card is being checked'],
    ['failure', '4159', 'The card was not confirmed. Please try again or use another card.'],
    ['unknown', null, 'You may close this page: nothing is charged'],
  ] as const)(
    'says of a card check that is %s (%s) nothing of a payment or an amount',
    async (status, code, words) => {
      const text = await show(await start(status, { method: 'lookup' }, code));
      expect(text).toContain(words);
      expect(text).not.toMatch(/payment|paid|pay again|₴/i);
    },
  );

  it('shows the card by its brand and last digits, and escapes what it shows', async () => {
    const text = await show(await start('success'));
    expect(text).toContain('Visa •••• 4242');
    expect(text).not.toContain('424242');
    expect(text).toContain('href="https://gateway.example/r?a=1&amp;b=2"');
  });

  it.each([
    ['uk-UA,uk;q=0.9', '<html lang="uk-UA">', 'Сплачено', /10,10\s₴/],
    ['ar-EG', '<html lang="ar-EG" dir="rtl">', 'تم الدفع', /١٠٫١٠\s‏?₴/],
  ])(
    'speaks the language that the browser prefers (%s), amounts too',
    async (wanted, root, title, amount) => {
      const text = await show(await start('success'), wanted);
      expect(text).toContain(root);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toMatch(amount);
    },
  );

  it.each([
    ['success', false],
    ['pending', true],
  ] as const)(
    'runs no script but its own, cannot be framed, and styles by a nonce that changes (%s)',
    async (status, follows) => {
      const id = await start(status);
      const nonces = [];
      for (const { answer, text } of [await visit(id), await visit(id)]) {
        const policy = policyOf(answer);
        const nonce = /style-src 'nonce-([^']{16,})'/.exec(policy.join())?.[1] ?? 'none';
        expect(policy).toEqual(
          expect.arrayContaining([
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
          ]),
        );
        expect(text).toContain(`<style nonce="${nonce}">`);
        const own = follows ? [`script-src ${hashOf(scriptIn(text))}`, "connect-src 'self'"] : [];
        expect(policy.filter((one) => /^(script|connect)-src/.test(one))).toEqual(own);
        nonces.push(nonce);
      }
      expect(nonces[0]).not.toBe(nonces[1]);
    },
  );
});

const scriptIn = (text: string): string => /<script[^>]*>([^]*)<\/script>/.exec(text)?.[1] ?? '';

describe('/return/{id} in a frame', () => {
  const framed = (id: string) => visit(id, { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' });

  it.each(['success', 'failure', 'pending'] as const)(
    'never shows the order’s page, whatever became of the payment (%s)',
    async (status) => {
      const { answer, text, location } = await framed(await start(status, { returnUrl: SHOP }));
      expect([answer.status, location, answer.headers.get('cache-control')]).toEqual([200, null, 'no-store']);
      expect(text).toContain('One moment…');
      expect(text).not.toContain(SHOP);
    },
  );

  it('names the payment and exactly the origins that may hear of it, and nothing of the state', async () => {
    const id = await start('success', { returnUrl: SHOP });
    const { text } = await framed(id);
    const origins = 'https://pay.shop.example https://shop.example';
    expect(text).toContain(`<script data-payment-id="${id}" data-origins="${origins}">`);
    expect(text).not.toMatch(/\*|success|10\.10/);
  });

  it('runs this one script by its hash, and may be framed by the allowed origins only', async () => {
    const { answer, text } = await framed(await start('success'));
    expect(policyOf(answer)).toEqual(
      expect.arrayContaining([
        `script-src ${hashOf(scriptIn(text))}`,
        'frame-ancestors https://pay.shop.example https://shop.example',
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]),
    );
    expect(answer.headers.has('x-frame-options')).toBe(false);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['document', 'frame', 'empty'])(
    'is as ever where the browser shows it elsewhere (%s)',
    async (dest) => {
      const id = await start('success', { returnUrl: SHOP });
      expect((await visit(id, { 'sec-fetch-dest': dest })).location).toContain(SHOP);
    },
  );

  it('cannot be framed where there is no such payment', async () => {
    const { answer } = await framed('none');
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([404, 'DENY']);
  });
});

it('a payment that is not there is a page for a browser and a problem for a program', async () => {
  const { answer, text } = await visit('none', { 'sec-fetch-mode': 'navigate', 'accept-language': 'he' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
  expect(text).toContain('<html lang="he" dir="rtl">');
  expect(await problemOf(await companion.ask('/return/none'))).toMatchObject({ code: 'payment-not-found' });
});

describe('POST /return/{id}, as some gateways and banks lead back', () => {
  const post = (path: string, init: RequestInit = {}) =>
    companion.app.request(`https://pay.shop.example/pay/return/${path}`, { method: 'POST', ...init });
  const BODIES: [string, RequestInit][] = [
    ['nothing', {}],
    ['a form', { body: 'status=failure&order_id=other', headers: FORM }],
    ['JSON that is none', { body: '{"status":', headers: { 'content-type': 'application/json' } }],
    ['bytes of no type', { body: new Uint8Array([0xff, 0, 0xfe]) }],
  ];

  it.each(BODIES)('leads on as GET does, whatever is posted: %s', async (_what, init) => {
    const id = await start('success', { returnUrl: SHOP });
    const answer = await post(id, init);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(answer.headers.get('location')).toBe(`${SHOP}?payment=${id}&status=success`);
  });

  it.each([
    { origin: 'https://acs.bank.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ])('comes from pages of any site: %j', async (headers) => {
    const id = await start('success', { returnUrl: SHOP });
    expect((await post(id, { headers })).status).toBe(303);
  });

  it('trusts nothing of what is posted or stands in the address, and asks the gateway', async () => {
    const id = await start('pending', { returnUrl: SHOP });
    companion.deps.gateway.script.readOperation = async () => answered(gatewayPayment({ status: 'failure' }));
    const body = `payment=other&status=success&returnUrl=${encodeURIComponent('https://evil.example')}`;
    const answer = await post(`${id}?status=success`, { headers: FORM, body });
    expect(answer.headers.get('location')).toBe(`${SHOP}?payment=${id}&status=failure`);
  });

  it('takes a body up to the limit, and then says so', async () => {
    const id = await start('success', { returnUrl: SHOP });
    const sized = (length: number) =>
      post(id, { body: 'x'.repeat(length), headers: { 'content-length': String(length) } });
    expect((await sized(64 * 1024)).status).toBe(303);
    const problem = await problemOf(await sized(64 * 1024 + 1));
    expect(problem).toMatchObject({ status: 413, code: 'body-too-large' });
  });
});

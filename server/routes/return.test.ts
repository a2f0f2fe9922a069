import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from '../payments/testing/gateway.ts';
import { gate } from '../payments/testing/test-deps.ts';
import { FORM, problemOf, type TestCompanion, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const HTML = { accept: 'text/html,*/*' };
async function start(
  status: 'init' | 'pending' | 'success' | 'failure' | 'unknown',
  order = {},
): Promise<string> {
  companion.deps.gateway.script.createDirect = async (request) =>
    status === 'unknown'
      ? unknown
      : answered(gatewayPaymentOf(request, { status, receiptUrl: 'https://gateway.example/r?a=1&b=2' }));
  const { id } = (await (await companion.pay({ order })).json()) as { id: string };
  return id;
}

describe('GET /return/{id} with a returnUrl', () => {
  const returnUrl = 'https://shop.example/thanks?cart=7&status=old#top';

  it('leads on with payment and status behind what is there', async () => {
    const id = await start('success', { returnUrl });
    const answer = await companion.ask(`/return/${id}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('location')).toBe(
      `https://shop.example/thanks?cart=7&status=old&payment=${id}&status=success#top`,
    );
  });

  it.each(['?x=%E9', '?a%20b', '?sig=aGk/aGk+=', '?q=%2f%2F'])(
    'leaves %s of the address as it is, byte by byte',
    async (query) => {
      const id = await start('success', { returnUrl: `https://shop.example/thanks${query}` });
      const answer = await companion.ask(`/return/${id}`);
      expect(answer.headers.get('location')).toBe(
        `https://shop.example/thanks${query}&payment=${id}&status=success`,
      );
    },
  );

  it('trusts nothing of the visit and asks the gateway first', async () => {
    const id = await start('pending', { returnUrl });
    companion.deps.gateway.script.readOperation = async () => answered(gatewayPayment({ status: 'failure' }));
    const answer = await companion.ask(`/return/${id}?status=success`);
    expect(answer.headers.get('location')).toContain('status=failure');
  });

  it('leads on with what is known where the gateway cannot be asked', async () => {
    const id = await start('pending', { returnUrl });
    companion.deps.gateway.script.readOperation = () => Promise.reject(new TypeError('boom'));
    const answer = await companion.ask(`/return/${id}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain('status=pending');
  });

  it('leads on with the webhook where the gateway is slow to answer', async () => {
    const id = await start('pending', { returnUrl });
    const never = gate<never>();
    companion.deps.gateway.script.readOperation = () => never.promise;
    const answer = companion.ask(`/return/${id}`);
    await expect.poll(() => companion.deps.gateway.of('readOperation')).toHaveLength(1);
    await companion.webhook({});
    expect((await answer).headers.get('location')).toContain('status=success');
  });

  it('leads on at once where too many wait for the order already', async () => {
    const id = await start('pending', { returnUrl });
    companion.deps.gateway.script.readOperation = () => gate<never>().promise;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = Array.from({ length: 100 }, () => companion.ask(`/return/${id}`));
    await expect.poll(() => companion.deps.orderEvents.waiting('order-1').order).toBe(100);
    const late = await companion.ask(`/return/${id}`);
    expect(late.headers.get('location')).toContain('status=pending');
    await companion.webhook({});
    for (const answer of await Promise.all(waiting))
      expect(answer.headers.get('location')).toContain('status=success');
  });
});

describe('GET /return/{id} without a returnUrl', () => {
  const show = async (id: string, headers = {}) => {
    const answer = await companion.ask(`/return/${id}`, { headers: { ...HTML, ...headers } });
    return { answer, text: await answer.text() };
  };

  it.each([
    ['success', 'Paid', false],
    ['failure', 'Payment not completed', false],
    ['init', 'Not paid yet', false],
    ['pending', 'being processed', true],
    ['unknown', 'Checking with your bank', true],
  ] as const)(
    'shows that a payment is %s, and follows it only while that helps',
    async (status, words, follows) => {
      const { answer, text } = await show(await start(status));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.headers.has('refresh')).toBe(false);
      expect(text.includes('<script')).toBe(follows);
      expect(text.includes('http-equiv="refresh"')).toBe(follows);
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
    const { text } = await show((await start('pending')) + query);
    expect(text).toMatch(
      new RegExp(
        `<head>[^]*<noscript><meta http-equiv="refresh" content="${content.replace('?', '[?]')}"></noscript>[^]*</head>`,
      ),
    );
  });

  it.each([
    ['purchase', 'Your bank asks you to confirm the payment.'],
    ['lookup', 'Your bank asks you to confirm the card.'],
  ])(
    'says what to do while a %s waits for its customer, and leaves the page alone',
    async (method, title) => {
      companion.deps.gateway.script.createDirect = async (request) =>
        answered(gatewayPaymentOf(request, { status: 'pending', actionUrl: 'https://bank.example/acs' }));
      const { id } = (await (await companion.pay({ order: { method } })).json()) as { id: string };
      const { answer, text } = await show(id);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain('<a class="button" href="https://bank.example/acs">Continue to your bank</a>');
      expect(text).not.toMatch(/will show the result|being processed|being checked/);
      expect(text).not.toMatch(/refresh|<script/);
      expect(answer.headers.has('refresh')).toBe(false);
      expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    },
  );

  it.each([
    ['4157', 'en', 'check the code from your bank. Nothing was charged.'],
    ['4139', 'en', 'Something is wrong on the shop’s side, not with your card.'],
    [null, 'en', 'Please try again or use another card.'],
    ['6007', 'uk', 'Платіж скасовано.'],
  ])('says why a payment failed (%s, %s), and where to go', async (statusCode, language, words) => {
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'failure', statusCode }));
    const { id } = (await (await companion.pay()).json()) as { id: string };
    const { text } = await show(id, { 'accept-language': language });
    expect(text).toContain(words);
    if (language === 'en') expect(text).toContain('Go back to the shop to try again.');
  });

  it('says of an unknown outcome what is being done, which order it is, and that the page may be closed', async () => {
    const { text } = await show(await start('unknown'));
    expect(text).toContain(
      '<li class="done">Your payment was sent.</li><li aria-current="step">We keep asking',
    );
    expect(text).toContain('You may close this page: you will not be charged twice,');
    expect(text).toContain('Order <bdi>order-1</bdi>');
    const uk = await show(await start('unknown'), { 'accept-language': 'uk' });
    expect(uk.text).toContain('<div role="status"><h1>Результат ще невідомий</h1></div>');
  });

  it.each([
    ['pending', null, 'Your card is being checked'],
    ['failure', '4159', 'The card was not confirmed. Please try again or use another card.'],
    ['unknown', null, 'You may close this page: nothing is charged'],
  ] as const)(
    'says of a card check that is %s (%s) nothing of a payment or an amount',
    async (status, code, words) => {
      companion.deps.gateway.script.createDirect = async (request) =>
        status === 'unknown' ? unknown : answered(gatewayPaymentOf(request, { status, statusCode: code }));
      const { id } = (await (await companion.pay({ order: { method: 'lookup' } })).json()) as { id: string };
      const { text } = await show(id);
      expect(text).toContain(words);
      expect(text).not.toMatch(/payment|paid|pay again|₴/i);
    },
  );

  it('shows the card by its brand and last digits', async () => {
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'success', cardMask: '424242******4242' }));
    const { id } = (await (await companion.pay()).json()) as { id: string };
    const { text } = await show(id);
    expect(text).toContain('Visa •••• 4242');
    expect(text).not.toContain('424242');
  });

  it('costs the gateway one question, however often it is asked for within two seconds', async () => {
    const id = await start('pending');
    const asked = () => companion.deps.gateway.of('readOperation').length;
    const before = asked();
    await Promise.all(Array.from({ length: 20 }, () => show(id)));
    // The test's clock skips the pause: visits after the first answer share a second query.
    const during = asked();
    expect(during - before).toBeLessThanOrEqual(2);
    companion.deps.clock.pass(2);
    await show(id);
    expect(asked()).toBe(during + 1);
  });

  it.each([
    ['uk-UA,uk;q=0.9', '<html lang="uk-UA">', 'Сплачено', /10,10\s₴/],
    ['ar-EG', '<html lang="ar-EG" dir="rtl">', 'تم الدفع', /١٠٫١٠\s‏?₴/],
  ])(
    'speaks the language that the browser prefers (%s), amounts too',
    async (wanted, root, title, amount) => {
      const { text } = await show(await start('success'), { 'accept-language': wanted });
      expect(text).toContain(root);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toMatch(amount);
    },
  );

  it('escapes what it shows', async () => {
    const { text } = await show(await start('success'));
    expect(text).toContain('href="https://gateway.example/r?a=1&amp;b=2"');
  });

  it.each(['success', 'pending'] as const)(
    'runs no script but its own, cannot be framed, and styles by a nonce that changes (%s)',
    async (status) => {
      const id = await start(status);
      const nonces = [];
      for (let visit = 0; visit < 2; visit += 1) {
        const { answer, text } = await show(id);
        const policy = answer.headers.get('content-security-policy')?.split('; ') ?? [];
        const nonce = /style-src 'nonce-([^']{16,})'/.exec(policy.join())?.[1] ?? 'none';
        for (const directive of [
          "default-src 'none'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'none'",
        ]) {
          expect(policy).toContain(directive);
        }
        expect(text).toContain(`<style nonce="${nonce}">`);
        expect(policy.filter((one) => /^(script|connect)-src/.test(one))).toEqual(ownScript(text));
        nonces.push(nonce);
      }
      expect(nonces[0]).not.toBe(nonces[1]);
    },
  );

  /** The directives that a page's script needs. */
  function ownScript(text: string): string[] {
    const script = /<script[^>]*>([^]*)<\/script>/.exec(text)?.[1];
    return script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"];
  }
});

describe('/return/{id} in a frame', () => {
  const returnUrl = 'https://shop.example/thanks';
  const FRAMED = { ...HTML, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  const visit = async (id: string, init: Parameters<TestCompanion['ask']>[1] = {}) => {
    const answer = await companion.ask(`/return/${id}`, { ...init, headers: { ...FRAMED, ...init.headers } });
    return { answer, text: await answer.text() };
  };

  it.each(['success', 'failure', 'pending'] as const)(
    'never shows the order’s page, whatever became of the payment (%s)',
    async (status) => {
      const { answer, text } = await visit(await start(status, { returnUrl }));
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('One moment…');
      expect(text).not.toContain('shop.example/thanks');
    },
  );

  it('names the payment and exactly the origins that may hear of it, and nothing of the state', async () => {
    const id = await start('success', { returnUrl });
    const { text } = await visit(id);
    expect(text).toContain(
      `<script data-payment-id="${id}" data-origins="https://pay.shop.example https://shop.example">`,
    );
    expect(text).not.toMatch(/\*|success|10\.10/);
  });

  it('runs this one script by its hash, and may be framed by the allowed origins only', async () => {
    const { answer, text } = await visit(await start('success'));
    const script = /<script[^>]*>([^]*)<\/script>/.exec(text)?.[1] ?? '';
    const policy = answer.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain(`script-src ${hashOf(script)}`);
    expect(policy).toContain('frame-ancestors https://pay.shop.example https://shop.example');
    for (const directive of ["default-src 'none'", "base-uri 'none'", "form-action 'none'"])
      expect(policy).toContain(directive);
    expect(answer.headers.has('x-frame-options')).toBe(false);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['document', 'frame', 'empty', undefined])(
    'is as ever where the browser shows it elsewhere (%s)',
    async (dest) => {
      const id = await start('success', { returnUrl });
      const answer = await companion.ask(`/return/${id}`, {
        headers: dest ? { 'sec-fetch-dest': dest } : {},
      });
      expect(answer.headers.get('location')).toContain('https://shop.example/thanks');
    },
  );

  it('cannot be framed where there is no such payment', async () => {
    const { answer } = await visit('none');
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([404, 'DENY']);
  });
});

describe('GET /return/{id} of a payment that is not there', () => {
  it('is a page for a browser and a problem for a program', async () => {
    const headers = { ...HTML, 'sec-fetch-mode': 'navigate', 'accept-language': 'he' };
    const page = await companion.ask('/return/none', { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(await page.text()).toContain('<html lang="he" dir="rtl">');
    expect(await problemOf(await companion.ask('/return/none'))).toMatchObject({ code: 'payment-not-found' });
  });
});

describe('POST /return/{id}, as some gateways and banks lead back', () => {
  const returnUrl = 'https://shop.example/thanks';
  const post = (id: string, init: RequestInit = {}) =>
    companion.app.request(`https://pay.shop.example/pay/return/${id}`, { method: 'POST', ...init });
  const BODIES: [string, RequestInit['body'], string | undefined][] = [
    ['none', undefined, undefined],
    ['a form', 'status=failure&order_id=other', FORM['content-type']],
    ['JSON that is none', '{"status":', 'application/json'],
    ['bytes of no type', new Uint8Array([0xff, 0, 0xfe]), undefined],
  ];

  it.each(BODIES)('leads on as GET does, whatever is posted: %s', async (_what, body, type) => {
    const id = await start('success', { returnUrl });
    const headers = new Headers(type === undefined ? {} : { 'content-type': type });
    const answer = await post(id, { headers, ...(body !== undefined && { body }) });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${returnUrl}?payment=${id}&status=success`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    { origin: 'https://acs.bank.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    {},
  ])('comes from pages of any site: %j', async (headers) => {
    const id = await start('success', { returnUrl });
    expect((await post(id, { headers })).status).toBe(303);
  });

  it('trusts nothing of what is posted or stands in the address, and asks the gateway', async () => {
    const id = await start('pending', { returnUrl });
    companion.deps.gateway.script.readOperation = async () => answered(gatewayPayment({ status: 'failure' }));
    const answer = await companion.app.request(`https://pay.shop.example/pay/return/${id}?status=success`, {
      method: 'POST',
      headers: FORM,
      body: `payment=other&status=success&returnUrl=${encodeURIComponent('https://evil.example')}`,
    });
    expect(answer.headers.get('location')).toBe(`${returnUrl}?payment=${id}&status=failure`);
  });

  it('takes a body up to the limit, and then says so', async () => {
    const id = await start('success', { returnUrl });
    const sized = (length: number) =>
      post(id, { body: 'x'.repeat(length), headers: { 'content-length': String(length) } });
    expect((await sized(64 * 1024)).status).toBe(303);
    const problem = await problemOf(await sized(64 * 1024 + 1));
    expect(problem).toMatchObject({ status: 413, code: 'body-too-large' });
  });
});

import { describe, expect, it } from 'vitest';
import { refused, unknown } from '../payments/testing/gateway.ts';
import { BODY, FORM, jsonOf, problemOf, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

describe('POST /hosted', () => {
  const PAGE = 'https://gateway.example/pay/order-1';
  const open = async (order: Record<string, unknown> = {}, body: object = {}) =>
    companion.ask('/hosted', { token: await companion.token(order), body });
  const submit = (fields: Record<string, string>) =>
    companion.ask('/hosted', { body: String(new URLSearchParams(fields)), headers: FORM });

  it('answers where to go', async () => {
    expect(await jsonOf(open())).toMatchObject({
      location: PAGE,
      payment: { mode: 'hosted', status: 'init', action: { url: PAGE } },
    });
  });

  it('refuses unknown fields', async () => {
    expect((await problemOf(await open({}, { amount: '1' }))).errors).toEqual([
      { path: 'amount', code: 'unknown-field' },
    ]);
  });

  it('leads a form there, without JavaScript, with the customer’s fields flat', async () => {
    const order = await companion.token({ customer: {} });
    const contact = { email: 'olena@shop.example', phone: '+380501234567' };
    const answer = await submit({ order, ...contact, firstName: '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    expect(companion.deps.gateway.calls[0]?.request).toMatchObject({ customer: contact });
  });

  it('answers a program whose form is invalid with a problem', async () => {
    const order = await companion.token({ customer: {} });
    expect(await problemOf(await submit({ order, email: '<b>nobody' }))).toMatchObject({
      code: 'invalid-input',
      errors: [
        { path: 'customer.email', code: 'invalid' },
        { path: 'customer.phone', code: 'required' },
      ],
    });
    const nonsense = await problemOf(await submit({ order: 'nonsense' }));
    expect(nonsense).toMatchObject({ status: 401, code: 'order-token-invalid' });
  });

  it.each([
    ['refused', refused(400), 502, 'gateway-refused'],
    ['unclear', unknown, 409, 'payment-open'],
  ])('that is %s at the gateway is a problem', async (_what, outcome, status, code) => {
    companion.deps.gateway.script.createHosted = async () => outcome;
    const problem = await problemOf(await open());
    expect(problem).toMatchObject({ status, code });
    // The gateway's own message is only for the merchant.
    expect(JSON.stringify(problem)).not.toContain('Refused');
  });

  it('takes the card of a lookup, and keeps it to itself', async () => {
    const answer = await open({ method: 'lookup', customer: {} }, { card: BODY.card });
    expect(companion.deps.gateway.calls[0]?.request).toMatchObject({ method: 'lookup', card: BODY.card });
    const text = (await answer.text()) + JSON.stringify(companion.deps.lines);
    expect(text).toContain(PAGE);
    expect(text).not.toContain(BODY.card.number);
    expect(text).not.toContain(`"${BODY.card.cvv}"`);
  });

  it.each([
    ['without the card of a lookup', 'lookup', {}, ['card required']],
    ['with the card of a purchase', 'purchase', { card: BODY.card }, ['card not-sent']],
    [
      'with half a card',
      'lookup',
      { card: { number: BODY.card.number } },
      ['card.expMonth required', 'card.expYear required', 'card.cvv required'],
    ],
  ])('is refused %s', async (_what, method, body, errors) => {
    const problem = await problemOf(await open({ method }, body));
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
    expect(problem.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual(errors);
    expect(companion.deps.gateway.calls).toEqual([]);
  });

  it.each(['number', 'card.number', 'card[cvv]', 'exp-date', 'cc-number', 'expMonth'])(
    'takes no card from a plain form, not in a field "%s"',
    async (name) => {
      const order = await companion.token({ method: 'lookup' });
      const problem = await problemOf(await submit({ order, [name]: BODY.card.number }));
      expect(problem).toMatchObject({ status: 422, errors: [{ path: 'card', code: 'not-sent' }] });
      expect(JSON.stringify(problem)).not.toContain(BODY.card.number);
      expect(companion.deps.gateway.calls).toEqual([]);
    },
  );
});

describe('a person whose plain form is invalid', () => {
  async function submit(typed: Record<string, string>, order: object = {}, language = 'en') {
    const token = await companion.token({ customer: {}, ...order });
    const answer = await companion.ask('/hosted', {
      body: String(new URLSearchParams({ order: token, ...typed })),
      headers: { ...FORM, accept: 'text/html,*/*', 'accept-language': language },
    });
    expect(answer.status).toBe(422);
    return { answer, token, text: await answer.text() };
  }

  const inputOf = (text: string, name: string): string =>
    new RegExp(`<input name="${name}"[^>]*>`).exec(text)?.[0] ?? '';

  it('gets the form back, which leads to the same place, with what is paid', async () => {
    const { answer, token, text } = await submit({ email: 'nobody' });
    expect(text).toContain('<form method="post" action="https://pay.shop.example/pay/hosted">');
    expect(text).toContain(`<input type="hidden" name="order" value="${token}">`);
    for (const part of ['₴10.10', 'Two books', 'Order <bdi>order-1</bdi>']) expect(text).toContain(part);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("form-action 'self' https:"),
    });
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    expect(companion.deps.gateway.calls).toEqual([]);
  });

  it('finds what was typed, and each fault beside its field, the first of them in focus', async () => {
    const { text } = await submit(
      { email: 'olena@shop.example', phone: 'call me' },
      { rules: { igaming: true } },
    );
    expect(text).toMatch(/<p class="alert" role="alert">Please check what you entered\.</);
    expect(inputOf(text, 'email')).toContain('required value="olena@shop.example">');
    expect(inputOf(text, 'phone')).toMatch(
      /required value="call me" aria-invalid="true" aria-describedby="phone-fault">$/,
    );
    expect(text).toContain('<p class="fault" id="phone-fault">Check the phone number</p>');
    expect(inputOf(text, 'firstName')).toMatch(/ required aria-invalid="true" [^>]* autofocus>$/);
    expect(text).toContain('<p class="fault" id="lastName-fault">Enter your last name</p>');
  });

  it('gets markup back as text', async () => {
    const { text } = await submit({ email: '"><script>alert(1)</script>', phone: '+380501234567' });
    expect(text).not.toContain('<script');
    expect(inputOf(text, 'email')).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  it.each(['firstName', 'email', 'phone', 'taxId'])(
    'never gets back a card number typed as %s',
    async (name) => {
      const { text } = await submit({ birthday: 'soon', [name]: '4242-4242-4242-4242 12/30 123' });
      expect(text).not.toMatch(/4242|12\/30/);
      expect(text).toMatch(new RegExp(`id="${name}-fault">This looks like a card number`));
    },
  );

  it('sees a plain refusal of a field that no form of ours has', async () => {
    const { text } = await submit({ email: 'nobody', shoeSize: '4242424242424242' });
    expect(text).not.toContain('<form');
    expect(text).not.toContain('4242');
  });
});

describe('a person who comes back to an address that a form is sent to', () => {
  const HTML = { accept: 'text/html,*/*' };
  const visit = (path: string, headers: Record<string, string>) =>
    companion.ask(path, { headers: { 'accept-language': 'de', ...headers } });

  it.each([
    ['/hosted', HTML],
    ['/hosted', { ...HTML, 'sec-fetch-mode': 'navigate' }],
    ['/payments', HTML],
  ])('reads at %s what to do, in the language of the browser (%j)', async (path, headers) => {
    const answer = await visit(path, headers);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    const text = await answer.text();
    expect(text).toContain('<html lang="de">');
    expect(text).toMatch(/<p>Dieser Bezahlvorgang ist nicht mehr gültig\.[^<]*Shop[^<]*<\/p>/);
    expect(text).not.toContain('not allowed');
  });

  it.each<Record<string, string>>([{}, { accept: '*/*' }, { ...HTML, 'sec-fetch-mode': 'cors' }])(
    'is no program, which gets a problem (%j)',
    async (headers) => {
      const answer = await visit('/hosted', headers);
      expect(answer.headers.get('allow')).toBe('POST');
      expect(await problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' });
    },
  );
});

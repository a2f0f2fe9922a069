import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refused, unknown } from '../payments/test-gateway.ts';
import { BODY, FORM, openCompanion, problemOf, type TestCompanion } from '../test-companion.ts';

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion();
});
afterEach(() => companion.world.store.close());

describe('POST /hosted', () => {
  const PAGE = 'https://gateway.example/pay/order-1';

  it('answers where to go', async () => {
    const answer = await companion.ask('/hosted', { token: await companion.token(), body: {} });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      location: PAGE,
      payment: { mode: 'hosted', status: 'init', action: { url: PAGE } },
    });
  });

  it('refuses unknown fields', async () => {
    const answer = await companion.ask('/hosted', { token: await companion.token(), body: { amount: '1' } });
    expect((await problemOf(answer)).errors).toEqual([{ path: 'amount', code: 'unknown-field' }]);
  });

  it('leads a form there, without JavaScript, with the customer’s fields flat', async () => {
    const order = await companion.token({ customer: {} });
    const form = new URLSearchParams({
      order,
      email: 'olena@shop.example',
      phone: '+380501234567',
      firstName: '',
    });
    const answer = await companion.ask('/hosted', { body: String(form), headers: FORM });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(PAGE);
    expect(companion.world.gateway.calls[0]?.request).toMatchObject({
      customer: { email: 'olena@shop.example', phone: '+380501234567' },
    });
  });

  it('shows a page to a browser, and a problem to a program, if the form is invalid', async () => {
    const order = await companion.token({ customer: {} });
    const body = String(new URLSearchParams({ order, email: '<b>nobody' }));
    const asked = { body, headers: { ...FORM, accept: 'text/html,*/*' } };
    const page = await companion.ask('/hosted', asked);
    expect(page.status).toBe(422);
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = await page.text();
    expect(text).toContain('Email');
    expect(text).not.toContain('nobody');
    expect(await problemOf(await companion.ask('/hosted', { body, headers: FORM }))).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'customer.email', code: 'invalid' }],
    });
  });

  it.each([
    ['', 'order-token-missing'],
    ['order=nonsense', 'order-token-invalid'],
  ])('refuses the form "%s"', async (body, code) => {
    expect(
      await problemOf(await companion.ask('/hosted', { body, method: 'POST', headers: FORM })),
    ).toMatchObject({
      status: 401,
      code,
    });
  });

  it.each([
    ['refused', refused(400), 502, 'gateway-refused'],
    ['unclear', unknown, 409, 'payment-open'],
  ])('that is %s at the gateway is a problem', async (_what, outcome, status, code) => {
    companion.world.gateway.script.createHosted = async () => outcome;
    const answer = await companion.ask('/hosted', { token: await companion.token(), body: {} });
    const problem = await problemOf(answer);
    expect(problem).toMatchObject({ status, code });
    // The gateway's own message is only for the merchant.
    expect(JSON.stringify(problem)).not.toContain('Refused');
  });

  it('takes the card of a lookup, and keeps it to itself', async () => {
    const body = { card: BODY.card };
    const token = await companion.token({ method: 'lookup', customer: {} });
    const answer = await companion.ask('/hosted', { token, body });
    expect(answer.status).toBe(200);
    expect(companion.world.gateway.calls[0]?.request).toMatchObject({ method: 'lookup', card: BODY.card });
    const text = (await answer.text()) + JSON.stringify(companion.world.lines);
    expect(text).toContain(PAGE);
    expect(text).not.toContain(BODY.card.number);
    expect(text).not.toContain(`"${BODY.card.cvv}"`);
  });

  it.each([
    ['without the card of a lookup', { method: 'lookup' }, {}, [{ path: 'card', code: 'required' }]],
    ['with the card of a purchase', {}, { card: BODY.card }, [{ path: 'card', code: 'not-sent' }]],
    [
      'with the card of an authorization',
      { method: 'auth' },
      { card: BODY.card },
      [{ path: 'card', code: 'not-sent' }],
    ],
    [
      'with an invalid card',
      { method: 'lookup' },
      { card: { ...BODY.card, number: '4242424242424241', cvv: '1' } },
      [
        { path: 'card.number', code: 'invalid' },
        { path: 'card.cvv', code: 'incomplete' },
      ],
    ],
    [
      'with half a card',
      { method: 'lookup' },
      { card: { number: BODY.card.number } },
      [
        { path: 'card.expMonth', code: 'required' },
        { path: 'card.expYear', code: 'required' },
        { path: 'card.cvv', code: 'required' },
      ],
    ],
  ])('is refused %s', async (_what, order, body, errors) => {
    const answer = await companion.ask('/hosted', { token: await companion.token(order), body });
    const problem = await problemOf(answer);
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
    expect(problem.errors).toEqual(errors);
    expect(companion.world.gateway.calls).toEqual([]);
  });

  it.each(['number', 'card', 'card.number', 'card[cvv]', 'cvv', 'exp-date', 'cc-number', 'expMonth'])(
    'takes no card from a plain form, not in a field "%s"',
    async (name) => {
      const order = await companion.token({ method: 'lookup' });
      const body = String(new URLSearchParams({ order, [name]: BODY.card.number }));
      const asked = { body, headers: { ...FORM, accept: 'text/html' } };
      const page = await companion.ask('/hosted', asked);
      expect(page.status).toBe(422);
      const text = await page.text();
      expect(text).toContain('A plain form does not accept card data.');
      expect(text).not.toContain(BODY.card.number);
      expect(companion.world.gateway.calls).toEqual([]);
    },
  );

  it('says to a plain form that a lookup needs JavaScript', async () => {
    const body = String(new URLSearchParams({ order: await companion.token({ method: 'lookup' }) }));
    const page = await companion.ask('/hosted', { body, headers: { ...FORM, accept: 'text/html' } });
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('requires JavaScript');
    expect(companion.world.gateway.calls).toEqual([]);
  });

  it.each(['multipart/form-data; boundary=x', 'text/plain'])(
    'refuses a form of the type %s for its type, not for its token',
    async (type) => {
      const asked = { body: 'order=x', headers: { 'content-type': type } };
      expect(await problemOf(await companion.ask('/hosted', asked))).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      });
    },
  );

  it('refuses a card if the companion offers only the hosted page', async () => {
    companion.world.config.direct = false;
    expect(await problemOf(await companion.pay())).toMatchObject({ status: 403, code: 'mode-not-allowed' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refused, unknown } from '../payments/test-world.ts';
import { FORM, openCompanion, problemOf, type TestCompanion } from '../test-companion.ts';

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

  it('shows a person a page, and a program a problem, where the form does not hold', async () => {
    const order = await companion.token({ customer: {} });
    const body = String(new URLSearchParams({ order, email: '<b>nobody' }));
    const asked = { body, headers: { ...FORM, accept: 'text/html,*/*' } };
    const page = await companion.ask('/hosted', asked);
    expect(page.status).toBe(422);
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = await page.text();
    expect(text).toContain('email');
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
    expect(await problemOf(answer)).toMatchObject({ status, code });
  });

  it('refuses a card where the companion offers the hosted page alone', async () => {
    companion.world.config.direct = false;
    expect(await problemOf(await companion.pay())).toMatchObject({ status: 403, code: 'mode-not-allowed' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CUSTOMER } from '../contract/test-fixtures.ts';
import { BODY, openCompanion, type TestCompanion } from '../test-companion.ts';

const BASE = 'https://pay.shop.example/pay';
const SHOP = { name: 'The shop', logoUrl: null, contact: null };

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion({ config: { merchant: SHOP } });
});
afterEach(() => companion.world.store.close());

/** Creates an order and returns its token and the path of its page. */
async function mint(over: object = {}): Promise<{ token: string; path: string }> {
  const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'A mug', ...over };
  const answer = await companion.merchant('/orders', { body: order });
  const { token, url } = (await answer.json()) as { token: string; url: string };
  return { token, path: url.slice(BASE.length) };
}

async function show(path: string) {
  const answer = await companion.ask(path, { headers: { accept: 'text/html' } });
  return { answer, text: await answer.text() };
}

async function pay(token: string): Promise<string> {
  const headers = { 'idempotency-key': 'key-00001' };
  const answer = await companion.ask('/payments', { token, body: BODY, headers });
  return ((await answer.json()) as { id: string }).id;
}

describe('the payment page', () => {
  it('names the merchant with logo and contact, and may load the logo from its origin only', async () => {
    const logoUrl = 'https://cdn.example/a/logo.svg?v=1';
    const { path } = await mint({ merchant: { name: 'K & W', logoUrl, contact: 'help@shop.example' } });
    const { answer, text } = await show(path);
    expect(text).toContain(`<img src="${logoUrl}" alt="" height="40"><span>K &amp; W</span>`);
    expect(text).toContain('Questions? <bdi><a href="mailto:help@shop.example">help@shop.example</a></bdi>');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toContain('img-src data: https://cdn.example');
  });

  it('names whom the settings name, where the order says nothing', async () => {
    const { token, path } = await mint({ customer: CUSTOMER });
    const { answer, text } = await show(path);
    expect(text).toContain('<span>The shop</span>');
    expect(answer.headers.get('content-security-policy')).toContain('img-src data:;');
    expect((await show(`/return/${await pay(token)}`)).text).toContain('<title>Paid · The shop</title>');
  });

  it('names whom to ask for another link, where it has expired', async () => {
    await companion.world.store.close();
    companion = await openCompanion({ config: { merchant: { ...SHOP, contact: 'help@shop.example' } } });
    const { path } = await mint({ expiresIn: 60 });
    companion.world.clock.pass(61);
    const { answer, text } = await show(path);
    expect(answer.status).toBe(410);
    expect(text).toContain('<span>The shop</span>');
    expect(text).toContain('<a href="mailto:help@shop.example">');
  });

  it('leads back to a page in the language of the order', async () => {
    const { token } = await mint({ customer: CUSTOMER, lang: 'UK' });
    expect((await show(`/return/${await pay(token)}`)).text).toContain('<html lang="uk">');
  });

  it('names whom the order was for also on the way back', async () => {
    const merchant = { name: 'The potter', contact: '+380 44 123 45 67' };
    const { token } = await mint({ customer: CUSTOMER, merchant });
    const { text } = await show(`/return/${await pay(token)}`);
    expect(text).toContain('The potter</title>');
    expect(text).toContain('<a href="tel:+380441234567">');
    expect(text).not.toContain('The shop');
  });
});

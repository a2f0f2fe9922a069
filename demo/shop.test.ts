import { describe, expect, it } from 'vitest';
import { createShop } from './shop.ts';

const NOTHING = { data: [] };

/** A shop in a folder, whose pages say what they are filled with. */
function open() {
  const shop = createShop({
    url: 'https://shop.example/kettle',
    companion: 'https://pay.example/pay',
    orderSecret: 'a secret for tests that is long enough',
    merchantWebhookSecret: `whsec_${btoa('a secret for tests')}`,
    pages: {
      read: (name) =>
        `${name}|slot:home|from=slot:from|<!--slot:widget--><!--slot:lines--><!--slot:form--><!--slot:total-->`,
    },
    sandbox: () => Response.json(NOTHING),
  });
  const begin = (form: Record<string, string>, query = '') =>
    shop.request(`/orders${query}`, { method: 'POST', body: new URLSearchParams(form) });
  return { shop, begin };
}

describe('the shop', () => {
  it('makes the amount of an order itself, and keeps the settings of the address', async () => {
    const { shop, begin } = open();
    const begun = await begin({ tea: '2', mug: '1', price: '0.01' }, '?theme=ink&lang=uk');
    const place = begun.headers.get('location') ?? '';

    expect(place).toMatch(/^\/kettle\/orders\/KW-[\da-f]{8}\?lang=uk&theme=ink$/);
    const page = await (await shop.request(place.replace('/kettle', ''))).text();
    expect(page).toContain('€44.50');
    expect(page).toContain('lang="uk"');
    expect(page).toContain('<link rel="modulepreload" href="https://pay.example/pay/pay-form-uk.js">');
  });

  it('loads no file beside the tag in a language that the tag does not have', async () => {
    const { shop, begin } = open();
    const place = (await begin({ tea: '1' }, '?lang=xx')).headers.get('location') ?? '';

    expect(await (await shop.request(place.replace('/kettle', ''))).text()).not.toContain('modulepreload');
  });

  it.each([[{}], [{ tea: '0' }], [{ tea: '-3' }], [{ other: '1' }]])(
    'makes no order of an empty cart: %j',
    async (form) => {
      const { begin } = open();

      expect((await begin(form)).headers.get('location')).toBe('/kettle/');
    },
  );

  it('shows prices as the tag does', async () => {
    const { shop } = open();

    expect(await (await shop.request('/cart?kettle=99')).text()).toContain('€12,771.00');
  });

  it('shows the cart that an address names, without a script', async () => {
    const { shop } = open();

    expect(await (await shop.request('/cart?tea=3')).text()).toContain('€30.00');
  });

  it('lets no address write markup into the tag', async () => {
    const { shop, begin } = open();
    const place = (await begin({ tea: '1' })).headers.get('location') ?? '';
    const attack = encodeURIComponent('"><script>alert(1)</script>');
    const path = `${place.replace('/kettle', '')}?mode=${attack}&lang=${attack}&challenge=${attack}&theme=${attack}`;

    expect(await (await shop.request(path)).text()).not.toContain('<script>alert');
  });

  it.each([
    ['the cart', { tea: '1', from: 'cart' }, 'from=cart|'],
    ['the panel', { tea: '1' }, 'from=|'],
  ])('tells the order page whether an order is that of the cart: %s', async (_, form, from) => {
    const { shop, begin } = open();
    const place = (await begin(form)).headers.get('location') ?? '';

    expect(await (await shop.request(`${place.replace('/kettle', '')}/thanks`)).text()).toContain(from);
  });

  it('has a page for an address that leads nowhere, and plain text for scripts', async () => {
    const { shop } = open();
    const asked = (accept: string) => shop.request('/nowhere?lang=uk', { headers: { accept } });

    const page = await asked('text/html,*/*;q=0.8');
    expect([page.status, await page.text()]).toEqual([404, 'missing|/kettle/?lang=uk|from=|']);
    const text = await asked('*/*');
    expect([text.status, text.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8']);
  });

  it('leads from an unknown order to its first page', async () => {
    const { shop } = open();

    expect((await shop.request('/orders/KW-none')).headers.get('location')).toBe('/kettle/');
  });
});

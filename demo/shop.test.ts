import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createDemoClock } from './clock.ts';
import { createShop } from './shop.ts';

const NOTHING = { data: [] };

function open() {
  const shop = createShop({
    url: 'https://shop.example',
    companion: 'https://pay.example/pay',
    orderSecret: 'a secret for tests that is long enough',
    merchantWebhookSecret: `whsec_${btoa('a secret for tests')}`,
    page: () => '<!--slot:title-->|<!--slot:widget--><!--slot:main-->',
    sandbox: () => Response.json(NOTHING),
    merchantApi: () => Response.json({}),
    clock: createDemoClock(),
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

    expect(place).toMatch(/^\/orders\/KW-[\da-f]{8}\?lang=uk&theme=ink$/);
    const page = await (await shop.request(place)).text();
    expect(page).toContain('€44.50');
    expect(page).toContain('lang="uk"');
    expect(page).toContain('<link rel="modulepreload" href="https://pay.example/pay/pay-form-uk.js">');
  });

  it('loads no file beside the tag in a language that the tag does not have', async () => {
    const { shop, begin } = open();
    const place = (await begin({ tea: '1' }, '?lang=xx')).headers.get('location') ?? '';

    expect(await (await shop.request(place)).text()).not.toContain('modulepreload');
  });

  it.each([[{}], [{ tea: '-3' }], [{ other: '1' }]])('makes no order of an empty cart: %j', async (form) => {
    const { begin } = open();

    expect((await begin(form)).headers.get('location')).toBe('/');
  });

  it('shows the cart that an address names without a script, with prices as the tag has them', async () => {
    const { shop } = open();

    expect(await (await shop.request('/cart?kettle=99')).text()).toContain('€12,771.00');
  });

  it('lets no address write markup into the tag', async () => {
    const { shop, begin } = open();
    const place = (await begin({ tea: '1' })).headers.get('location') ?? '';
    const attack = encodeURIComponent('"><script>alert(1)</script>');
    const path = `${place}?mode=${attack}&lang=${attack}&challenge=${attack}&theme=${attack}`;

    expect(await (await shop.request(path)).text()).not.toContain('<script>alert');
  });

  it.each([
    ['the cart', { tea: '1', from: 'cart' }, 'data-from="cart"'],
    ['the panel', { tea: '1' }, 'data-from=""'],
  ])('tells the order page whether an order is that of the cart: %s', async (_, form, from) => {
    const { shop, begin } = open();
    const place = (await begin(form)).headers.get('location') ?? '';

    expect(await (await shop.request(`${place}/thanks`)).text()).toContain(from);
  });

  it('has a page for an address that leads nowhere, and plain text for scripts', async () => {
    const { shop } = open();
    const asked = (accept: string) => shop.request('/nowhere?lang=uk', { headers: { accept } });

    const page = await asked('text/html,*/*;q=0.8');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('href="/?lang=uk">Go to the shop');
    const text = await asked('*/*');
    expect([text.status, text.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8']);
  });

  it('puts the contact of a signed-in customer into the order token, and none of a guest', async () => {
    const { shop, begin } = open();
    const orderOf = async (query: string) => {
      const place = (await begin({ tea: '1' }, query)).headers.get('location') ?? '';
      const [, token = ''] = /order="([^"]+)"/.exec(await (await shop.request(place)).text()) ?? [];
      return decodeJwt(token)['order'];
    };

    expect(await orderOf('?customer=anna')).toMatchObject({
      customer: { id: 'anna', firstName: 'Anna', email: 'anna@example.com', phone: expect.any(String) },
    });
    expect(await orderOf('')).not.toHaveProperty('customer');
  });

  it('leads from an unknown order to its first page', async () => {
    const { shop } = open();

    expect((await shop.request('/orders/KW-none')).headers.get('location')).toBe('/');
  });
});

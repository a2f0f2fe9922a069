import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { originsOf } from './own-pages.ts';
import { type Choice, choiceQuery, readChoice } from './shop/choice.ts';
import { demoRoutes } from './shop/demo-routes.ts';
import { payForm, payStatus } from './shop/form-view.ts';
import { cartMain, checkoutMain, missingMain, shopMain, thanksMain } from './shop/mains.ts';
import { takeMessage } from './shop/messages.ts';
import { newOrder } from './shop/new-order.ts';
import type { Orders, ShopOptions, ShopOrder } from './shop/options.ts';
import { mintToken } from './shop/order-token.ts';
import { fillPage } from './shop/page.ts';

/**
 * The merchant: a shop that keeps its orders and amounts to itself, signs an order token for the tag, and trusts only the
 * companion's signed messages. Files (`/assets`, `/pictures`) are served separately.
 */
export function createShop(options: ShopOptions): Hono {
  const orders: Orders = new Map();
  const shop = new Hono();
  const withOrder = (show: typeof showCheckout) => async (c: Context) => {
    const order = orders.get(c.req.param('id') ?? '');
    return order ? show(options, c, order) : c.redirect('/', 303);
  };

  shop.get('/', (c) => {
    const choice = choiceOf(c);
    const title = 'Things for a slow evening';
    return c.html(fillPage(options, { name: 'shop', title, choice, main: shopMain() }));
  });
  shop.get('/cart', (c) => {
    const choice = choiceOf(c);
    const query = choiceQuery(choice);
    const main = cartMain(c.req.query(), `/orders${query}`, `/${query}`);
    return c.html(fillPage(options, { name: 'cart', title: 'Cart', choice, main }));
  });
  shop.post('/orders', (c) => beginOrder(orders, c));
  shop.get('/orders/:id', withOrder(showCheckout));
  shop.get('/orders/:id/thanks', withOrder(showThanks));
  /** What the shop knows of an order's payments, for tests. */
  shop.get('/orders/:id/deliveries', (c) =>
    c.json({ deliveries: orders.get(c.req.param('id'))?.deliveries ?? [] }),
  );
  shop.post('/webhook', (c) => takeMessage(options.merchantWebhookSecret, orders, c));
  shop.route('/demo', demoRoutes(options, orders, originsOf(options.url)));
  /** A page for people; scripts and missing files get plain text. */
  shop.notFound((c) => {
    if (!c.req.header('accept')?.includes('text/html')) return c.text('Not found', 404);
    const choice = choiceOf(c);
    const main = missingMain(`/${choiceQuery(choice)}`);
    return c.html(fillPage(options, { name: 'missing', title: 'Page not found', choice, main }), 404);
  });
  return shop;
}

const choiceOf = (c: Context): Choice => readChoice((name) => c.req.query(name));

async function beginOrder(orders: Orders, c: Context): Promise<Response> {
  const query = choiceQuery(choiceOf(c));
  const order = newOrder(await c.req.parseBody());
  if (order.minor === 0) return c.redirect(`/${query}`, 303);
  orders.set(order.id, order);
  return c.redirect(`/orders/${order.id}${query}`, 303);
}

async function showCheckout(options: ShopOptions, c: Context, order: ShopOrder): Promise<Response> {
  const choice = choiceOf(c);
  const token = await mintToken(options, order, choice, c.req.query('3ds'));
  const form = payForm(options.companion, token, choice);
  const main = checkoutMain(order, `/cart${choiceQuery(choice)}`, form);
  return c.html(fillPage(options, { name: 'checkout', title: 'Checkout', choice, order, main }));
}

async function showThanks(options: ShopOptions, c: Context, order: ShopOrder): Promise<Response> {
  const choice = choiceOf(c);
  const query = choiceQuery(choice);
  const token = await mintToken(options, order, choice);
  const retry = html`<a class="button" href="/orders/${order.id}${query}">Back to the checkout</a>`;
  const main = thanksMain(order, query, payStatus(options.companion, token, choice, retry));
  return c.html(fillPage(options, { name: 'thanks', title: 'Your order', choice, order, main }));
}

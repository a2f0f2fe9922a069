import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { originsOf } from './own-pages.ts';
import { choiceQuery, readChoice } from './shop/choice.ts';
import { demoRoutes } from './shop/demo-routes.ts';
import { cartMain, checkoutMain, missingMain, shopMain, thanksMain } from './shop/mains.ts';
import type { ShopOptions } from './shop/options.ts';
import { mintToken, newOrder, type Orders, type ShopOrder } from './shop/order.ts';
import { fillPage, type Html, type Page } from './shop/page.ts';
import { panelView } from './shop/panel-view.ts';
import { receiveWebhook } from './shop/receive-webhook.ts';
import { payForm, payStatus, tagScript } from './shop/tag.ts';

/**
 * The merchant: a shop that keeps its orders and amounts to itself, signs an order token for the tag, and trusts only the
 * companion's signed messages. Files (`/assets`, `/pictures`) are served separately.
 */
export function createShop(options: ShopOptions): Hono {
  const { companion } = options;
  const orders: Orders = new Map();
  const shop = new Hono();
  const page = (c: Context, name: Page['name'], title: string, main: Html, order?: ShopOrder) => {
    const choice = choiceOf(c);
    const panel = panelView(companion, name, choice, order?.id);
    const script = order ? tagScript(companion, choice) : html``;
    return c.html(fillPage(options, { name, title, choice, main, script, panel }));
  };

  shop.get('/', (c) => page(c, 'shop', 'Things for a slow evening', shopMain()));
  shop.get('/cart', (c) => page(c, 'cart', 'Cart', cartMain(c.req.query(), choiceQuery(choiceOf(c)))));
  shop.post('/orders', async (c) => {
    const query = choiceQuery(choiceOf(c));
    const order = newOrder(await c.req.parseBody());
    if (order.minor === 0) return c.redirect(`/${query}`, 303);
    orders.set(order.id, order);
    return c.redirect(`/orders/${order.id}${query}`, 303);
  });
  shop.get('/orders/:id', async (c) => {
    const order = orders.get(c.req.param('id'));
    if (!order) return c.redirect('/', 303);
    const choice = choiceOf(c);
    const token = await mintToken(options, order, choice, c.req.query('3ds'));
    const main = checkoutMain(order, choiceQuery(choice), payForm(companion, token, choice));
    return page(c, 'checkout', 'Checkout', main, order);
  });
  shop.get('/orders/:id/thanks', async (c) => {
    const order = orders.get(c.req.param('id'));
    if (!order) return c.redirect('/', 303);
    const choice = choiceOf(c);
    const query = choiceQuery(choice);
    const retry = html`<a class="button" href="/orders/${order.id}${query}">Back to the checkout</a>`;
    const status = payStatus(companion, await mintToken(options, order, choice), choice, retry);
    return page(c, 'thanks', 'Your order', thanksMain(order, query, status), order);
  });
  /** The payments that the companion has reported, for tests. */
  shop.get('/orders/:id/deliveries', (c) => {
    const messages = orders.get(c.req.param('id'))?.messages ?? [];
    return c.json({ deliveries: messages.filter(({ paymentId }) => paymentId !== null) });
  });
  shop.post('/webhook', (c) => receiveWebhook(options.merchantWebhookSecret, orders, c));
  shop.route('/demo', demoRoutes(options, orders, originsOf(options.url)));
  /** A page for people; scripts and missing files get plain text. */
  shop.notFound((c) => {
    if (!c.req.header('accept')?.includes('text/html')) return c.text('Not found', 404);
    c.status(404);
    return page(c, 'missing', 'Page not found', missingMain(choiceQuery(choiceOf(c))));
  });
  return shop;
}

const choiceOf = (c: Context) => readChoice((name) => c.req.query(name));

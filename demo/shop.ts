import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { originsOf } from './own-pages.ts';
import { price, PRODUCTS } from './products.ts';
import { type Choice, choiceQuery, readChoice } from './shop/choice.ts';
import { demoRoutes } from './shop/demo-routes.ts';
import { payForm, payStatus, widgetTag } from './shop/form-view.ts';
import { takeMessage } from './shop/messages.ts';
import { type OrderBook, ordersInMemory, type ShopOptions, type ShopOrder } from './shop/options.ts';
import { mintToken } from './shop/order-token.ts';
import { cartRow, newOrder, orderLines, piecesOf, productCard } from './shop/order-view.ts';
import { pathOf } from './shop/markup.ts';
import { fillPage } from './shop/page.ts';

/**
 * The merchant: a shop that keeps its orders and amounts to itself, signs an order token for the tag, and trusts only the
 * companion's signed messages. Uses only Web APIs; files (`/assets`, `/pictures`) are served separately.
 */
export function createShop(options: ShopOptions): Hono {
  const orders = ordersInMemory();
  const shop = new Hono();
  const home = (c: Context) => c.redirect(pathOf(options.url, '/'), 303);
  const withOrder = (show: (c: Context, order: ShopOrder) => Promise<Response>) => async (c: Context) => {
    const order = await orders.find(c.req.param('id') ?? '');
    return order ? show(c, order) : home(c);
  };

  shop.get('/', (c) => showShop(options, c));
  shop.get('/cart', (c) => showCart(options, c));
  shop.post('/orders', (c) => beginOrder(options, orders, c));
  shop.get(
    '/orders/:id',
    withOrder((c, order) => showCheckout(options, c, order)),
  );
  shop.get(
    '/orders/:id/thanks',
    withOrder((c, order) => showThanks(options, c, order)),
  );
  /** What the shop knows of an order's payments, for the demo's pages and tests. */
  shop.get('/orders/:id/deliveries', async (c) =>
    c.json({ deliveries: (await orders.find(c.req.param('id')))?.deliveries ?? [] }),
  );
  shop.post('/webhook', (c) => takeMessage(options, orders, c));
  shop.route('/demo', demoRoutes(options.sandbox, orders, originsOf(options.url)));
  shop.notFound((c) => showMissing(options, c));
  return shop;
}

const choiceOf = (c: Context): Choice => readChoice((name) => c.req.query(name));

function showShop(options: ShopOptions, c: Context): Response | Promise<Response> {
  const choice = choiceOf(c);
  const products = html`${PRODUCTS.map((product, index) => productCard(options.url, product, index))}`;
  return c.html(fillPage(options, { page: 'index', choice }, { products }));
}

/** A page for people; scripts and missing files get plain text. */
async function showMissing(options: ShopOptions, c: Context): Promise<Response> {
  if (!c.req.header('accept')?.includes('text/html')) return c.text('Not found', 404);
  return c.html(fillPage(options, { page: 'missing', choice: choiceOf(c) }, {}), 404);
}

function showCart(options: ShopOptions, c: Context): Response | Promise<Response> {
  const choice = choiceOf(c);
  const rows = PRODUCTS.map((product) => cartRow(options.url, product, piecesOf(c.req.query(product.id))));
  const { minor } = newOrder(c.req.query());
  const action = html`${pathOf(options.url, '/orders')}${choiceQuery(choice)}`;
  return c.html(
    fillPage(
      options,
      { page: 'cart', choice },
      { rows: html`${rows}`, total: html`${price(minor)}`, action },
    ),
  );
}

async function beginOrder(options: ShopOptions, orders: OrderBook, c: Context): Promise<Response> {
  const query = choiceQuery(choiceOf(c));
  const order = newOrder(await c.req.parseBody());
  if (order.minor === 0) return c.redirect(pathOf(options.url, `/${query}`), 303);
  await orders.save(order);
  return c.redirect(pathOf(options.url, `/orders/${order.id}${query}`), 303);
}

async function showCheckout(options: ShopOptions, c: Context, order: ShopOrder): Promise<Response> {
  const choice = choiceOf(c);
  const token = await mintToken(options, order, choice, c.req.query('3ds'));
  return c.html(
    fillPage(
      options,
      { page: 'checkout', choice, order },
      {
        widget: widgetTag(options.companion, choice),
        lines: orderLines(options.url, order),
        form: payForm(options.companion, token, choice),
      },
    ),
  );
}

async function showThanks(options: ShopOptions, c: Context, order: ShopOrder): Promise<Response> {
  const choice = choiceOf(c);
  const token = await mintToken(options, order, choice);
  const last = order.deliveries.at(-1);
  return c.html(
    fillPage(
      options,
      { page: 'thanks', choice, order },
      {
        widget: widgetTag(options.companion, choice),
        lines: orderLines(options.url, order),
        number: html`${order.id}`,
        from: html`${order.fromCart ? 'cart' : ''}`,
        checkout: html`${pathOf(options.url, `/orders/${order.id}`)}${choiceQuery(choice)}`,
        status: payStatus(options.companion, token, choice),
        delivered: html`${last ? `Webhook delivered: ${last.status}.` : 'No webhook delivered yet.'}`,
      },
    ),
  );
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { SignJWT } from 'jose';
import { CUSTOMERS, customerOf } from './customers.ts';
import { decimal, type Kind, KINDS, kindOf } from './kinds.ts';
import { CURRENCY, PRODUCTS, TEST_CARDS } from './products.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { directionOf, LANGUAGE_NAMES, type Theme, THEMES, themeOf } from './looks.ts';

export interface ShopOptions {
  /** address of this shop */
  url: string;
  /** base address of the companion */
  companion: string;
  orderSecret: string;
  merchantWebhookSecret: string;
  /** folder of the built pages */
  pages: string;
}

interface ShopOrder {
  id: string;
  lines: { name: string; quantity: number; minor: number }[];
  minor: number;
  /** what the companion's webhooks have reported, as far as it agrees with the order */
  deliveries: { status: string; paymentId: string }[];
}

/** What the page's switches say. */
interface Choice {
  mode: string;
  challenge: string;
  lang: string;
  theme: Theme;
  kind: Kind;
  /** who is signed in; empty for a guest */
  customer: string;
  /** `yes`: the card fields stand in a frame of the companion's origin */
  isolated: string;
}

type Html = ReturnType<typeof html>;

/**
 * The merchant: a shop that keeps its orders and amounts to itself, mints a signed order token for the tag, and
 * trusts only the companion's signed messages. The orders live as long as the process.
 */
export function createShop(options: ShopOptions): Hono {
  const orders = new Map<string, ShopOrder>();
  const shop = new Hono();

  shop.get('/', (c) => c.html(page(options, 'index', { products: html`${PRODUCTS.map(productCard)}` })));

  shop.post('/orders', async (c) => {
    const order = newOrder(await c.req.parseBody());
    if (order.minor === 0) return c.redirect('/', 303);
    orders.set(order.id, order);
    return c.redirect(`/orders/${order.id}`, 303);
  });

  shop.get('/orders/:id', async (c) => {
    const order = orders.get(c.req.param('id'));
    if (!order) return c.redirect('/');
    const choice: Choice = {
      mode: c.req.query('mode') ?? 'auto',
      challenge: c.req.query('challenge') ?? '',
      lang: c.req.query('lang') ?? '',
      theme: themeOf(c.req.query('theme')),
      kind: kindOf(c.req.query('kind')),
      customer: customerOf(c.req.query('customer')),
      isolated: c.req.query('isolated') ? 'yes' : '',
    };
    const token = await mintToken(options, order, choice, c.req.query('3ds'));
    return c.html(
      page(options, 'checkout', {
        direction: html`${directionOf(choice.lang)}`,
        theme: html`${choice.theme}`,
        widget: widgetTag(options),
        switches: switches(choice),
        lines: orderLines(order),
        kinds: html`${kinds(choice)}${customers(choice)}`,
        cardsHint: cardsHint(choice),
        cards: html`${TEST_CARDS.map(cardButton)}`,
        form: payForm(options, token, choice),
      }),
    );
  });

  shop.get('/orders/:id/thanks', async (c) => {
    const order = orders.get(c.req.param('id'));
    if (!order) return c.redirect('/');
    const kind = kindOf(c.req.query('kind'));
    const customer = customerOf(c.req.query('customer'));
    const token = await mintToken(options, order, { kind, customer });
    const last = order.deliveries.at(-1);
    return c.html(
      page(options, 'thanks', {
        widget: widgetTag(options),
        lines: orderLines(order),
        status: html`<pay-status src="${options.companion}" order="${token}"></pay-status>`,
        delivered: html`${last ? `Webhook delivered: ${last.status}.` : 'No webhook delivered yet.'}`,
        again: html`<a href="/orders/${order.id}${query({ kind: kind.name, customer })}">Back to the checkout</a> · <a href="/">Back to the shop</a>`,
      }),
    );
  });

  /** What the shop itself knows of an order's payments, for the demo's pages and tests. */
  shop.get('/orders/:id/deliveries', (c) =>
    c.json({ deliveries: orders.get(c.req.param('id'))?.deliveries ?? [] }),
  );

  // The id of an order of another kind has the kind's name behind it.
  const orderOf = (orderId: string) => orders.get(orderId.split('.')[0] ?? '');
  const awaited = (orderId: string) => {
    const order = orderOf(orderId);
    return order && { amount: decimal(order.minor), currency: CURRENCY };
  };
  shop.post('/webhook', async (c) => {
    const headers = Object.fromEntries(c.req.raw.headers);
    const secret = options.merchantWebhookSecret;
    const { status, payment } = receiveWebhook(secret, await c.req.text(), headers, awaited);
    if (payment) orderOf(payment.orderId)?.deliveries.push({ status: payment.status, paymentId: payment.id });
    return c.body(null, status);
  });

  shop.get('/assets/*', serveStatic({ root: options.pages }));
  return shop;
}

/** The token that states the order to the companion (contract, section 2). */
function mintToken(
  options: ShopOptions,
  order: ShopOrder,
  { kind, customer }: Pick<Choice, 'kind' | 'customer'>,
  threeDs = 'supported',
): Promise<string> {
  const claim = {
    id: kind.name ? `${order.id}.${kind.name}` : order.id,
    amount: decimal(order.minor),
    currency: CURRENCY,
    description: order.lines.map((line) => `${line.quantity} × ${line.name}`).join(', '),
    threeDs,
    returnUrl: `${options.url}/orders/${order.id}/thanks${query({ kind: kind.name, customer })}`,
    ...(customer && { customer: { id: customer } }),
    ...kind.claim(order.minor),
  };
  return (
    new SignJWT({ order: claim })
      .setProtectedHeader({ alg: 'HS256' })
      // The newest token counts: an older one over other terms no longer pays.
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(new TextEncoder().encode(options.orderSecret))
  );
}

function newOrder(form: Record<string, unknown>): ShopOrder {
  const lines = PRODUCTS.flatMap((product) => {
    const quantity = Math.min(99, Math.max(0, Math.trunc(Number(form[product.id] ?? 0)) || 0));
    return quantity > 0 ? [{ name: product.name, quantity, minor: product.priceMinor * quantity }] : [];
  });
  const minor = lines.reduce((sum, line) => sum + line.minor, 0);
  return { id: `KW-${crypto.randomUUID().slice(0, 8)}`, lines, minor, deliveries: [] };
}

const price = (minor: number) => `€${decimal(minor)}`;

function page(options: ShopOptions, name: string, slots: Record<string, Html>): Html {
  const parts = readFileSync(join(options.pages, `${name}.html`), 'utf8').split(
    /(?:<!--)?slot:(\w+)(?:-->)?/,
  );
  const filled = parts.map((part, index) => (index % 2 === 0 ? raw(part) : (slots[part] ?? '')));
  return html`${filled}`;
}

function widgetTag({ companion }: ShopOptions): Html {
  return html`<script type="module" src="${companion}/pay-form.js"></script>`;
}

function payForm(
  { companion }: ShopOptions,
  token: string,
  { mode, challenge, lang, kind, isolated, customer }: Choice,
): Html {
  const more = [
    challenge ? html` challenge="${challenge}"` : '',
    lang ? html` lang="${lang}"` : '',
    isolated ? raw(' isolated') : '',
    customer ? raw(' save-card') : '',
  ];
  return html`<pay-form src="${companion}" order="${token}" mode="${mode}"${more}>
  ${kind.name === 'lookup' ? html`<p>Checking a card needs JavaScript.</p>` : plainForm(companion, token, kind)}
</pay-form>`;
}

/** What the tag shows where there is no JavaScript. */
function plainForm(companion: string, token: string, kind: Kind): Html {
  return html`<form class="fallback" method="post" action="${companion}/hosted">
    <input type="hidden" name="order" value="${token}">
    <label>Email <input name="email" type="email" autocomplete="email" required></label>
    <label>Phone <input name="phone" type="tel" autocomplete="tel" required></label>
    ${kind.name === 'loan' ? LENDERS_FIELDS : ''}
    <button>Continue to payment</button>
  </form>`;
}

const LENDERS_FIELDS = html`<label>First name <input name="firstName" autocomplete="given-name" required></label>
    <label>Last name <input name="lastName" autocomplete="family-name" required></label>
    <label>Date of birth <input name="birthday" type="date" autocomplete="bday" required></label>`;

function switches(choice: Choice): Html {
  const { mode, challenge, lang, theme, kind, isolated, customer } = choice;
  const kept = { mode, kind: kind.name, challenge, isolated, customer };
  const ways = [
    link('Card here', choice, { mode: 'auto', isolated: '' }, mode !== 'hosted' && !isolated),
    link('Card in a frame', choice, { mode: 'auto', isolated: 'yes' }, mode !== 'hosted' && isolated !== ''),
    link('Hosted page', choice, { mode: 'hosted', isolated: '' }, mode === 'hosted'),
  ];
  return html`<div class="switches">
    <nav aria-label="Ways to pay">${ways}</nav>
    <nav aria-label="3-D Secure">${link('Bank on a whole page', choice, { challenge: '' }, !challenge)}${link('In a dialog', choice, { challenge: 'dialog' }, !!challenge)}</nav>
    <form>
      ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <label>Language <select name="lang">${LANGUAGE_NAMES.map(([tag, name]) => option(tag, name, lang))}</select></label>
      <label>Theme <select name="theme">${THEMES.map((name) => option(name, name, theme))}</select></label>
      <button>Show</button>
    </form>
  </div>`;
}

function option(value: string, text: string, current: string): Html {
  return html`<option value="${value}"${value === current ? raw(' selected') : ''}>${text}</option>`;
}

function kinds(choice: Choice): Html {
  return html`<nav class="kinds" aria-labelledby="kinds">
    <h2 id="kinds">Kind of order</h2>
    <p>${choice.kind.text}</p>
    ${KINDS.map((kind) => link(kind.label, choice, { kind: kind.name }, kind === choice.kind))}
  </nav>`;
}

/** Cards are saved for those who are signed in. */
function customers(choice: Choice): Html {
  return html`<nav class="kinds" aria-labelledby="customers">
    <h2 id="customers">Signed in as</h2>
    <p>Cards are saved for a customer, not for a guest.</p>
    ${CUSTOMERS.map(([id, name]) => link(name, choice, { customer: id }, id === choice.customer))}
  </nav>`;
}

function link(
  label: string,
  { mode, challenge, lang, theme, kind, isolated, customer }: Choice,
  to: Record<string, string>,
  current: boolean,
): Html {
  const kept = { mode, challenge, lang, theme, kind: kind.name, isolated, customer };
  const address = query({ ...kept, ...to }) || '?';
  return html`<a href="${address}"${current ? raw(' aria-current="true"') : ''}>${label}</a>`;
}

/** What is not empty, as the end of an address. */
function query(values: Record<string, string>): string {
  const said = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return said.size > 0 ? `?${said}` : '';
}

function orderLines(order: ShopOrder): Html {
  return html`<table class="lines"><tbody>
    ${order.lines.map((line) => html`<tr><th scope="row">${line.quantity} × ${line.name}</th><td>${price(line.minor)}</td></tr>`)}
  </tbody><tfoot><tr><th scope="row">Total</th><td>${price(order.minor)}</td></tr></tfoot></table>`;
}

function productCard(product: (typeof PRODUCTS)[number], index: number): Html {
  return html`<li><svg viewBox="0 0 320 176" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${raw(product.picture)}</svg>
    <div class="text"><h2>${product.name}</h2><strong>${price(product.priceMinor)}</strong><p>${product.text}</p>
    <label>Quantity <input type="number" name="${product.id}" min="0" max="99" value="${index === 0 ? 1 : 0}"></label></div></li>`;
}

/** What a click on a card does. */
function cardsHint({ isolated, mode }: Choice): Html {
  if (isolated)
    return html`Any future expiry, any CVV. No script of this page can fill the frame: one click copies the number.`;
  if (mode === 'hosted')
    return html`Any future expiry, any CVV. One click fills in the contact; the card is typed on the hosted page.`;
  return html`Any future expiry, any CVV. One click fills the form.`;
}

function cardButton([number, effect]: (typeof TEST_CARDS)[number]): Html {
  return html`<li><button type="button" data-card="${number}"><code>${number}</code> <span>${effect}</span></button></li>`;
}

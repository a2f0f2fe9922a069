import { html } from 'hono/html';
import { piecesOf, price, PRODUCTS, type Product } from '../products.ts';
import { newOrder, type ShopOrder } from './order.ts';
import type { Html } from './page.ts';

export function shopMain(): Html {
  return html`<main>
      <section class="hero">
        <div class="words">
          <p class="fine">Autumn at Kettle &amp; Wool</p>
          <h1>Things for a slow evening</h1>
          <p class="lead">Tea that takes its time, copper that sings, wool that remembers the sheep. Made by few hands, in small numbers.</p>
          <p><a class="button" href="#shelf">Shop now</a></p>
        </div>
        <img src="/pictures/hero.svg" alt="An armchair with a blanket and a sleeping cat, beside a steaming kettle, at dusk" width="720" height="520" fetchpriority="high">
      </section>
      <ul class="promises row fine">
        <li><strong>Made by hand</strong> in workshops we know</li>
        <li><strong>Free delivery</strong> wherever you sit</li>
        <li><strong>30 days</strong> to change your mind</li>
      </ul>
      <form class="shelf" id="shelf" method="get" action="/cart">
        <h2>The autumn shelf</h2>
        <ul class="products">${PRODUCTS.map(productCard)}</ul>
        <p class="toast row" role="status"></p>
      </form>
    </main>`;
}

/** Without a script its button leads to a cart that contains the product. */
function productCard(product: Product, index: number): Html {
  const { id, name } = product;
  return html`<li class="product card">
    <img src="${picture(id)}" alt="" width="480" height="360"${index > 2 ? html` loading="lazy"` : ''}>
    <div class="text"><h2>${name}</h2><p class="fine">${product.text}</p>
      <div class="row"><strong>${price(product.priceMinor)}</strong>
      <button name="${id}" value="1" data-name="${name}" aria-label="Add to cart: ${name}">Add to cart</button></div></div></li>`;
}

/**
 * The cart has a row for every product; rows of products not in the cart are hidden. A script shows the cart stored in the
 * browser.
 * @param query the quantities in the address, by product
 * @param choice as a query string
 */
export function cartMain(query: Record<string, string>, choice: string): Html {
  const total = price(newOrder(query).minor);
  return html`<main class="page">
      <h1>Your cart</h1>
      <form class="cart" method="post" action="/orders${choice}">
        <input type="hidden" name="from" value="cart">
        <ul class="cart-rows">${PRODUCTS.map((product) => cartRow(product, piecesOf(query[product.id])))}</ul>
        <section class="card totals" aria-label="Total">
          <dl>
            <div><dt>Subtotal</dt><dd data-total>${total}</dd></div>
            <div><dt>Delivery</dt><dd>Free</dd></div>
            <div class="total"><dt>Total</dt><dd data-total>${total}</dd></div>
          </dl>
          <button type="submit">Go to checkout</button>
          <p class="fine">VAT included. You pay on the next page.</p>
        </section>
      </form>
      <section class="empty" hidden>
        <img src="/pictures/empty.svg" alt="" width="240" height="180">
        <p>Your cart is empty, and the evening is long.</p>
        <p><a class="button" href="/${choice}">Go to the shop</a></p>
      </section>
    </main>`;
}

function cartRow({ id, name, priceMinor }: Product, pieces: number): Html {
  return html`<li class="cart-row row" data-product data-price="${priceMinor}"${pieces > 0 ? '' : html` hidden`}>
    <img src="${picture(id)}" alt="" width="96" height="96">
    <div class="what"><h2>${name}</h2><p class="fine">${price(priceMinor)} each</p></div>
    <div class="stepper"><button type="button" data-step="-1" aria-label="One less: ${name}">−</button>
      <input type="number" name="${id}" min="0" max="99" value="${pieces}" inputmode="numeric" aria-label="Quantity: ${name}">
      <button type="button" data-step="1" aria-label="One more: ${name}">+</button></div>
    <strong class="sum">${price(priceMinor * pieces)}</strong>
    <button type="button" data-remove aria-label="Remove: ${name}">Remove</button></li>`;
}

/**
 * @param query the choice
 * @param form the tag
 */
export function checkoutMain(order: ShopOrder, query: string, form: Html): Html {
  return html`<main class="columns">
      <section class="summary" aria-labelledby="your-order">
        <div class="title row"><h1 id="your-order">Your order</h1><a href="/cart${query}">Back to the cart</a></div>
        ${orderLines(order)}
        <p class="fine">Sent from the workshop tomorrow, with you by the weekend.</p>
      </section>
      <section class="payment card" aria-label="Payment">${form}</section>
    </main>`;
}

/**
 * @param query the choice
 * @param status the tag
 */
export function thanksMain(order: ShopOrder, query: string, status: Html): Html {
  return html`<main class="columns done" data-from="${order.fromCart ? 'cart' : ''}">
      <section class="summary" aria-labelledby="what">
        <div class="title row"><h2 id="what">What you ordered</h2></div>
        ${orderLines(order)}
        <p class="fine" data-paid hidden>Sent from the workshop tomorrow, with you by the weekend.</p>
      </section>
      <section class="standing" aria-labelledby="order">
        <p class="fine">Order ${order.id}</p>
        <h1 id="order">Your order</h1>
        <div class="card">${status}</div>
        <p class="row"><a href="/${query}">Back to the shop</a> <a data-unpaid href="/orders/${order.id}${query}">Back to the checkout</a></p>
      </section>
    </main>`;
}

export function missingMain(query: string): Html {
  return html`<main class="page">
      <section class="empty">
        <img src="/pictures/empty.svg" alt="" width="240" height="180">
        <h1>Page not found</h1>
        <p>This page does not exist, or not any more.</p>
        <p><a class="button" href="/${query}">Go to the shop</a></p>
      </section>
    </main>`;
}

function orderLines(order: ShopOrder): Html {
  const rows = order.lines.map(
    ({ productId, name, quantity, minor }) =>
      html`<tr><th scope="row"><span class="thing"><img src="${picture(productId)}" alt="" width="64" height="64">
      <span>${name}<br><span class="fine">${quantity} × ${price(minor / quantity)}</span></span></span></th>
      <td>${price(minor)}</td></tr>`,
  );
  return html`<table class="lines"><tbody>${rows}</tbody>
    <tfoot><tr><th scope="row">Delivery</th><td>Free</td></tr>
    <tr class="total"><th scope="row">Total</th><td>${price(order.minor)}</td></tr></tfoot></table>`;
}

const picture = (id: string): string => `/pictures/${id}.svg`;

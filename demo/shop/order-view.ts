import { html } from 'hono/html';
import { price, PRODUCTS, type Product } from '../products.ts';
import type { ShopOrder } from './options.ts';
import { type Html, pathOf } from './markup.ts';

/** An order's lines and total. */
export function orderLines(shopUrl: string, order: ShopOrder): Html {
  const rows = order.lines.map(
    (
      line,
    ) => html`<tr><th scope="row"><span class="thing"><img src="${picture(shopUrl, line.productId)}" alt="" width="64" height="64">
      <span>${line.name}<span class="pieces">${line.quantity} × ${price(line.minor / line.quantity)}</span></span></span></th>
      <td>${price(line.minor)}</td></tr>`,
  );
  return html`<table class="lines"><tbody>${rows}</tbody>
    <tfoot><tr><th scope="row">Delivery</th><td>Free</td></tr>
    <tr class="total"><th scope="row">Total</th><td>${price(order.minor)}</td></tr></tfoot></table>`;
}

/** A product in the list. Without a script its button leads to a cart that contains it. */
export function productCard(shopUrl: string, product: Product, index: number): Html {
  return html`<li class="product">
    <img src="${picture(shopUrl, product.id)}" alt="" width="480" height="360"${index > 2 ? html` loading="lazy"` : ''}>
    <div class="text"><h2>${product.name}</h2><p>${product.text}</p>
      <div class="buy"><strong>${price(product.priceMinor)}</strong>
      <button name="${product.id}" value="1" data-add="${product.id}" aria-label="Add to cart: ${product.name}">Add to cart</button></div></div></li>`;
}

/**
 * A row for every product; rows of products not in the cart are hidden. A script shows the cart stored in the browser.
 * @param pieces the quantity in the address
 */
export function cartRow(shopUrl: string, product: Product, pieces: number): Html {
  const { id, name, priceMinor } = product;
  return html`<li class="cart-row" data-product="${id}" data-price="${priceMinor}"${pieces > 0 ? '' : html` hidden`}>
    <img src="${picture(shopUrl, id)}" alt="" width="96" height="96">
    <div class="what"><h2>${name}</h2><p>${price(priceMinor)} each</p></div>
    <div class="stepper"><button type="button" data-step="-1" aria-label="One less: ${name}">−</button>
      <input type="number" name="${id}" min="0" max="99" value="${pieces}" inputmode="numeric" aria-label="Quantity: ${name}">
      <button type="button" data-step="1" aria-label="One more: ${name}">+</button></div>
    <strong class="sum">${price(priceMinor * pieces)}</strong>
    <button type="button" class="quiet" data-remove aria-label="Remove: ${name}">Remove</button></li>`;
}

const picture = (shopUrl: string, id: string): string => pathOf(shopUrl, `/pictures/${id}.svg`);

/** Creates the order requested by a form: the amount is set here, never in the browser. */
export function newOrder(form: Record<string, unknown>): ShopOrder {
  const lines = PRODUCTS.flatMap(({ id, name, priceMinor }) => {
    const quantity = piecesOf(form[id]);
    return quantity > 0 ? [{ productId: id, name, quantity, minor: priceMinor * quantity }] : [];
  });
  const minor = lines.reduce((sum, line) => sum + line.minor, 0);
  const id = `KW-${crypto.randomUUID().slice(0, 8)}`;
  return { id, lines, fromCart: form['from'] === 'cart', minor, deliveries: [], messages: [] };
}

/** Reads a quantity: 0 to 99. */
export const piecesOf = (text: unknown): number => Math.min(99, Math.max(0, Math.trunc(Number(text)) || 0));

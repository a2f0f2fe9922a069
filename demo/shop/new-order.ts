import { piecesOf } from '../pieces.ts';
import { PRODUCTS } from '../products.ts';
import type { ShopOrder } from './options.ts';

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

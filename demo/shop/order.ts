import { SignJWT } from 'jose';
import { customerOf } from '../customers.ts';
import { CURRENCY, decimal, piecesOf, PRODUCTS } from '../products.ts';
import { type Choice, choiceQuery } from './choice.ts';
import type { ShopOptions } from './options.ts';

const LIFE_S = 2 * 3_600;

/** The shop's orders by their ids. */
export type Orders = Map<string, ShopOrder>;

export interface ShopOrder {
  id: string;
  lines: OrderLine[];
  /** whether it is the cart's, and not one of the panel or the tour */
  fromCart: boolean;
  /** the order's amount, minor units */
  minor: number;
  /** the companion's messages about it, oldest first */
  messages: ShopMessage[];
}

interface OrderLine {
  productId: string;
  name: string;
  quantity: number;
  /** for all pieces together, minor units */
  minor: number;
}

/** A signed message of the companion about an order. */
interface ShopMessage {
  /** milliseconds since 1970 */
  at: number;
  /** `payment.updated`, … */
  type: string;
  status: string;
  /** of the payment that it reports over the order's amount and currency; null of anything else */
  paymentId: string | null;
  /** whether the shop may send the goods */
  isPaid: boolean;
}

/** Creates the order requested by a form: the amount is set here, never in the browser. */
export function newOrder(form: Record<string, unknown>): ShopOrder {
  const lines = PRODUCTS.flatMap(({ id, name, priceMinor }) => {
    const quantity = piecesOf(form[id]);
    return quantity > 0 ? [{ productId: id, name, quantity, minor: priceMinor * quantity }] : [];
  });
  const minor = lines.reduce((sum, line) => sum + line.minor, 0);
  const id = `KW-${crypto.randomUUID().slice(0, 8)}`;
  return { id, lines, fromCart: form['from'] === 'cart', minor, messages: [] };
}

/** Orders of other kinds have the kind's name as a suffix of the id. */
export const tokenOrderId = (order: ShopOrder, { kind }: Choice): string =>
  kind.name ? `${order.id}.${kind.name}` : order.id;

/**
 * The token with the order for the companion (docs/order-token.md).
 * @param threeDs `supported`, `always`, `never`
 */
export function mintToken(
  options: ShopOptions,
  order: ShopOrder,
  choice: Choice,
  threeDs = 'supported',
): Promise<string> {
  const customer = customerOf(choice.customer);
  const claim = {
    id: tokenOrderId(order, choice),
    amount: decimal(order.minor),
    currency: CURRENCY,
    description: order.lines.map((line) => `${line.quantity} × ${line.name}`).join(', '),
    threeDs,
    returnUrl: `${options.url}/orders/${order.id}/thanks${choiceQuery(choice)}`,
    ...(customer && { customer }),
    ...choice.kind.claim(order.minor),
  };
  // The newest token counts: an older one with other parameters no longer pays.
  const nowS = Math.floor(options.clock.now().getTime() / 1_000);
  return new SignJWT({ order: claim })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + LIFE_S)
    .sign(new TextEncoder().encode(options.orderSecret));
}

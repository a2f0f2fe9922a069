import { SignJWT } from 'jose';
import { customerOf } from '../customers.ts';
import { decimal } from '../kinds.ts';
import { CURRENCY } from '../products.ts';
import { type Choice, choiceQuery } from './choice.ts';
import type { ShopOptions, ShopOrder } from './options.ts';

const LIFE_S = 2 * 3_600;

/** Orders of other kinds have the kind's name as a suffix of the id. */
export const tokenOrderId = (order: ShopOrder, { kind }: Pick<Choice, 'kind'>): string =>
  kind.name ? `${order.id}.${kind.name}` : order.id;

/**
 * The token with the order for the companion (docs/order-token.md).
 * @param threeDs `supported`, `always`, `never`
 */
export function mintToken(
  options: Pick<ShopOptions, 'url' | 'orderSecret' | 'clock'>,
  order: ShopOrder,
  choice: Choice,
  threeDs = 'supported',
): Promise<string> {
  const { kind } = choice;
  const customer = customerOf(choice.customer);
  const claim = {
    id: tokenOrderId(order, choice),
    amount: decimal(order.minor),
    currency: CURRENCY,
    description: order.lines.map((line) => `${line.quantity} × ${line.name}`).join(', '),
    threeDs,
    returnUrl: `${options.url}/orders/${order.id}/thanks${choiceQuery(choice)}`,
    ...(customer && { customer }),
    ...kind.claim(order.minor),
  };
  const nowS = Math.floor(options.clock.now().getTime() / 1_000);
  return (
    new SignJWT({ order: claim })
      .setProtectedHeader({ alg: 'HS256' })
      // The newest token counts: an older one with other parameters no longer pays.
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + LIFE_S)
      .sign(new TextEncoder().encode(options.orderSecret))
  );
}

import { SignJWT } from 'jose';
import { decimal } from '../kinds.ts';
import { CURRENCY } from '../products.ts';
import { type Choice, choiceQuery } from './choice.ts';
import type { ShopOptions, ShopOrder } from './options.ts';

/**
 * The token with the order for the companion (contract, section 2).
 * @param threeDs `supported`, `always`, `never`
 */
export function mintToken(
  options: Pick<ShopOptions, 'url' | 'orderSecret'>,
  order: ShopOrder,
  choice: Choice,
  threeDs = 'supported',
): Promise<string> {
  const { kind, customer } = choice;
  const claim = {
    id: kind.name ? `${order.id}.${kind.name}` : order.id,
    amount: decimal(order.minor),
    currency: CURRENCY,
    description: order.lines.map((line) => `${line.quantity} × ${line.name}`).join(', '),
    threeDs,
    returnUrl: `${options.url}/orders/${order.id}/thanks${choiceQuery(choice)}`,
    ...(customer && { customer: { id: customer } }),
    ...kind.claim(order.minor),
  };
  return (
    new SignJWT({ order: claim })
      .setProtectedHeader({ alg: 'HS256' })
      // The newest token counts: an older one with other parameters no longer pays.
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(new TextEncoder().encode(options.orderSecret))
  );
}

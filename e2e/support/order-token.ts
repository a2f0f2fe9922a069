import { decodeJwt, SignJWT } from 'jose';

/** The `order` claim of a token. */
export interface OrderClaim {
  id: string;
  amount: string;
  returnUrl?: string;
}

/** Reads the order from a token without checking its signature. */
export function orderOf(token: string): OrderClaim {
  return decodeJwt<{ order: OrderClaim }>(token).order;
}

/** Signs an order as the shop does. */
export function signOrder(order: OrderClaim, secret: string, expires: Date): Promise<string> {
  return new SignJWT({ order })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
}

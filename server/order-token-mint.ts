import { SignJWT } from 'jose/jwt/sign';
import type { PaymentDeps } from './payments/ports.ts';

/**
 * Issues order tokens (contract, section 2).
 * @param secret `ORDER_SECRET`, the current one
 */
export function orderTokenMint(secret: string): PaymentDeps['mintToken'] {
  const key = new TextEncoder().encode(secret);
  return (order, { issuedAt, expiresAt }) =>
    new SignJWT({ order, iat: issuedAt, exp: expiresAt }).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

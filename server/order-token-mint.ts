import { SignJWT } from 'jose';
import type { PaymentDeps } from './payments/deps.ts';

/** Makes order tokens (contract, section 2) that hold from now on for so many seconds. */
export function orderTokenMint(secret: string): PaymentDeps['mintToken'] {
  const key = new TextEncoder().encode(secret);
  return (order, expiresInS) => {
    const exp = Math.floor(Date.now() / 1_000) + expiresInS;
    return new SignJWT({ order, exp }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  };
}

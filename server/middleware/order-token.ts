import { createMiddleware } from 'hono/factory';
import { errors, jwtVerify } from 'jose';
import { orderSchema, type Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import type { AppEnv } from '../app-env.ts';
import { fieldErrors } from './validate.ts';

/**
 * Believes an order only from a token signed with the merchant's secret: HS256 alone, `exp` required
 * (contract, section 2).
 * @throws ProblemError `order-token-missing`, `order-token-expired`, `order-token-invalid`
 */
export async function readOrderToken(token: string | undefined, secret: string, now: Date): Promise<Order> {
  if (!token) throw new ProblemError('order-token-missing');
  const claim = await verify(token, secret, now);
  const order = orderSchema.safeParse(claim);
  if (order.success) return order.data;
  throw new ProblemError('order-token-invalid', undefined, fieldErrors(order.error, claim, 'order'));
}

async function verify(token: string, secret: string, now: Date): Promise<unknown> {
  try {
    const key = new TextEncoder().encode(secret);
    const checks = { algorithms: ['HS256'], requiredClaims: ['exp', 'order'], currentDate: now };
    return (await jwtVerify(token, key, checks)).payload['order'];
  } catch (error) {
    throw new ProblemError(
      error instanceof errors.JWTExpired ? 'order-token-expired' : 'order-token-invalid',
    );
  }
}

/** Takes the order from `Authorization: Bearer <order token>` into `c.var.order`. */
export function orderToken(secret: string, now: () => Date) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    c.set('order', await readOrderToken(token, secret, now()));
    await next();
  });
}

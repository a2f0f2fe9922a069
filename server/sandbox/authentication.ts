import type { Context } from 'hono';
import { unauthorized } from './refusal.ts';
import type { World } from './world.ts';

/**
 * Checks the two headers (interface document, Authentication): `X-API-AUTH` is the scheme word, a space and
 * `key:secret`; `X-API-KEY` the endpoints key. Names in any case, values exactly.
 * @throws Refusal 401
 */
export function authenticate(world: World, context: Context): void {
  authenticateBalances(world, context);
  if (context.req.header('x-api-key') !== world.credentials.endpointsKey) throw unauthorized();
}

/**
 * Balances want `X-API-AUTH` alone; `X-API-KEY` is not looked at.
 * @throws Refusal 401
 */
export function authenticateBalances(world: World, context: Context): void {
  const { apiKey, apiSecret } = world.credentials;
  const expected = `${world.authScheme} ${apiKey}:${apiSecret}`;
  if (context.req.header('x-api-auth') !== expected) throw unauthorized();
}

/** @throws Refusal 401 for a pos_id other than this project's */
export function requireOwnPos(world: World, posId: string): void {
  if (posId.toLowerCase() !== world.credentials.posId.toLowerCase()) throw unauthorized();
}

import type { Context } from 'hono';
import { uuid } from './fields.ts';
import { tolerate } from './read-request.ts';
import { invalid, unauthorized } from './refusal.ts';
import type { World } from './world.ts';

/**
 * Checks the two headers (interface document, Authentication): `X-API-AUTH` is the scheme word, a space and `key:secret`;
 * `X-API-KEY` is the endpoints key. Names in any case, values exactly.
 * @throws Refusal 401
 */
export function authenticate(world: World, context: Context): void {
  authenticateProject(world, context);
  requireHeader(world, context, 'X-API-KEY', world.credentials.endpointsKey);
}

/**
 * Balances take only `X-API-AUTH`: `X-API-KEY` is "not sent on balances requests", whatever its value.
 * @throws Refusal 401; 400 if it is sent with the setting `strict`
 */
export function authenticateBalances(world: World, context: Context): void {
  authenticateProject(world, context);
  if (context.req.header('X-API-KEY') === undefined) return;
  tolerate(world, context, { field_name: 'X-API-KEY', violation: 'must not be sent' });
}

function authenticateProject(world: World, context: Context): void {
  const { apiKey, apiSecret } = world.credentials;
  requireHeader(world, context, 'X-API-AUTH', `${world.authScheme} ${apiKey}:${apiSecret}`);
}

/** @throws Refusal 401 for a pos_id other than this project's */
export function requireOwnPos(world: World, posId: string): void {
  if (posId.toLowerCase() !== world.credentials.posId.toLowerCase()) throw unauthorized();
}

/** Checks the pos_id of a path. @throws Refusal 400 for one that is no UUID, 401 for another project's */
export function requirePosOfPath(world: World, context: Context): void {
  const posId = context.req.param('posId') ?? '';
  if (uuid(posId, {})) throw invalid([{ field_name: 'pos_id', violation: 'must be a UUID' }]);
  requireOwnPos(world, posId);
}

/** Servers join a repeated header with a comma: the live gateway accepts the same value twice. */
function requireHeader(world: World, context: Context, name: string, expected: string): void {
  const sent = context.req.header(name);
  if (sent === expected) return;
  if (sent?.replaceAll(`${expected}, `, '') !== expected) throw unauthorized();
  tolerate(world, context, { field_name: name, violation: 'must be sent once' });
}

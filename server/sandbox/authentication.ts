import type { Context } from 'hono';
import { isUuid } from '../contract/uuid.ts';
import { tolerate } from './read-request.ts';
import { invalid, unauthorized } from './refusal.ts';
import type { SandboxState } from './state.ts';

/**
 * Checks the two headers (interface 13.1, 13.2): `X-API-AUTH` is the scheme word, a space and `key:secret`;
 * `X-API-KEY` is the endpoints key. Names in any case, values exactly.
 * @throws Refusal 401
 */
export function authenticate(state: SandboxState, context: Context): void {
  authenticateProject(state, context);
  requireHeader(state, context, 'X-API-KEY', state.credentials.endpointsKey);
}

/**
 * Balances take only `X-API-AUTH` (interface 13.2), whatever the value of `X-API-KEY`.
 * @throws Refusal 401; 400 if it is sent with the setting `strict`
 */
export function authenticateBalances(state: SandboxState, context: Context): void {
  authenticateProject(state, context);
  if (context.req.header('X-API-KEY') === undefined) return;
  tolerate(state, context, { field_name: 'X-API-KEY', violation: 'must not be sent' });
}

function authenticateProject(state: SandboxState, context: Context): void {
  const { apiKey, apiSecret } = state.credentials;
  requireHeader(state, context, 'X-API-AUTH', `${state.authScheme} ${apiKey}:${apiSecret}`);
}

/** @throws Refusal 401 for a pos_id other than this project's */
export function requireOwnPos(state: SandboxState, posId: string): void {
  if (posId.toLowerCase() !== state.credentials.posId.toLowerCase()) throw unauthorized();
}

/** Checks the pos_id of a path. @throws Refusal 400 for one that is no UUID, 401 for another project's */
export function requirePosOfPath(state: SandboxState, context: Context): void {
  const posId = context.req.param('posId') ?? '';
  if (!isUuid(posId)) throw invalid([{ field_name: 'pos_id', violation: 'must be a UUID' }]);
  requireOwnPos(state, posId);
}

/** Servers join a repeated header with a comma: the live gateway accepts the same value twice. */
function requireHeader(state: SandboxState, context: Context, name: string, expected: string): void {
  const sent = context.req.header(name);
  if (sent === expected) return;
  if (sent?.replaceAll(`${expected}, `, '') !== expected) throw unauthorized();
  tolerate(state, context, { field_name: name, violation: 'must be sent once' });
}

import { CUSTOMER } from '../../contract/testing/fixtures.ts';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import { payDirect } from '../paying/pay.ts';
import { openSession } from '../paying/session.ts';
import { answered, gatewayPaymentOf } from './gateway.ts';
import { deps } from './running-deps.ts';
import { CLIENT, input, key, signed } from './test-deps.ts';

/** For tests: Olena, who saves a card with one order and pays another one with it. */

export const TOKEN = { token: 'dG9rZW46c2VjcmV0', expiresAt: '2030-12-31T23:59:59.000Z' };
export const MASK = '424242******4242';
export const OLENA = { ...CUSTOMER, id: 'olena' };
export const YEAR_S = 365 * 86_400;

export const orderOf = (over: Record<string, unknown> = {}) => signed({ customer: OLENA, ...over });
export const cards = async (over: Record<string, unknown> = {}) =>
  (await openSession(deps, orderOf({ id: 'later', ...over }))).savedCards;
export const answer = (over: Partial<GatewayPayment>) => {
  deps.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { cardToken: TOKEN, ...over }));
};
export const instead = (outcome: CallResult<GatewayPayment>) => {
  deps.gateway.script.createDirect = async () => outcome;
};
export const save = (over: Record<string, unknown> = {}, body = {}) =>
  payDirect(deps, orderOf(over), key(), input({ saveCard: true, ...body }), CLIENT);
export const payWith = (id: string, over: Record<string, unknown> = {}, idempotencyKey = key()) =>
  payDirect(
    deps,
    orderOf({ id: 'second', ...over }),
    idempotencyKey,
    input({ card: undefined, savedCard: { id } }),
    CLIENT,
  );
export const events = () => deps.lines.map(({ event }) => event).filter((event) => event.startsWith('card.'));
export const sent = () => deps.gateway.calls.filter(({ method }) => method === 'createDirect');

/** Saves a card of Olena. @returns its id */
export async function saved(): Promise<string> {
  answer({ cardMask: MASK });
  await save();
  const [card] = await cards();
  if (!card) throw new Error('nothing was kept');
  deps.gateway.script = {};
  return card.id;
}

import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { WireAccounts, WireTerminal, WireTerminals } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { requireOwnPos } from './authentication.ts';
import { type AccountBalance, accountBalance, terminalBalance } from './balances.ts';
import { uuid } from './fields.ts';
import { unexpectedError } from './fault-answers.ts';
import { type Movement, movementsOf } from './movements.ts';
import { invalid, notFound } from './refusal.ts';
import type { World } from './world.ts';

/** These always have an account and a terminal; other currencies get them once money has moved in them. */
const CURRENCIES = ['UAH', 'EUR', 'USD'];

interface Account extends AccountBalance {
  id: string;
  name: string;
  currency: string;
}

interface Terminal extends WireTerminal {
  failed: boolean;
}

/** Endpoint 9: every account. The list spells the reserve `rollingReserve`, the single account `rolling_reserve`. */
export function listAccounts(world: World, context: Context): Response {
  requireValid(world, context);
  const accounts = accountsOf(world).map(({ id, name, currency, availableMinor, reserveMinor }) => ({
    id,
    name,
    currency,
    balances: { available: signed(availableMinor, currency), rollingReserve: signed(reserveMinor, currency) },
  }));
  return context.json({ accounts } satisfies WireAccounts);
}

/** Endpoint 9: one account. @throws Refusal 404 */
export function readAccount(world: World, context: Context): Response {
  const id = requireValid(world, context, 'accountId');
  const account = accountsOf(world).find((one) => one.id === id);
  if (!account) throw notFound();
  const { name, currency, availableMinor, reserveMinor } = account;
  const balances = {
    available: signed(availableMinor, currency),
    rolling_reserve: signed(reserveMinor, currency),
  };
  return context.json({ id, name, currency, balances });
}

/** Endpoint 9: the terminals that answer, and in `failed_terminals` those that do not (Balances, rules). */
export function listTerminals(world: World, context: Context): Response {
  requireValid(world, context);
  const terminals = terminalsOf(world);
  const failed = terminals.filter((one) => one.failed);
  const answer: WireTerminals = { terminals: terminals.filter((one) => !one.failed).map(shown) };
  if (failed.length > 0) {
    answer.failed_terminals = failed.map(({ id }) => ({ id, message: 'Terminal balance is unavailable' }));
  }
  return context.json(answer);
}

/** Endpoint 9: one terminal; one that fails answers 500. @throws Refusal 404 */
export function readTerminal(world: World, context: Context): Response {
  const id = requireValid(world, context, 'terminalId');
  const terminal = terminalsOf(world).find((one) => one.id === id);
  if (!terminal) throw notFound();
  return terminal.failed ? unexpectedError() : context.json(shown(terminal));
}

/** Checks the path (400) and the pos_id (401). Returns the path's id in lower case. */
function requireValid(world: World, context: Context, parameter?: 'accountId' | 'terminalId'): string {
  const asked = { pos_id: context.req.param('posId'), id: parameter && context.req.param(parameter) };
  if (uuid(asked.pos_id, {})) throw invalid([{ field_name: 'pos_id', violation: 'must be a UUID' }]);
  if (parameter && uuid(asked.id, {})) {
    const field = parameter === 'accountId' ? 'account_id' : 'terminal_id';
    throw invalid([{ field_name: field, violation: 'must be a UUID' }]);
  }
  requireOwnPos(world, asked.pos_id ?? '');
  return (asked.id ?? '').toLowerCase();
}

function accountsOf(world: World): Account[] {
  return byCurrency(world).map(([currency, movements]) => ({
    id: stableId(world, 'account', currency),
    name: `${currency} account`,
    currency,
    ...accountBalance(movements, world.clock.now()),
  }));
}

function terminalsOf(world: World): Terminal[] {
  return byCurrency(world).map(([currency, movements]) => ({
    id: stableId(world, 'terminal', currency),
    name: `${currency} terminal`,
    currency,
    balances: { available: signed(terminalBalance(movements), currency) },
    failed: world.settings.failedTerminals.includes(currency),
  }));
}

function shown({ id, name, currency, balances }: Terminal): WireTerminal {
  return { id, name, currency, balances };
}

function byCurrency(world: World): [currency: string, movements: Movement[]][] {
  const movements = movementsOf(world.ledger.all());
  const currencies = new Set([...CURRENCIES, ...movements.map(({ currency }) => currency)]);
  return [...currencies].map((currency) => [
    currency,
    movements.filter((movement) => movement.currency === currency),
  ]);
}

/** Stable for a project across resets and restarts, so that tests can contain it. */
function stableId(world: World, kind: 'account' | 'terminal', currency: string): string {
  const source = `${world.credentials.posId.toLowerCase()} ${kind} ${currency}`;
  const hex = createHash('sha256').update(source).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}

/** Balances may be negative. */
function signed(minor: number, currency: string): number {
  return minor < 0 ? -toGatewayNumber(-minor, currency) : toGatewayNumber(minor, currency);
}

import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { WireAccounts, WireTerminal, WireTerminals } from '../contract/gateway-api.ts';
import { formatSignedAmount } from '../contract/money.ts';
import { isUuid } from '../contract/uuid.ts';
import { requirePosOfPath } from './authentication.ts';
import { type Movement, accountBalance, movementsOf, terminalBalance } from './balances.ts';
import { unexpectedError } from './fault-answers.ts';
import { invalid, notFound } from './refusal.ts';
import type { SandboxState } from './state.ts';

/** These always have an account and a terminal; other currencies get them once money has moved in them. */
const CURRENCIES = ['UAH', 'EUR', 'USD'];

/** Endpoint 9: every account. The list spells the reserve `rollingReserve`, the single account `rolling_reserve`. */
export function listAccounts(state: SandboxState, context: Context): Response {
  requirePosOfPath(state, context);
  const accounts = accountsOf(state).map(({ available, reserve, ...account }) => ({
    ...account,
    balances: { available, rollingReserve: reserve },
  }));
  return context.json({ accounts } satisfies WireAccounts);
}

/** Endpoint 9: one account. @throws Refusal 404 */
export function readAccount(state: SandboxState, context: Context): Response {
  const wanted = idOfPath(context, 'account');
  requirePosOfPath(state, context);
  const found = accountsOf(state).find(({ id }) => id === wanted);
  if (!found) throw notFound();
  const { available, reserve, ...account } = found;
  return context.json({ ...account, balances: { available, rolling_reserve: reserve } });
}

/** Endpoint 9: the terminals that answer, and in `failed_terminals` those that do not (interface 9.2). */
export function listTerminals(state: SandboxState, context: Context): Response {
  requirePosOfPath(state, context);
  const all = terminalsOf(state);
  const terminals = all.filter((one) => !isFailed(state, one));
  const failed = all
    .filter((one) => isFailed(state, one))
    .map(({ id }) => ({ id, message: 'Terminal balance is unavailable' }));
  const answer: WireTerminals = failed.length > 0 ? { terminals, failed_terminals: failed } : { terminals };
  return context.json(answer);
}

/** Endpoint 9: one terminal; one that fails answers 500. @throws Refusal 404 */
export function readTerminal(state: SandboxState, context: Context): Response {
  const wanted = idOfPath(context, 'terminal');
  requirePosOfPath(state, context);
  const terminal = terminalsOf(state).find(({ id }) => id === wanted);
  if (!terminal) throw notFound();
  return isFailed(state, terminal) ? unexpectedError() : context.json(terminal);
}

/** Checks an id of the path, and returns it in lower case. @throws Refusal 400 */
function idOfPath(context: Context, kind: 'account' | 'terminal'): string {
  const id = context.req.param(`${kind}Id`) ?? '';
  if (!isUuid(id)) throw invalid([{ field_name: `${kind}_id`, violation: 'must be a UUID' }]);
  return id.toLowerCase();
}

function accountsOf(state: SandboxState) {
  return byCurrency(state).map(([currency, movements]) => {
    const { availableMinor, reserveMinor } = accountBalance(movements, state.clock.now());
    return {
      id: stableId(state, 'account', currency),
      name: `${currency} account`,
      currency,
      available: signed(availableMinor, currency),
      reserve: signed(reserveMinor, currency),
    };
  });
}

function terminalsOf(state: SandboxState): WireTerminal[] {
  return byCurrency(state).map(([currency, movements]) => ({
    id: stableId(state, 'terminal', currency),
    name: `${currency} terminal`,
    currency,
    balances: { available: signed(terminalBalance(movements), currency) },
  }));
}

function isFailed({ settings }: SandboxState, { currency }: WireTerminal): boolean {
  return currency !== undefined && settings.failedTerminals.includes(currency);
}

function byCurrency(state: SandboxState): [currency: string, movements: Movement[]][] {
  const movements = movementsOf(state.ledger.all());
  const currencies = new Set([...CURRENCIES, ...movements.map(({ currency }) => currency)]);
  return [...currencies].map((currency) => [currency, movements.filter((one) => one.currency === currency)]);
}

/** Stable for a project across resets and restarts, so that tests can contain it. */
function stableId(state: SandboxState, kind: 'account' | 'terminal', currency: string): string {
  const source = `${state.credentials.posId.toLowerCase()} ${kind} ${currency}`;
  const hex = createHash('sha256').update(source).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Balances may be negative. */
const signed = (minor: number, currency: string): number => Number(formatSignedAmount(minor, currency));

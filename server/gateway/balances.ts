import { scrubCardNumbers } from '../contract/card-like.ts';
import { fromGatewayBalance } from '../contract/money.ts';
import type { Account, RawFields, Terminal, Terminals } from '../payments/gateway-port.ts';
import type { Answer, Reading } from './exchange.ts';
import { isObject, parseJson, rawFields, readText, type WireObject } from './wire-values.ts';

/** Balances as the gateway returns them (interface document, endpoint 9). Readers return null for anything else. */

const HOLDER_FIELDS = new Set(['id', 'name', 'currency', 'balances']);
const TERMINAL_BALANCES = ['available'];
const ACCOUNT_BALANCES = [...TERMINAL_BALANCES, 'rollingReserve', 'rolling_reserve'];
const FAILED_FIELDS = new Set(['id', 'message']);

/** One account. Samples spell its rolling reserve `rollingReserve` and `rolling_reserve`. */
export function readAccount(value: unknown): Account | null {
  const found = readHolder(value, ACCOUNT_BALANCES);
  if (!found) return null;
  const { holder, balances } = found;
  const reserve = balances['rollingReserve'] ?? balances['rolling_reserve'];
  return { ...holder, rollingReserveMinor: fromGatewayBalance(reserve, holder.currency) };
}

/** One terminal. */
export function readTerminal(value: unknown): Terminal | null {
  return readHolder(value, TERMINAL_BALANCES)?.holder ?? null;
}

/** `{accounts: [Account]}`, null if any element is invalid. */
export function readAccounts(value: unknown): Account[] | null {
  return isObject(value) ? readAll(value['accounts'], readAccount) : null;
}

/** `{terminals: [Terminal], failed_terminals?}`, null if any element is invalid. */
export function readTerminals(value: unknown): Terminals | null {
  if (!isObject(value)) return null;
  const terminals = readAll(value['terminals'], readTerminal);
  const failed = readAll(value['failed_terminals'] ?? [], readFailed);
  return terminals && failed && { terminals, failed };
}

function readHolder(
  value: unknown,
  names: readonly string[],
): { holder: Terminal; balances: WireObject } | null {
  if (!isObject(value)) return null;
  const id = readText(value['id']);
  const currency = readText(value['currency']);
  if (id === null || currency === null) return null;
  const balances = isObject(value['balances']) ? value['balances'] : {};
  const availableMinor = fromGatewayBalance(balances['available'], currency);
  const name = scrubCardNumbers(readText(value['name']) ?? '');
  const read = names.filter((balance) => isRead(balances[balance], currency));
  return {
    holder: { id, name, currency, availableMinor, raw: rawOf(value, balances, new Set(read)) },
    balances,
  };
}

/** Whether the minor units represent a balance without loss. */
function isRead(balance: unknown, currency: string): boolean {
  return balance === null || balance === undefined || fromGatewayBalance(balance, currency) !== null;
}

/** @param placed names of the balances that were read into properties */
function rawOf(value: WireObject, balances: WireObject, placed: ReadonlySet<string>): RawFields {
  const others = rawFields(balances, placed);
  const raw = rawFields(value, HOLDER_FIELDS);
  return Object.keys(others).length > 0 ? { ...raw, balances: others } : raw;
}

function readFailed(value: unknown): Terminals['failed'][number] | null {
  const id = isObject(value) ? readText(value['id']) : null;
  if (!isObject(value) || id === null) return null;
  const message = scrubCardNumbers(readText(value['message']) ?? '');
  return { id, message, raw: rawFields(value, FAILED_FIELDS) };
}

function readAll<T>(value: unknown, read: (element: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const all = value.map(read).filter((one) => one !== null);
  return all.length === value.length ? all : null;
}

/** A valid answer is HTTP 200 with balances. */
export function asBalances<T>(answer: Answer, read: (value: unknown) => T | null): Reading<T> {
  if (answer.status !== 200) return { rejection: 'unexpected-status' };
  const value = read(parseJson(answer.text));
  return value === null ? { rejection: 'no-balances' } : { value };
}

/** As `read`, but null for another id than the given one. */
export function only<T extends { id: string }>(id: string, read: (value: unknown) => T | null) {
  return (value: unknown) => {
    const found = read(value);
    return found?.id.toLowerCase() === id.toLowerCase() ? found : null;
  };
}

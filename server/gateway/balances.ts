import { fromGatewayBalance } from '../contract/money.ts';
import type { Account, Terminal, Terminals } from '../payments/ports.ts';
import { scrubCardNumbers } from './scrub.ts';
import { isObject, readText, type WireObject } from './wire-values.ts';

/** Balances as the gateway tells them (interface document, endpoint 9). null for what is none. */

/** One account. Samples spell its rolling reserve `rollingReserve` and `rolling_reserve`. */
export function readAccount(value: unknown): Account | null {
  const found = readHolder(value);
  if (!found) return null;
  const { holder, balances } = found;
  const reserve = balances['rollingReserve'] ?? balances['rolling_reserve'];
  return { ...holder, rollingReserveMinor: fromGatewayBalance(reserve, holder.currency) };
}

/** One terminal. */
export function readTerminal(value: unknown): Terminal | null {
  return readHolder(value)?.holder ?? null;
}

/** `{accounts: [Account]}`, believed whole or not at all. */
export function readAccounts(value: unknown): Account[] | null {
  return isObject(value) ? readAll(value['accounts'], readAccount) : null;
}

/** `{terminals: [Terminal], failed_terminals?}`, believed whole or not at all. */
export function readTerminals(value: unknown): Terminals | null {
  if (!isObject(value)) return null;
  const terminals = readAll(value['terminals'], readTerminal);
  const failed = readAll(value['failed_terminals'] ?? [], readFailed);
  return terminals && failed && { terminals, failed };
}

function readHolder(value: unknown): { holder: Terminal; balances: WireObject } | null {
  if (!isObject(value)) return null;
  const id = readText(value['id']);
  const currency = readText(value['currency']);
  if (id === null || currency === null) return null;
  const balances = isObject(value['balances']) ? value['balances'] : {};
  const availableMinor = fromGatewayBalance(balances['available'], currency);
  return { holder: { id, name: readText(value['name']) ?? '', currency, availableMinor }, balances };
}

function readFailed(value: unknown): Terminals['failed'][number] | null {
  const id = isObject(value) ? readText(value['id']) : null;
  if (!isObject(value) || id === null) return null;
  return { id, message: scrubCardNumbers(readText(value['message']) ?? '') };
}

function readAll<T>(value: unknown, read: (element: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const all = value.map(read).filter((one) => one !== null);
  return all.length === value.length ? all : null;
}

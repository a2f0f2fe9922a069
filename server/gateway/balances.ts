import { fromGatewayBalance } from '../contract/money.ts';
import type { Account, Terminal, Terminals } from '../payments/gateway-port.ts';
import type { Answer } from './http.ts';
import type { Reading } from './outcome.ts';
import type { Scrub } from './scrub.ts';
import { isObject, readCurrency, readText } from './wire-values.ts';

/** Balances as the gateway returns them (interface 9.1, 9.2, 9.3). Readers return null for anything else. */

type ReadOne<T> = (value: unknown, scrub: Scrub) => T | null;

/** One account. Samples spell its rolling reserve `rollingReserve` and `rolling_reserve`. */
export function readAccount(value: unknown, scrub: Scrub): Account | null {
  const found = readTerminal(value, scrub);
  if (!found || !isObject(value)) return null;
  const balances = isObject(value['balances']) ? value['balances'] : {};
  const reserve = balances['rollingReserve'] ?? balances['rolling_reserve'];
  return { ...found, rollingReserveMinor: fromGatewayBalance(reserve, found.currency) };
}

/** One terminal. */
export function readTerminal(value: unknown, scrub: Scrub): Terminal | null {
  if (!isObject(value)) return null;
  const raw = scrub.fields(value);
  const id = readText(raw['id']);
  const currency = readCurrency(raw['currency']);
  if (id === null || currency === null) return null;
  const balances = isObject(value['balances']) ? value['balances'] : {};
  const availableMinor = fromGatewayBalance(balances['available'], currency);
  return { id, name: readText(raw['name']) ?? '', currency, availableMinor, raw };
}

/** `{accounts: [Account]}`, null if any element is invalid. */
export function readAccounts(value: unknown, scrub: Scrub): Account[] | null {
  return isObject(value) ? readAll(value['accounts'], readAccount, scrub) : null;
}

/** `{terminals: [Terminal], failed_terminals?}`, null if any element is invalid. */
export function readTerminals(value: unknown, scrub: Scrub): Terminals | null {
  if (!isObject(value)) return null;
  const terminals = readAll(value['terminals'], readTerminal, scrub);
  const failed = readAll(value['failed_terminals'] ?? [], readFailed, scrub);
  return terminals && failed && { terminals, failed };
}

function readFailed(value: unknown, scrub: Scrub): Terminals['failed'][number] | null {
  const raw = isObject(value) ? scrub.fields(value) : {};
  const id = readText(raw['id']);
  return id === null ? null : { id, message: readText(raw['message']) ?? '', raw };
}

function readAll<T>(value: unknown, read: ReadOne<T>, scrub: Scrub): T[] | null {
  if (!Array.isArray(value)) return null;
  const all = value.map((element) => read(element, scrub)).filter((one) => one !== null);
  return all.length === value.length ? all : null;
}

/** A valid answer is HTTP 200 with balances. */
export const asBalances =
  <T>(read: ReadOne<T>) =>
  ({ status, json }: Answer, scrub: Scrub): Reading<T> => {
    if (status !== 200) return { rejection: 'unexpected-status' };
    const value = read(json, scrub);
    return value === null ? { rejection: 'no-balances' } : { value };
  };

/** As `read`, but null for another id than the given one. */
export const only =
  <T extends { id: string }>(id: string, read: ReadOne<T>): ReadOne<T> =>
  (value, scrub) => {
    const found = read(value, scrub);
    return found?.id.toLowerCase() === id.toLowerCase() ? found : null;
  };

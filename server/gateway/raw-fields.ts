import { couldBeCard, holdsCardNumber, REMOVED } from '../contract/card-like.ts';
import { isUuid } from '../contract/uuid.ts';
import { createScrub, type Scrub } from './scrub.ts';
import { isObject, type WireObject } from './wire-values.ts';

const MAX_DEPTH = 6;

/** What is called so is never kept, wherever it stands: card data, tokens, keys. */
const SECRET_NAME =
  /token|cvv|cvc|cryptogram|secret|password|api_?key|card_?number|cc_number|^exp_(month|year)$|(^|_)(pan|pin)$/i;
const NO_SECRETS = new Set(['cc_token_expiration']);
/** Tokens of wallets, told by their prefix. */
const WALLET_TOKEN = /\b(rcr|gpay|applepay):[\w+/=-]{8,}/g;

/** Identifiers and telephone numbers are long rows of digits too: there a number goes only as a card has it. */
const NUMBERED_NAME = /(^|_)(id|phone|rrn|code)$/;

/**
 * The fields of an answer that have no place of their own, under the gateway's names: without card numbers,
 * and without anything that is called a token, a CVV or a key.
 * @param placed names that are left out
 * @param secrets texts that are removed wherever they stand, as a card token that another field repeats
 */
export function rawFields(
  wire: WireObject,
  placed: ReadonlySet<string>,
  secrets: readonly string[] = [],
): WireObject {
  const others = Object.entries(wire).filter(([name]) => !placed.has(name));
  return cleanObject(others, createScrub(secrets), 0);
}

function cleanObject(entries: [string, unknown][], scrub: Scrub, depth: number): WireObject {
  const kept = entries.filter(([name]) => !SECRET_NAME.test(name) || NO_SECRETS.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [scrub(name), cleanValue(value, name, scrub, depth)]),
  );
}

function cleanValue(value: unknown, name: string, scrub: Scrub, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, name, scrub);
  if (typeof value === 'number') return couldBeCard(String(value)) ? REMOVED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return REMOVED;
  if (Array.isArray(value)) return value.map((item: unknown) => cleanValue(item, name, scrub, depth + 1));
  return isObject(value) ? cleanObject(Object.entries(value), scrub, depth + 1) : null;
}

function cleanText(text: string, name: string, scrub: Scrub): string {
  if (isUuid(text)) return text;
  const lenient = NUMBERED_NAME.test(name) && /^[\w.+-]{1,64}$/.test(text) && !holdsCardNumber(text);
  return lenient ? text : scrub(text.replaceAll(WALLET_TOKEN, REMOVED));
}

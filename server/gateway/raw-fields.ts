import { brandOf, passesLuhn } from '../contract/card.ts';
import { createScrub, scrubCardNumbers } from './scrub.ts';
import { isObject, type WireObject } from './wire-values.ts';

const GONE = '[removed]';
const MAX_DEPTH = 6;
/** What may be called so is never kept, wherever it stands: card data, tokens, keys. */
const SECRET_NAME = /token|cvv|cvc|cryptogram|secret|password|(^|_)pan($|_)|cc_number|card_?number|api_?key/i;
const NO_SECRET = new Set(['cc_token_expiration']);
/** Identifiers and telephone numbers are long rows of digits: they go only where they could be a card number. */
const NUMBERED = /(^|_)(id|phone|rrn|ip|code)$|^rrn$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  const scrub = createScrub(secrets);
  const clean = (text: string, name: string) => (isHarmless(text, name) ? text : scrub(text));
  return cleanObject(wire, clean, 0, placed);
}

type Clean = (text: string, name: string) => string;

function cleanObject(given: WireObject, clean: Clean, depth: number, left?: ReadonlySet<string>): WireObject {
  const kept = Object.entries(given).filter(([name]) => !left?.has(name) && !isSecret(name));
  const fields = kept.map(([name, value]) => [scrubCardNumbers(name), cleanValue(value, name, clean, depth)]);
  return Object.fromEntries(fields) as WireObject;
}

function cleanValue(value: unknown, name: string, clean: Clean, depth: number): unknown {
  if (typeof value === 'string') return clean(value, name);
  if (typeof value === 'number') return isCardNumber(String(value)) ? GONE : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return GONE;
  if (Array.isArray(value)) return value.map((item: unknown) => cleanValue(item, name, clean, depth + 1));
  return isObject(value) ? cleanObject(value, clean, depth + 1) : null;
}

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name) && !NO_SECRET.has(name);
}

function isHarmless(text: string, name: string): boolean {
  if (UUID.test(text)) return true;
  return NUMBERED.test(name) && /^\+?\d{1,40}$/.test(text) && !isCardNumber(text.replace('+', ''));
}

function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && brandOf(digits) !== null && passesLuhn(digits);
}

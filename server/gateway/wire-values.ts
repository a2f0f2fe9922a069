import { createHash } from 'node:crypto';
import {
  asPeopleWrite,
  couldBeCard,
  holdsCardNumber,
  maskCardNumbers,
  REMOVED,
  scrubCardNumbers,
} from '../contract/card-like.ts';
import { maskOf } from '../contract/card.ts';
import { isLoopback } from '../contract/loopback.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import type { GatewayAmount } from '../payments/gateway-port.ts';

/**
 * Single values as the gateway writes them, and the removal of secrets from them. Readers return null for values that
 * they cannot read.
 */

export type WireObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text, or a number as text; null for anything else and for an empty text. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

const SHORTEST_CARD = 12;

/**
 * An id or a code. It is compared and stored: a card number in its place is masked or removed, and two digits of a hash
 * tell different ones apart.
 */
export function readName(value: unknown): string | null {
  const name = readText(value);
  if (name === null) return null;
  // No id has spaces; between digits they are how people write a card number.
  const isWritten = /\s/.test(name) && name.replaceAll(/\D/g, '').length >= SHORTEST_CARD;
  const kept = isWritten ? REMOVED : scrubCardNumbers(maskCardNumbers(name, maskOf));
  return kept === name ? name : `${kept}~${hashDigits(name)}`;
}

/** Two: beside a mask they reveal no more of a card than its seventh and eighth digit, which may be shown too. */
function hashDigits(name: string): string {
  const hash = createHash('sha256').update(name.toLowerCase()).digest('hex');
  return String(Number.parseInt(hash.slice(0, 8), 16) % 100).padStart(2, '0');
}

/** A date and a time of day; seconds may have a fraction, and a zone may follow. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A TIMESTAMP as ISO 8601 in UTC. The document shows no zone: none means UTC. */
export function readTimestamp(value: unknown): string | null {
  const match = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (!match) return null;
  const time = Date.parse(match[2] ? match[0] : `${match[0]}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** A fee object `{amount, currency}`. */
export function readFee(value: unknown): GatewayAmount | null {
  return isObject(value) ? readAmount(value['amount'], readText(value['currency'])) : null;
}

export function readAmount(value: unknown, currency: string | null): GatewayAmount | null {
  const amountMinor = currency === null ? null : fromGatewayAmount(value, currency);
  return amountMinor === null || currency === null ? null : { amountMinor, currency };
}

/** The value of a JSON text, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An address that a customer may be redirected to: https, or http on this machine (sandbox, tests).
 * @param base resolves a relative address
 * @returns the absolute address, or null for anything else
 */
export function safeUrl(value: unknown, base?: string): string | null {
  if (typeof value !== 'string' || value === '' || /\s/.test(value) || !URL.canParse(value, base))
    return null;
  const url = new URL(value, base);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href));
  return safe ? url.href : null;
}

const MAX_DEPTH = 6;

/** Fields with such names are never stored, at any depth: card data, tokens, keys. */
const SECRET_NAME =
  /token|cvv|cvc|cryptogram|secret|password|api_?key|card_?number|cc_number|^exp_(month|year)$|(^|_)(pan|pin)$/i;
const NO_SECRETS = new Set(['cc_token_expiration']);
/** Wallet tokens, recognised by their prefix. */
const WALLET_TOKEN = /\b(rcr|gpay|applepay):[\w+/=-]{8,}/g;

/**
 * Identifiers and telephone numbers are long rows of digits too: in these fields a number is removed only if it is
 * written like a card's.
 */
const NUMBERED_NAME = /(^|_)(id|phone|rrn|code)$/;

/** Shorter texts occur in others by chance. */
export const SHORTEST_TOKEN = 8;

/**
 * The fields of an answer without a property of their own, under the gateway's names: without card numbers, without any
 * field named like a token, a CVV or a key, and without the answer's card token if another field repeats it.
 * @param placed names to leave out
 */
export function rawFields(wire: WireObject, placed: Pick<ReadonlySet<string>, 'has'>): WireObject {
  const { cc_token: token } = wire;
  const tokens = typeof token === 'string' && token.length >= SHORTEST_TOKEN ? [token] : [];
  const others = Object.entries(wire).filter(([name]) => !placed.has(name));
  return cleanObject(others, { tokens, scrub: createScrub(tokens) }, 0);
}

/** The secrets to remove, and how. */
interface Cleaning {
  tokens: readonly string[];
  scrub: Scrub;
}

function cleanObject(entries: [string, unknown][], cleaning: Cleaning, depth: number): WireObject {
  const kept = entries.filter(([name]) => !SECRET_NAME.test(name) || NO_SECRETS.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [cleaning.scrub(name), cleanValue(value, name, cleaning, depth)]),
  );
}

function cleanValue(value: unknown, name: string, cleaning: Cleaning, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, name, cleaning);
  if (typeof value === 'number') return couldBeCard(String(value)) ? REMOVED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return REMOVED;
  if (Array.isArray(value)) return value.map((item: unknown) => cleanValue(item, name, cleaning, depth + 1));
  return isObject(value) ? cleanObject(Object.entries(value), cleaning, depth + 1) : null;
}

function cleanText(text: string, name: string, { tokens, scrub }: Cleaning): string {
  const isId = NUMBERED_NAME.test(name) && /^[\w.+-]{1,64}$/.test(text);
  const isHarmless = !holdsCardNumber(text) && !tokens.some((token) => text.includes(token));
  return isId && isHarmless ? text : scrub(text.replaceAll(WALLET_TOKEN, REMOVED));
}

/** Removes secrets from a text before it is shown, stored or logged. */
export type Scrub = (text: string) => string;

/**
 * Builds a scrub that removes card numbers and the given secrets, plain or percent-encoded. A secret of only digits is
 * removed if it is a number of its own: a CVV as it is, a card number with any separators between its digits.
 */
export function createScrub(secrets: readonly string[]): Scrub {
  const known = secrets.filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  const digits = known.filter((secret) => /^\d+$/.test(secret));
  const texts = known.filter((secret) => !/^\d+$/.test(secret));
  const forms = [...new Set(texts.flatMap((secret) => [secret, encodeURIComponent(secret)]))];
  return (text) => {
    let rest = text;
    for (const form of forms) rest = rest.replaceAll(form, REMOVED);
    rest = scrubCardNumbers(rest);
    for (const number of digits) rest = rest.replaceAll(asNumber(number), REMOVED);
    return rest;
  };
}

/** Few digits, like a CVV's, have no separators: "9-27" is not a CVV. */
function asNumber(digits: string): RegExp {
  return digits.length < 12 ? new RegExp(`(?<!\\d)${digits}(?!\\d)`, 'g') : asPeopleWrite(digits);
}

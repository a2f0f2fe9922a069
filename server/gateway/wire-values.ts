import { isLoopback } from '../contract/address.ts';

/** Single values as the gateway writes them. Readers return null for values that they cannot read. */

export type WireObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text, or a number as text; null for anything else and for an empty text. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A word of the interface document in its own case, lower: a method, a mode, a status. Null for no text or a blank one. */
export const readWord = (value: unknown): string | null =>
  typeof value === 'string' ? value.trim().toLowerCase() || null : null;

/** An ISO 4217 code, in upper case. */
export const readCurrency = (value: unknown): string | null => readText(value)?.trim().toUpperCase() || null;

/**
 * ISO 8601, extended or basic: seconds, their fraction and the zone may be missing, blanks may stand for T, and Java
 * names the region behind the zone.
 */
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T|\s+)(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?\s*(?:(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)(?:\[[\w/+-]+\])?)?$/i;

/**
 * Unix time: seconds have ten digits (from 2001), milliseconds thirteen (from 2001 to 2096: with a 4 before them, they
 * could be a card number).
 */
const UNIX = /^(?:([1-9]\d{9})(?:[.,](\d+))?|([1-3]\d{12})(?:[.,]\d+)?)$/;

/**
 * A TIMESTAMP as ISO 8601 in UTC with milliseconds, whatever form it has: the document shows one, systems write many.
 * No zone means UTC. What is missing becomes zeros, and what is finer than a millisecond is cut off, so the text is never
 * later than what was said.
 */
export function readTimestamp(value: unknown): string | null {
  const text = readText(value)?.trim() ?? '';
  const time = unixTimeOf(text) ?? isoTimeOf(text);
  return time === null ? null : new Date(time).toISOString();
}

/** Milliseconds since 1970. */
function unixTimeOf(text: string): number | null {
  const [, seconds, fraction, milliseconds] = UNIX.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds + thousandths(fraction));
  return milliseconds === undefined ? null : Number(milliseconds);
}

/** Milliseconds since 1970. */
function isoTimeOf(text: string): number | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '00', fraction, sign, ahead, aheadMinutes = '00'] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${thousandths(fraction)}`;
  const asUtc = Date.parse(`${local}Z`);
  // `Date` takes 31 February for 3 March. It takes 24:00 for the next day, but some write it for 0:00 of the same day.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString() !== `${local}Z`) return null;
  return sign === undefined ? asUtc : Date.parse(`${local}${sign}${ahead}:${aheadMinutes}`);
}

/** The first three digits of a fraction. */
const thousandths = (fraction = ''): string => fraction.slice(0, 3).padEnd(3, '0');

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

import { MAX_MINOR } from '../contract/money.ts';

/** Formats of single fields (interface document, Common type names and Limits). */

export type Check = (value: unknown) => boolean;

export const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

export const atMost =
  (length: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= length;

export const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

export const isHttpUrl: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

export const isCurrency = matches(/^[A-Z]{3}$/);

/** An amount in minor units, more than none. */
export const isMinorAmount = integer(1, MAX_MINOR);

/**
 * An order id that secondary operations take too (at most 32 characters). The document says String: refused is only
 * what would not stay one piece of a path ("." and ".." are resolved away), control characters, and half a character,
 * which no path can carry.
 */
export const isOrderId: Check = (value) => isPathPiece(value, 32);

/** An order id as answers have it (at most 256 characters): payments of another origin can be read too. */
export const isReadableOrderId: Check = (value) => isPathPiece(value, 256);

function isPathPiece(value: unknown, length: number): boolean {
  return atMost(length)(value) && matches(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)(value);
}

/** yyyy-MM-dd, and a day that the calendar has. */
export const isDate: Check = (value) => {
  if (!matches(/^\d{4}-\d{2}-\d{2}$/)(value)) return false;
  const time = Date.parse(`${String(value)}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(value));
};

/** An object that JSON can carry as it is. */
export const isJsonObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value, 0);

const MAX_DEPTH = 32;

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  return Object.values(value).every((item) => isJson(item, depth + 1));
}

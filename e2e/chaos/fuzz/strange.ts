import { CARDS } from '../../support/cards.ts';
import type { Random } from '../random.ts';
import { CARD_NUMBER } from '../search-files.ts';

/** Unexpected values for bodies, headers, addresses and tokens. */

const LONG = 9_000;
const digits = CARDS.success.replaceAll(' ', '');

const TEXTS = [
  ['', ' ', '\u0000', '\ud800', '\u202e', '💳', '\ufeff', '%', '%00', '%ff', '..', '../..', '//', '\\'],
  ["' or 1=1 --", '"', '<script>alert(1)</script>', '${7*7}', '{{7*7}}', '\r\nset-cookie: a=b', 'null'],
  [digits, CARDS.challenge, digits.split('').join(' '), 'x'.repeat(LONG), '1'.repeat(LONG), '-1', '1e999'],
  ['0', '100.001', '1,00', '00000000-0000-0000-0000-000000000000', '9999-12-31T23:59:59Z', '+275760-09-13'],
  ['__proto__', 'constructor', 'toString', 'then', 'true', 'UAH', 'XTS', 'purchase', 'lookup', 'hosted'],
].flat();

const NUMBERS = [0, -0, -1, 1.5, 12, 2030, 1e308, 2 ** 53, Number(digits)];
const OBJECTS: readonly unknown[] = [
  [],
  [[]],
  {},
  { a: {} },
  [1, 2, 3],
  ['card'],
  { length: 3 },
  { toString: 1 },
  { toJSON: 'x' },
];
const VALUES: readonly unknown[] = [null, true, false, ...NUMBERS, ...OBJECTS, ...TEXTS];

export const strangeText = (random: Random): string => random.pick(TEXTS);

/** An almost valid value: some fields are replaced, some are missing, some are added. */
export function spoiledValue(random: Random, value: unknown): unknown {
  if (random.chance(0.1)) return random.pick(VALUES);
  if (Array.isArray(value)) return spoiledList(random, value);
  if (typeof value === 'string' && random.chance(0.1)) return spoiledText(random, value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(() => random.chance(0.95))
    .map(([key, inner]) => [key, spoiledField(random, key, inner)] as const);
  const more = random.chance(0.15) ? [[random.pick(TEXTS), random.pick(VALUES)] as const] : [];
  return Object.fromEntries([...entries, ...more]);
}

/** Merchants choose their order ids and addresses freely: both stay as they are. */
const KEPT = new Set(['id', 'returnUrl']);

function spoiledField(random: Random, key: string, inner: unknown): unknown {
  const spoiled = spoiledValue(random, inner);
  return KEPT.has(key) && CARD_NUMBER.test(JSON.stringify(spoiled)) ? inner : spoiled;
}

function spoiledList(random: Random, value: readonly unknown[]): unknown[] {
  const items = value.map((inner) => spoiledValue(random, inner));
  return random.chance(0.1) ? Array.from({ length: random.below(300) }, () => items[0]) : items;
}

/** A text with something inserted, removed, repeated or changed. */
export function spoiledText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const until = at + random.below(text.length - at + 1);
  return random.pick<() => string>([
    () => text.slice(0, at) + random.pick(TEXTS) + text.slice(until),
    () => text.slice(0, at) + text.slice(until),
    () => text + text,
    () => text.toUpperCase(),
    () => text.slice(0, at) + String.fromCharCode(random.below(0x3ff)) + text.slice(at + 1),
    () => random.pick(TEXTS),
  ])();
}

/** Bytes with some changed, removed, repeated or invented. */
export function spoiledBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  const until = at + random.below(Math.min(64, bytes.length - at) + 1);
  const made = () => Buffer.from(Array.from({ length: random.below(32) }, () => random.below(256)));
  return random.pick<() => Buffer>([
    () => Buffer.concat([bytes.subarray(0, at), made(), bytes.subarray(until)]),
    () => bytes.subarray(0, at),
    () => bytes.subarray(at),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]),
  ])();
}

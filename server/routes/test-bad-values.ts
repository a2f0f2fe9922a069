import * as fc from 'fast-check';

/** For tests: values that a field of the merchant API must refuse, by the field's type. */

export type BadValues = fc.Arbitrary<unknown>;

/** In place of a value: the field is left out. */
export const MISSING = Symbol('missing');

const oneOf = (...values: unknown[]): BadValues => fc.constantFrom(...values);

/** All JSON values except text. */
const NO_TEXT = oneOf(null, true, false, 0, 7, -1.5, 1e308, [], ['text'], {}, { amount: '1' });
const NO_NUMBER = oneOf(null, true, '7', 'NaN', '', [], [7], {});
const NO_OBJECT = oneOf(null, true, 7, 'text', ['text']);
const NO_LIST = oneOf(null, true, 7, 'text', {}, { 0: 'visa' });
const BLANK = oneOf('', ' ', '\t\n');

const longer = (max: number): BadValues =>
  fc.integer({ min: max + 1, max: max + 50 }).map((length) => 'x'.repeat(length));

/** Texts that look like a number but are not an amount. */
const NO_DECIMAL = oneOf(
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  '1e3',
  '1E2',
  '0x10',
  '0b1',
  '1_000',
  '+1',
  '--1',
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '01',
  '00.50',
  '.5',
  '5.',
  '.',
  '1,00',
  '1 000',
  '1.000,00',
  '١٢',
  '１２',
  '½',
);
const TOO_PRECISE = fc
  .tuple(fc.nat(9_999), fc.stringMatching(/^[0-9]{3,8}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);
const NEGATIVE = fc.tuple(fc.nat(9_999), fc.nat(99)).map(([whole, cents]) => `-${whole}.${cents}`);
/** 2^53 minor units are 90071992547409.92; at most fifteen digits are accepted. */
const BEYOND = fc.oneof(
  oneOf('90071992547409.92', '90071992547409.93', '9007199254740993', '10000000000000.00', '9'.repeat(5_000)),
  fc.bigInt({ min: 10n ** 15n, max: 10n ** 18n }).map((minor) => `${minor / 100n}.${minor % 100n}`),
);

/** An amount: decimal text, more than zero, at most two decimals, at most fifteen digits. */
export const badAmount = fc.oneof(
  NO_TEXT,
  NO_DECIMAL,
  TOO_PRECISE,
  NEGATIVE,
  BEYOND,
  oneOf('0', '0.0', '0.00', '-0'),
  longer(20),
);
export const badText = (max: number): BadValues => fc.oneof(NO_TEXT, BLANK, longer(max));
/** Text that may be empty. */
export const badNote = (max: number): BadValues => fc.oneof(NO_TEXT, longer(max));
export const badOneOf = fc.oneof(
  NO_TEXT,
  oneOf('', ' ', 'other', 'PURCHASE', 'toString', '__proto__'),
  longer(9),
);
export const badWhole = (least: number, most: number): BadValues =>
  fc.oneof(NO_NUMBER, oneOf(0, -1, 1.5, least - 1, most + 1, 2 ** 53, 1e308));
export const badUuid = fc.oneof(
  NO_TEXT,
  oneOf('', 'x', '0f3d1c6a-5b7e-4c1d-9a2b', 'g'.repeat(36)),
  longer(36),
);
export const badUrl = fc.oneof(
  NO_TEXT,
  oneOf('', '/path', 'javascript:alert(1)', 'data:,x', 'ftp://x.example'),
);
export const badFlag = oneOf(null, false, 0, 1, 'true', [], {});
export const badObject = NO_OBJECT;
export const badList = NO_LIST;
export const badPattern = (...values: string[]): BadValues => fc.oneof(NO_TEXT, oneOf(...values), longer(40));
export const required = (values: BadValues): BadValues => fc.oneof(fc.constant(MISSING), values);

/** A copy of a body with one field set, or left out. `path` as in a problem: "split.0.amount". */
export function withField(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let holder = copy;
  for (const key of keys) holder = holder[key] as Record<string, unknown>;
  if (value === MISSING) delete holder[last];
  else holder[last] = value;
  return copy;
}

/**
 * Money as integer minor units inside, decimal text on our own APIs, and a JSON Number only in messages to and from the
 * gateway. No function here computes with a fraction.
 */

/**
 * ISO 4217 currencies without a minor unit. Every other currency has two decimals here: the gateway supports no more.
 */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/**
 * The largest amount, in minor units. Fifteen digits survive the conversion to a JSON Number and back; sixteen (2^53
 * has sixteen) do not always.
 */
export const MAX_MINOR = 999_999_999_999_999;

const DECIMAL = /^(0|[1-9]\d{0,15})(?:\.(\d{1,2}))?$/;

/** How many decimals an amount in this currency may have: 0 or 2. */
export function decimalsOf(currency: string): 0 | 2 {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

/**
 * Reads decimal text ("10", "10.5", "10.50") as minor units (1000, 1050, 1050). Returns null for anything else: signs,
 * spaces, exponents, leading zeros, more than two decimals, a fraction in a currency without decimals, more than {@link
 * MAX_MINOR}.
 */
export function parseAmount(text: string, currency: string): number | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const whole = match[1] ?? '';
  const fraction = (match[2] ?? '').padEnd(2, '0');
  if (decimalsOf(currency) === 0) return fraction === '00' ? withinBounds(Number(whole)) : null;
  return withinBounds(Number(whole + fraction));
}

/** The rule for positive amounts that an amount breaks. */
export type AmountFault = 'not-a-decimal' | 'too-many-decimals' | 'not-positive' | 'too-big';

/** The rule that a text breaks as a positive amount, or null if it is one. */
export function amountFault(text: string, currency: string): AmountFault | null {
  const match = /^(-?)(?:0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (!match) return 'not-a-decimal';
  const fraction = match[2] ?? '';
  const most = decimalsOf(currency);
  if (fraction.length > 2 || (most === 0 && Number(fraction) > 0)) return 'too-many-decimals';
  if (match[1] !== '') return 'not-positive';
  const minor = parseAmount(text, currency);
  if (minor === null) return 'too-big';
  return minor === 0 ? 'not-positive' : null;
}

/** The rule that a text breaks in every currency, or null if it is a positive amount in some currency. */
export function amountFaultAnywhere(text: string): AmountFault | null {
  const fault = amountFault(text, 'UAH');
  // Currencies without decimals allow two digits more.
  return fault === 'too-big' ? amountFault(text, 'JPY') && fault : fault;
}

/**
 * Formats minor units as decimal text: 1050 → "10.50", and "1050" in a currency without decimals.
 * @throws RangeError if `minor` is not an integer, or is negative
 */
export function formatAmount(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError('No amount in minor units');
  if (decimalsOf(currency) === 0) return String(minor);
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Minor units as the JSON Number that the gateway accepts ("amount: Number, at most 2 decimal digits").
 * @throws RangeError as {@link formatAmount} does
 */
export function toGatewayNumber(minor: number, currency: string): number {
  return Number(formatAmount(minor, currency));
}

/** Minor units of an amount that the gateway sent, as {@link fromGatewayBalance}; null if it is negative. */
export function fromGatewayAmount(value: unknown, currency: string): number | null {
  const minor = fromGatewayBalance(value, currency);
  return minor !== null && minor >= 0 ? minor : null;
}

/**
 * Formats minor units as decimal text, possibly negative: -1050 → "-10.50".
 * @throws RangeError if `minor` is not an integer
 */
export function formatSignedAmount(minor: number, currency: string): string {
  return minor < 0 ? `-${formatAmount(-minor, currency)}` : formatAmount(minor, currency);
}

const GATEWAY_DECIMAL = /^(-?)(0|[1-9]\d{0,15})(?:\.(\d+))?$/;

/**
 * Minor units of an amount or a balance that the gateway sent, which can be negative: a JSON Number or decimal text,
 * which may have trailing zeros ("10.5000") or the dust of floating point (24.500000000000004, "24.499999999999996").
 * Dust is less than a millionth of a minor unit, and is rounded; null for anything that is further from a minor unit.
 *
 * It reads digits and computes only with whole numbers, so it changes no amount that is written exactly: up to {@link
 * MAX_MINOR}, the shortest text of a Number (`String`) has the digits that the gateway wrote, and what is larger is null.
 */
export function fromGatewayBalance(value: unknown, currency: string): number | null {
  const match = GATEWAY_DECIMAL.exec(decimalOf(value));
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const decimals = decimalsOf(currency);
  const rest = fraction.slice(decimals);
  const isBelow = /^9{6}/.test(rest);
  if (!isBelow && !/^(?:0*$|0{6})/.test(rest)) return null;
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + (isBelow ? 1 : 0);
  return withinBounds(sign && minor > 0 ? -minor : minor);
}

/** The digits of a Number are those of its shortest text; a tiny one has none without an exponent. */
function decimalOf(value: unknown): string {
  if (typeof value === 'number') return Math.abs(value) < 1e-6 ? value.toFixed(20) : String(value);
  return typeof value === 'string' ? value : '';
}

function withinBounds(minor: number): number | null {
  return Math.abs(minor) <= MAX_MINOR ? minor : null;
}

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

/**
 * Minor units of an amount that the gateway sent: a JSON Number or, in some answers, decimal text, which may have
 * trailing zeros ("10.5000"). Returns null for anything else than an amount with at most two decimals.
 */
export function fromGatewayAmount(value: unknown, currency: string): number | null {
  const text = decimalOf(value);
  return text === null ? null : parseAmount(text, currency);
}

/**
 * Reads decimal text that may be negative ("-10.50" → -1050), such as a balance. Returns null as {@link parseAmount}
 * does.
 */
export function parseSignedAmount(text: string, currency: string): number | null {
  const minor = parseAmount(text.replace(/^-/, ''), currency);
  return minor === null || !text.startsWith('-') || minor === 0 ? minor : -minor;
}

/**
 * Formats minor units as decimal text, possibly negative: -1050 → "-10.50".
 * @throws RangeError if `minor` is not an integer
 */
export function formatSignedAmount(minor: number, currency: string): string {
  return minor < 0 ? `-${formatAmount(-minor, currency)}` : formatAmount(minor, currency);
}

/** As {@link fromGatewayAmount}, for a balance, which can be negative. */
export function fromGatewayBalance(value: unknown, currency: string): number | null {
  const text = decimalOf(value);
  return text === null ? null : parseSignedAmount(text, currency);
}

/** Drops zeros after the second decimal. */
function decimalOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(/(\.\d\d)0+$/, '$1') : null;
}

function withinBounds(minor: number): number | null {
  return minor <= MAX_MINOR ? minor : null;
}

/**
 * Money as integer minor units inside, decimal text on our own APIs, and a JSON Number only at the
 * gateway's edge. No function here computes with a fraction.
 */

/** ISO 4217 currencies without a minor unit. Every other currency is taken with two decimals: the gateway knows no more. */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/**
 * The largest amount, in minor units. Fifteen digits survive the way through a JSON Number and back;
 * sixteen (2^53 has sixteen) do not always.
 */
export const MAX_MINOR = 999_999_999_999_999;

const DECIMAL = /^(0|[1-9]\d{0,15})(?:\.(\d{1,2}))?$/;

/** How many decimals an amount in this currency may have: 0 or 2. */
export function decimalsOf(currency: string): 0 | 2 {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

/**
 * Reads decimal text ("10", "10.5", "10.50") as minor units (1000, 1050, 1050).
 * Returns null for anything else: signs, spaces, exponents, leading zeros, more than two decimals,
 * a fraction in a currency that has none, more than {@link MAX_MINOR}.
 */
export function parseAmount(text: string, currency: string): number | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const whole = match[1] ?? '';
  const fraction = (match[2] ?? '').padEnd(2, '0');
  if (decimalsOf(currency) === 0) return fraction === '00' ? withinBounds(Number(whole)) : null;
  return withinBounds(Number(whole + fraction));
}

/** The rule that an amount breaks which must be more than nothing. */
export type AmountFault = 'not-a-decimal' | 'too-many-decimals' | 'not-positive' | 'too-big';

/** Which rule text breaks as an amount of more than nothing, or null where it is one. */
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

/** Which rule text breaks as an amount in whatever currency, or null where it is an amount in some. */
export function amountFaultAnywhere(text: string): AmountFault | null {
  const fault = amountFault(text, 'UAH');
  // Without decimals there is room for two digits more.
  return fault === 'too-big' ? amountFault(text, 'JPY') && fault : fault;
}

/**
 * Writes minor units as decimal text: 1050 → "10.50", and "1050" in a currency without decimals.
 * @throws RangeError for what is no whole number of minor units, or less than none
 */
export function formatAmount(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError('No amount in minor units');
  if (decimalsOf(currency) === 0) return String(minor);
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Minor units as the JSON Number that the gateway takes ("amount: Number, at most 2 decimal digits").
 * @throws RangeError as {@link formatAmount} does
 */
export function toGatewayNumber(minor: number, currency: string): number {
  return Number(formatAmount(minor, currency));
}

/**
 * Minor units from what the gateway sent: a JSON Number or, as some answers have it, decimal text, which may end in any
 * zeros ("10.5000").
 * Returns null for what is not an amount with at most two decimals.
 */
export function fromGatewayAmount(value: unknown, currency: string): number | null {
  const text = decimalOf(value);
  return text === null ? null : parseAmount(text, currency);
}

/**
 * Reads decimal text that may have a minus ("-10.50" → -1050): a balance, which can be less than nothing.
 * Returns null as {@link parseAmount} does.
 */
export function parseSignedAmount(text: string, currency: string): number | null {
  const minor = parseAmount(text.replace(/^-/, ''), currency);
  return minor === null || !text.startsWith('-') || minor === 0 ? minor : -minor;
}

/**
 * Writes minor units as decimal text, with a minus where they are less than none: -1050 → "-10.50".
 * @throws RangeError for what is no whole number of minor units
 */
export function formatSignedAmount(minor: number, currency: string): string {
  return minor < 0 ? `-${formatAmount(-minor, currency)}` : formatAmount(minor, currency);
}

/** As {@link fromGatewayAmount}, for a balance, which can be less than nothing. */
export function fromGatewayBalance(value: unknown, currency: string): number | null {
  const text = decimalOf(value);
  return text === null ? null : parseSignedAmount(text, currency);
}

/** Zeros behind the second decimal say nothing. */
function decimalOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(/(\.\d\d)0+$/, '$1') : null;
}

function withinBounds(minor: number): number | null {
  return minor <= MAX_MINOR ? minor : null;
}

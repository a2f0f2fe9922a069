/** Card checks that page and companion share. Pure, and without dependencies, so that the widget can include them. */

export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'maestro',
  'mir',
  'prostir',
  'elo',
  'hiper',
  'hipercard',
  'rupay',
  'troy',
] as const;

export type CardBrand = (typeof CARD_BRANDS)[number];

export interface BrandRule {
  /** Prefixes of the number, "4", or ranges, "51-5" for 51 to 55, "2221-720" for 2221 to 2720; blank-separated. The longest match wins. */
  readonly prefixes: string;
  /** Allowed counts of digits, shortest and longest included; `exactly` lists them if there are gaps. */
  readonly lengths: readonly [min: number, max: number];
  readonly exactly?: readonly number[];
  /** Digits of the CVV; 3 if not given. */
  readonly cvv?: 4;
  /** Counts of digits after which the printed number has a space; groups of four if not given. */
  readonly gaps?: readonly number[];
}

/** Prefixes and lengths as the schemes publish them (ISO/IEC 7812 issuer identification numbers). */
const RULES: Readonly<Record<CardBrand, BrandRule>> = {
  visa: { prefixes: '4', lengths: [13, 19], exactly: [13, 16, 18, 19] },
  mastercard: { prefixes: '51-5 2221-720', lengths: [16, 16] },
  amex: { prefixes: '34 37', lengths: [15, 15], cvv: 4, gaps: [4, 10] },
  discover: { prefixes: '6011 644-9 65', lengths: [16, 19] },
  diners: { prefixes: '300-5 3095 36 38-9', lengths: [14, 19], gaps: [4, 10] },
  jcb: { prefixes: '1800 2131 3528-89', lengths: [16, 19] },
  unionpay: { prefixes: '62 81', lengths: [14, 19] },
  maestro: { prefixes: '50 56-9 6', lengths: [12, 19] },
  mir: { prefixes: '2200-4', lengths: [16, 19] },
  prostir: { prefixes: '9111-9', lengths: [16, 16] },
  elo: {
    prefixes:
      '401178-9 431274 438935 451416 457393 457631-2 504175 506699-778 509000-999 627780 636297 636368 650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-78 651652-79 655000-19 655021-58',
    lengths: [16, 16],
  },
  hiper: { prefixes: '637095 637568 637599 637609 637612', lengths: [16, 16] },
  hipercard: { prefixes: '606282', lengths: [16, 16] },
  rupay: {
    prefixes: '508500-999 606985-7984 608001-500 652150-3149 817200-20199',
    lengths: [16, 16],
  },
  troy: { prefixes: '979200-89', lengths: [16, 16] },
};

/** Ranges of several brands, and those of a brand that is none of ours (Verve), lest it be taken for one that is. */
const SHARED: readonly (readonly [brands: readonly CardBrand[], prefixes: string])[] = [
  [['unionpay', 'discover'], '622126-925'],
  [
    ['troy', 'discover'],
    '650052 650082-3 650092 650161 650170 650173 650175 650268 650271 650273-4 650456-7 650836-7 650846-50 650858-62 650923 650987 650990 654997 657366 657998 658750-86 658798 658808-9',
  ],
  [[], '506099-198 507865-964 650002-27'],
];

/** A number of an unknown brand: 12 to 19 digits (ISO/IEC 7812-1). */
const UNKNOWN_BRAND: BrandRule = { prefixes: '', lengths: [12, 19] };

interface Range {
  readonly brands: readonly CardBrand[];
  readonly from: string;
  readonly end: string;
}

const ranges: Record<string, readonly Range[]> = {};

/** Every prefix or range of every brand that begins with a digit. Made when it is typed: a form that loads has none yet. */
function rangesFrom(first: string): readonly Range[] {
  return (ranges[first] ??= [
    ...CARD_BRANDS.map((brand) => [[brand], RULES[brand].prefixes] as const),
    ...SHARED,
  ].flatMap(([brands, prefixes]) => {
    const own = prefixes.split(' ').filter((prefix) => prefix.startsWith(first));
    return own.map((prefix) => {
      const [from = '', to = ''] = prefix.split('-');
      // A colon sorts after every digit, so numbers that begin with the range's last prefix sort before this end.
      return { brands, from, end: `${from.slice(0, from.length - to.length)}${to}:` };
    });
  }));
}

/** The ranges that a number is in, or may still come into, as far as no longer prefix of it has decided. */
function rangesOf(digits: string): readonly Range[] {
  if (!digits) return [];
  const open = rangesFrom(digits.charAt(0)).filter(
    ({ from, end }) => digits >= from.slice(0, digits.length) && digits < end,
  );
  const typed = open.map(({ from }) => from.length).filter((length) => length <= digits.length);
  const longest = Math.max(...typed);
  return open.filter(({ from }) => from.length >= longest);
}

/**
 * The brands that a number belongs to or, while it is typed, may turn out to belong to. Some ranges belong to two brands;
 * none is listed for a brand without a name here.
 */
export function brandsOf(digits: string): readonly CardBrand[] {
  return [...new Set(rangesOf(digits).flatMap(({ brands }) => brands))];
}

/** The brand that the digits typed so far belong to, or null. The first one, if they belong to several. */
export function brandOf(digits: string): CardBrand | null {
  return rangesOf(digits).find(({ from }) => from.length <= digits.length)?.brands[0] ?? null;
}

/** The brand that a message may call the card by: null as long as it may be of another brand, or of an unknown one. */
export function soleBrand(digits: string): CardBrand | null {
  const brand = brandOf(digits);
  return rangesOf(digits).every(({ brands }) => brands.join() === brand) ? brand : null;
}

/** Whether a number that begins with these digits is, or may still become, one of an accepted brand. */
export function mayBecome(digits: string, accepted: readonly string[]): boolean {
  return brandsOf(digits).some((brand) => accepted.includes(brand));
}

/** Lengths, CVV and printed grouping of a brand; lenient ones for null. */
export function brandRule(brand: CardBrand | null): BrandRule {
  return brand ? RULES[brand] : UNKNOWN_BRAND;
}

/** Whether the check digit of a card number is valid (ISO/IEC 7812-1, annex B). False for anything but digits. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Why a part of a card is invalid. Stable: these are the `errors[].code` of the companion. */
export type CardFault =
  | 'required'
  | 'incomplete'
  | 'too-long'
  | 'invalid'
  | 'month'
  | 'expired'
  | 'brand-not-accepted';

/**
 * Checks a card number given as digits (interface 1.9). Returns null when it is valid. If `accepted` is given, other
 * brands are refused. A number of several brands is valid if it is for any of them.
 */
export function numberFault(digits: string, accepted?: readonly string[] | null): CardFault | null {
  if (digits === '') return 'required';
  // No issuer begins with 0 (ISO/IEC 7812-1): a number with a zero before it would count as another card.
  if (!/^[1-9]\d*$/.test(digits)) return 'invalid';
  const [brand = null, ...others] = brandsOf(digits);
  const fault = lengthFault(digits, brand);
  if (fault && !others.some((other) => !lengthFault(digits, other))) return fault;
  if (!passesLuhn(digits)) return 'invalid';
  return accepted && !mayBecome(digits, accepted) ? 'brand-not-accepted' : null;
}

function lengthFault(digits: string, brand: CardBrand | null): CardFault | null {
  const { lengths, exactly } = brandRule(brand);
  // JCB's oldest numbers, 1800 and 2131, have 15 digits.
  const [min, max] = brand === 'jcb' && digits < '3' ? [15, 15] : lengths;
  const { length } = digits;
  if (length > max || (length === 17 && exactly)) return 'too-long';
  return length < min || exactly?.includes(length) === false ? 'incomplete' : null;
}

/**
 * Checks an expiry date: every future one of this century is valid. A card is valid until the end of the last day of
 * its month.
 * @param month 1 to 12
 * @param year four digits
 * @param now the present moment; its UTC-12 month counts, so that a card is not refused while it is still valid
 *   somewhere
 */
export function expiryFault(month: number, year: number, now: Date): CardFault | null {
  if (!Number.isInteger(month) || month < 1 || month > 12) return 'month';
  if (!Number.isInteger(year) || year < 2000 || year > 2099) return 'invalid';
  const lastTimeZone = new Date(now.getTime() - 12 * 3_600_000);
  const months = (year - lastTimeZone.getUTCFullYear()) * 12 + month - (lastTimeZone.getUTCMonth() + 1);
  return months < 0 ? 'expired' : null;
}

/** Checks a CVV: digits only, four for American Express, three otherwise; either if the brand is unknown. */
export function cvvFault(cvv: string, brand: CardBrand | null): CardFault | null {
  if (cvv === '') return 'required';
  if (!/^\d+$/.test(cvv)) return 'invalid';
  const wanted = brandRule(brand).cvv ?? 3;
  if (cvv.length < wanted) return 'incomplete';
  return cvv.length === wanted || (!brand && cvv.length === 4) ? null : 'invalid';
}

/** A card number as it may be shown: first six, six asterisks, last four (the gateway's cc_mask). */
export function maskOf(digits: string): string {
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}

/** Compares the digits at both ends of masked numbers, as far as both masks show them. */
export function sameMask(one: string, other: string): boolean {
  const digits = (mask: string) => mask.replaceAll(/[\s-]/g, '');
  const first = (mask: string) => /^\d*/.exec(digits(mask))?.[0] ?? '';
  const shown = Math.min(first(one).length, first(other).length);
  return (
    first(one).slice(0, shown) === first(other).slice(0, shown) &&
    digits(one).slice(-4) === digits(other).slice(-4)
  );
}

/** Brands whose spelling is not simply capitalised. */
const NAMES: Readonly<Partial<Record<CardBrand, string>>> = {
  jcb: 'JCB',
  unionpay: 'UnionPay',
  rupay: 'RuPay',
};

/** A brand's display name; empty for null. */
export const brandName = (brand: CardBrand | null): string =>
  brand ? (NAMES[brand] ?? brand.replace(/^./, (first) => first.toUpperCase())) : '';

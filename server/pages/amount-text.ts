import { decimalsOf } from '../contract/money.ts';

/** Currencies whose short symbol no other currency has; "$", "£", "¥" and "kr" are of many. */
const OWN_SYMBOL = new Set('AMD AZN CZK EUR GEL HUF ILS INR KZT NGN PHP PLN THB TRY UAH VND'.split(' '));

/**
 * Decimal text as people of the locale write it: "€24.50", "24,50 €". Its decimals are those that are charged: the run time
 * by itself rounds currencies whose small coins are out of use (HUF, IDR). A currency without a symbol stands as its code.
 * @param locale a BCP 47 tag that the run time knows
 */
export function amountText(locale: string, amount: string, currency: string): string {
  try {
    return formatOf(locale, currency).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${currency} ${amount}`;
  }
}

/** More than a shop's languages and currencies; whoever asks in hundreds of locales fills no memory. */
const CAPACITY = 100;
const formats = new Map<string, Intl.NumberFormat>();

/** To make a format takes far longer than to use it. */
function formatOf(locale: string, currency: string): Intl.NumberFormat {
  const name = `${locale} ${currency}`;
  const known = formats.get(name);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: OWN_SYMBOL.has(currency) ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  if (formats.size === CAPACITY) formats.clear();
  formats.set(name, made);
  return made;
}

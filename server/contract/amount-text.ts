import { decimalsOf } from './money.ts';

/** Currencies whose short symbol no other currency has; several currencies use "$", "£", "¥" and "kr". */
const OWN_SYMBOL = new Set('AMD AZN CZK EUR GEL HUF ILS INR KZT NGN PHP PLN THB TRY UAH VND'.split(' '));

/**
 * Formats decimal text for a locale: "€24.50", "24,50 €". It shows the decimals that are charged: by default the
 * runtime rounds currencies whose small coins are out of use (HUF, IDR). A currency without a symbol is shown as its
 * code.
 * @param locale a BCP 47 tag that the runtime supports
 */
export function amountText(locale: string, amount: string, currency: string): string {
  try {
    return formatOf(locale, currency).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${currency} ${amount}`;
  }
}

/** More than a shop's languages and currencies, and a limit on memory if a client asks in hundreds of locales. */
const CAPACITY = 100;
const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes far longer than using it. */
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

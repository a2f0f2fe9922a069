import { decimalsOf } from '../contract/money.ts';

/** Currencies whose short symbol no other currency has; "$", "£", "¥" and "kr" are of many. */
const OWN_SYMBOL = new Set('AMD AZN CZK EUR GEL HUF ILS INR KZT NGN PHP PLN THB TRY UAH VND'.split(' '));

/**
 * Decimal text as people of the locale write it: "€24.50", "24,50 €". Its decimals are those that are charged: the run time
 * by itself rounds currencies whose small coins are out of use (HUF, IDR). A currency without a symbol stands as its code.
 * @param locale a BCP 47 tag that the run time knows
 */
export function amountText(locale: string, amount: string, currency: string): string {
  const decimals = decimalsOf(currency);
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: OWN_SYMBOL.has(currency) ? 'narrowSymbol' : 'symbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${currency} ${amount}`;
  }
}

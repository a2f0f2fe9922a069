import type { Language } from './language.ts';

/** Decimal text as people of the language write it. */
export function money(language: Language, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount as Intl.StringNumericLiteral);
}

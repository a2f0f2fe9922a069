import { chooseLanguage, LANGUAGES } from './language.ts';

const codeOf = (name: string): string => name.replace('-', '_').toUpperCase();

/**
 * `customer_lang`: the languages of the gateway's hosted page (interface 17.2). It is not documented whether ZH_HA
 * means Hans or Hant.
 */
export const CUSTOMER_LANGS: readonly string[] = LANGUAGES.map((name) =>
  name === 'zh-hant' ? 'ZH_HA' : codeOf(name),
);

/** Whether the gateway has the language, in upper or lower case. */
export const isCustomerLang = (code: string): boolean => CUSTOMER_LANGS.includes(code.toUpperCase());

/**
 * The gateway's language for a payer: the first wanted one that it has, or undefined. All Chinese is ZH.
 * @param wanted language tags, preferred ones first
 */
export function customerLangFor(wanted: Iterable<string>): string | undefined {
  const chosen = chooseLanguage(wanted, (name) => isCustomerLang(codeOf(name)));
  return chosen && codeOf(chosen.name);
}

import { chooseLanguage } from './language.ts';

/**
 * `customer_lang`: the languages of the gateway's hosted page (interface document, Create payment, rule 6, lists none).
 */
const LANGS = new Set(
  'EN RU ES PL AR AZ BG CS DA DE EL FA FI FR HE HI HR HU IT JA KO NL NO PT PT_BR RO SK SL SR SV TH TR UK ZH ZH_HA'.split(
    ' ',
  ),
);

/** Whether the gateway has the language, in upper or lower case. */
export const isCustomerLang = (code: string): boolean => LANGS.has(code.toUpperCase());

/**
 * The gateway's language for a payer: the first wanted one that it has, or undefined. All Chinese is ZH, since it is not
 * documented whether ZH_HA means Hans or Hant.
 * @param wanted language tags, preferred ones first
 */
export function customerLangFor(wanted: Iterable<string>): string | undefined {
  const chosen = chooseLanguage(wanted, (name) => LANGS.has(codeOf(name)));
  return chosen && codeOf(chosen.name);
}

const codeOf = (name: string): string => name.replace('-', '_').toUpperCase();

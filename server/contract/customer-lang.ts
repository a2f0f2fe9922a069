/**
 * `customer_lang`: the languages of the gateway's hosted page (interface document, Create payment, rule 6, lists none).
 */

const LANGS = new Set(
  'EN RU ES PL AR AZ BG CS DA DE EL FA FI FR HE HI HR HU IT JA KO NL NO PT PT_BR RO SK SL SR SV TH TR UK ZH ZH_HA'.split(
    ' ',
  ),
);

/** Norwegian as browsers name it. The runtime resolves the other old and long names ("iw", "cmn-Hans"). */
const ALSO: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** Whether the gateway has the language, in upper or lower case. */
export const isCustomerLang = (code: string): boolean => LANGS.has(code.toUpperCase());

/**
 * The gateway's language for a browser's or page's preferences: the first available one of an `Accept-Language` header,
 * by weight. A tag is shortened from its end until it matches (RFC 4647, lookup): "pt-BR" is PT_BR, "pt-PT" PT,
 * "zh-Hans-CN" ZH, since it is not documented whether ZH_HA means Hans or Hant. Undefined if none is available.
 */
export function customerLangFor(acceptLanguage: string): string | undefined {
  for (const tag of wanted(acceptLanguage)) {
    const [language = '', ...rest] = canonical(tag).split('-');
    const parts = [ALSO[language] ?? language, ...rest];
    for (let length = parts.length; length > 0; length -= 1) {
      const code = parts.slice(0, length).join('_').toUpperCase();
      if (LANGS.has(code)) return code;
    }
  }
  return undefined;
}

/** The tags of an `Accept-Language` header, preferred ones first. */
function wanted(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((entry) => /^\s*([\w-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i.exec(entry))
    .flatMap((match) => (match ? [{ tag: match[1] ?? '', weight: Number(match[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch {
    return '';
  }
}

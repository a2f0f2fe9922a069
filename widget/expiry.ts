import { asciiDigits, digitsOf, type Format } from './card-field.ts';

/** "MM / YY": two segments in one field. What customers type, paste and have filled in, and what it means. Pure. */

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** "Dec" → "12"; a word that is no English month stays. */
function monthNumber(word: string): string {
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  return at % 3 ? word : ` ${at / 3 + 1} `.replace(/ (\d) /, '0$1');
}

/** What stands before the first separator, that separator, and the digits behind it. */
function segments(text: string): [month: string, gap: string, year: string] {
  const plain = asciiDigits(text)
    .replace(/[a-z]{3,}/gi, monthNumber)
    .replace(/[^\d/]+/g, ' ');
  const [, month = '', gap = '', rest = ''] = /^ *(\d*)([ /]*)(.*)/.exec(plain) ?? [];
  return [month, gap, rest.replace(/\D/g, '')];
}

/** Month and rest of digits without a separator, as soon as it is plain where the month ends. */
function runOf(digits: string, leaving?: boolean): [month: string, rest: string] | null {
  const [, month, rest = ''] =
    (leaving && /^([2-9])(\d\d)$/.exec(digits)) || /^([01]\d|\d\d(?=\d\d))(\d*)$/.exec(digits) || [];
  return month ? [month, rest] : null;
}

/**
 * The year's segment stays as it is while the month is edited, and the other way round; an impossible month stays too.
 * The month gets its zero once the customer is past it, and a date that begins with its year is turned round.
 */
export const formatExpiry: Format = (head, tail, deleting, leaving) => {
  const whole = head + tail;
  if (/^[a-z]{1,2}$/i.test(whole)) return { text: whole, caret: head.length };
  let [month, gap, year] = segments(whole);
  let past = segments(head)[1];
  if (!deleting) {
    const run = !year && runOf(month, leaving);
    if (run) {
      [month, year] = run;
      gap = past = '/';
    }
    if (past || leaving) month = month.replace(/^[1-9]$/, '0$&');
    const [, first, last] = /^(?:20)?([2-9]\d)(0[1-9]|1[0-2])$/.exec(month + year) ?? [];
    if (first && last && (past || !whole.includes(' / '))) [year, month] = [first, last];
  }
  year = year.replace(/^20(?=\d\d$)/, '');
  const text = year || (month && gap && !deleting) ? `${month} / ${year}` : month;
  const behind = digitsOf(tail).length;
  return { text, caret: behind && !past ? digitsOf(head).length : text.length - behind };
};

/**
 * Month and four-digit year of an expiry date as a customer writes it, out of range too: "01 / 27", "1/27", "0127",
 * "01/2027", "2027-01", "Jan 2027". Null while it is not complete.
 */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const shown = formatExpiry('', text, false, true).text;
  const [, month, year] = /^(\d\d+) \/ (\d\d+)$/.exec(shown) ?? [];
  return month ? { month: Number(month), year: 2000 + Number(year) } : null;
}

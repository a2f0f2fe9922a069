import type { Format } from './digits.ts';

/** "MM / YY": two segments in one field, for anything that customers type, paste or autofill. Pure. */

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';
/** Digits without a separator whose month is already unambiguous. */
const RUN = /^(0[1-9]|1\d|\d\d(?=\d\d))(\d*)\/?$/;
/** What was typed can only be a one-digit month: cards show the month first. */
const TYPED_MONTH = /^([2-9]|1(?=[3-9]))(?=\d*$)/;
/** A separator typed after this says that both digits belong together: "13 / ", or the year of "30 / 12". */
const TOGETHER = /^0(\d) \/ (\d)\W$/;
/** A one-digit month before the separator, before two digits of a year, or by itself. */
const SHORT_MONTH = /^([1-9])(?:\/|$|(?=\d\d$))/;
const YEAR_FIRST = /^(?:20\/?)?([2-9]\d)\/?(0[1-9]|1[0-2])$/;

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/** "Dec" → "12 "; a word that is not an English month stays. */
function monthNumber(word: string): string {
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  return at % 3 ? word : `${at / 3 + 1} `;
}

/** Digits with "/" between them, whatever separated them before. Starts with "/" if the month was removed. */
function slashed(text: string): string {
  return text
    .replace(/[a-z]{3,}/gi, monthNumber)
    .replace(/[^\d/]+/g, ' ')
    .trimStart()
    .replace(/[ /]+/g, '/');
}

/**
 * Editing the month leaves the year's segment as it is, and the other way round; an impossible month stays too. The month
 * gets its zero once the customer is past it, and a date that begins with its year is reordered.
 */
export const formatExpiry: Format = (head, tail, how) => {
  const deleting = how === 'deleted';
  const typed = how === 'typed' && !tail;
  const whole = typed ? head.replace(TOGETHER, '$1$2/') : head + tail;
  if (/^[a-z]{1,2}$/i.test(whole)) return { text: whole, caret: head.length };
  const past = slashed(head).includes('/');
  let date = slashed(whole);
  if (typed) date = date.replace(TYPED_MONTH, '0$1/');
  if (!deleting) {
    date = date.replace(RUN, '$1/$2');
    if (past || how === 'left') date = date.replace(SHORT_MONTH, '0$1/');
    if (past || !whole.includes(' / ')) date = date.replace(YEAR_FIRST, '$2/$1');
  }
  const [month = '', ...rest] = date.replace(/\/20(?=\d\d$)/, '/').split('/');
  const digits = rest.join('');
  // What is typed behind "12 / 30" goes nowhere; "20" may be the beginning of 2030.
  const year = typed && !digits.startsWith('20') ? digits.slice(0, 2) : digits;
  const text = year || (month && rest[0] === '' && !deleting) ? `${month} / ${year}` : month;
  const behind = countDigits(tail);
  return { text, caret: behind && !past ? countDigits(head) : text.length - behind };
};

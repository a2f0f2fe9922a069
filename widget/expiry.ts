import { asciiDigits, type Format } from './card-field.ts';

/** "MM / YY": what customers type, paste and have filled in, and what it means. Pure. */

/** As much of month and year as is there, both without separators: "1/27" → "01", "27". */
function parts(text: string): { month: string; year: string; separated: boolean } {
  const plain = asciiDigits(text).trim();
  const yearFirst = /^(20\d\d)\D*(0[1-9]|1[0-2])$/.exec(plain);
  if (yearFirst) return { month: yearFirst[2] ?? '', year: shortYear(yearFirst[1] ?? ''), separated: true };
  const [, run = '', gap = '', rest = ''] = /^\D*(\d*)(\D*)(.*)$/.exec(plain) ?? [];
  const pad = gap ? /^[1-9]$/.test(run) : run.charAt(0) > '1' || Number(run.slice(0, 2)) > 12;
  const month = pad ? `0${run}` : run;
  const year = month.slice(2) + rest.replace(/\D/g, '');
  return { month: month.slice(0, 2), year: shortYear(year), separated: gap !== '' };
}

/** "2027" → "27"; "20" and "202" stay, as they may become 2027; "275" → "27". */
function shortYear(year: string): string {
  if (!year.startsWith('20')) return year.slice(0, 2);
  return year.length > 3 ? year.slice(2, 4) : year;
}

export const formatExpiry: Format = (text, deleting) => {
  const { month, year, separated } = parts(text);
  const open = month.length === 2 && (year || separated || !deleting);
  return open ? `${month} / ${year}` : month;
};

/**
 * Month (1 to 12, though out of range is passed on) and four-digit year of an expiry date as a customer writes it:
 * "01 / 27", "1/27", "0127", "01/2027", "2027-01". Null while it is not complete.
 */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const { month, year } = parts(text);
  return month.length === 2 && year.length === 2 ? { month: Number(month), year: 2000 + Number(year) } : null;
}

import { brandOf, numberFault } from './card.ts';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Rows of digits with one separator between any two of them. */
const GROUPED = /\d+(?:[^0-9A-Za-z]\d+)*/g;
const MAX_DIGITS = 19;

/** Whether digits could be a card number: 12 to 19 of them, of a known brand, and the check digit holds. */
export function couldBeCard(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && brandOf(digits) !== null && numberFault(digits) === null;
}

/**
 * Whether a text holds what could be a card number, written in one row or in groups with single separators, beside
 * other groups too. Digits inside a UUID are none, and neither is a part of a longer row.
 */
export function holdsCardNumber(text: string): boolean {
  const rows = text.replaceAll(UUID, ' x ').match(GROUPED) ?? [];
  return rows.some((row) => joined(row.split(/\D/)).some(couldBeCard));
}

/** Every run of neighbouring groups that is short enough, in one. */
function joined(groups: readonly string[]): string[] {
  return groups.flatMap((_, start) => {
    const runs: string[] = [];
    let run = '';
    for (const group of groups.slice(start, start + MAX_DIGITS)) {
      run += group;
      if (run.length > MAX_DIGITS) break;
      runs.push(run);
    }
    return runs;
  });
}

/** What terminals act on, besides the controls below U+0020: other controls, line ends, direction overrides. */
const ACTIVE = String.raw`\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069`;
const ACTIVE_TEXT = new RegExp(String.raw`[\u0000-\u001f${ACTIVE}]+`, 'g');
/** JSON escapes the controls below U+0020 itself. */
const ACTIVE_JSON = new RegExp(`[${ACTIVE}]`, 'g');

/** Makes text of others (names, descriptions) safe for a terminal. */
export function plain(text: string): string {
  return text.replaceAll(ACTIVE_TEXT, ' ').trim();
}

/** The same JSON, safe for a terminal. */
export function plainJson(json: string): string {
  return json.replaceAll(ACTIVE_JSON, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A table in aligned plain text, one row per line.
 * @param right titles of right-aligned columns, such as amounts
 */
export function table(
  titles: readonly string[],
  rows: readonly string[][],
  right: readonly string[] = [],
): string {
  const lines = [[...titles], ...rows.map((row) => row.map(plain))];
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const aligned = (cell: string, column: number) =>
    right.includes(titles[column] ?? '')
      ? cell.padStart(widths[column] ?? 0)
      : cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => `${line.map(aligned).join('  ').trimEnd()}\n`).join('');
}

/** Names and values, one per line; null and undefined are left out. */
export function pairs(entries: readonly (readonly [string, string | null | undefined])[]): string {
  const given = entries.filter(([, value]) => value != null);
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `  ${name.padEnd(width)}  ${plain(value ?? '')}\n`).join('');
}

/** ISO 8601 without the fraction of a second: "2026-11-21T04:46:56Z". */
export function shortTime(iso: string): string {
  return iso.replace(/\.\d+(?=Z$)/, '');
}

/** A command line that can be pasted into a shell. */
export function shellText(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

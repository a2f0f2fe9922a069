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

/** A title, and the cell of each row beneath it. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

/**
 * A table in aligned plain text, one row per line.
 * @param right titles of right-aligned columns, such as amounts
 */
export function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  right: readonly string[] = [],
): string {
  const cells = Object.entries(columns).map(([title, cellOf]) => {
    const column = [title, ...rows.map((row) => plain(cellOf(row) ?? ''))];
    const width = Math.max(...column.map(({ length }) => length));
    return column.map((cell) => (right.includes(title) ? cell.padStart(width) : cell.padEnd(width)));
  });
  const lines = ['', ...rows].map((_, index) =>
    cells
      .map((column) => column[index])
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
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

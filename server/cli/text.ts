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

/** Titles of columns that are aligned to the right. */
const RIGHT = ['AMOUNT', 'AVAILABLE', 'ROLLING RESERVE', 'FAILED DELIVERIES'];

/** A table in aligned plain text, one row per line; columns in which nothing stands are left out. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = titles
    .map((title, index) => [title, ...rows.map((row) => plain(row[index] ?? ''))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''))
    .map((column) => {
      const width = Math.max(...column.map(({ length }) => length));
      const isRight = RIGHT.includes(column[0] ?? '');
      return column.map((cell) => (isRight ? cell.padStart(width) : cell.padEnd(width)));
    });
  const lines = ['', ...rows].map((_, index) => columns.map((column) => column[index]).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Names and values, one per line. */
export function pairs(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `  ${name.padEnd(width)}  ${plain(value)}\n`).join('');
}

/** A time without its fraction of a second: "2026-11-21T04:46:56Z"; any other text as it is. */
export const shortTime = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z');

/** A command line that can be pasted into a shell. */
export function shellText(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

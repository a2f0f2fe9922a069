/** Lists as CSV (RFC 4180), for bookkeepers and their spreadsheets. */

/** The type in `Accept` and in the answer. */
export const CSV = 'text/csv';

/**
 * A list as lines: the names of the columns, then one line for each item, page by page. What is no text is written as JSON.
 * @param pages of items that have a field for each column
 */
export async function* csvLines(
  columns: readonly string[],
  pages: AsyncIterable<readonly object[]>,
): AsyncGenerator<string> {
  let header = line(columns);
  for await (const page of pages) {
    const lines = page.map((item) => line(columns.map((name) => textOf(item[name as keyof typeof item]))));
    yield header + lines.join('');
    header = '';
  }
}

const line = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A spreadsheet takes this for a formula; after a semicolon too, which separates cells in many countries. */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r])/gu;

/** With an apostrophe it stays text. */
function cellOf(text: string): string {
  const harmless = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** For tests: the docs as text, so that their programs can be run. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Every page that a merchant reads, as paths from the root. */
export const PAGES: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** @param path from the root */
export const readPage = (path: string): string => readFileSync(ROOT + path, 'utf8');

/** The fenced blocks of a language, in sequence, without the indentation of a list around them. */
export function blocks(page: string, language: string): string[] {
  const fences = page.matchAll(/^( *)```(\S*)\n(.*?)^\1```/gms);
  return [...fences]
    .filter(([, , found]) => found === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/**
 * The only block of a language, or the only one that contains a text.
 * @throws Error if there is none, or more than one
 */
export function block(page: string, language: string, holding = ''): string {
  const [first, ...others] = blocks(page, language).filter((text) => text.includes(holding));
  if (first === undefined || others.length > 0)
    throw new Error(`${first === undefined ? 'no' : 'more than one'} block ${language} ${holding}`);
  return first;
}

/** The section under a heading, up to the next heading of the same or a higher level. */
export function section(page: string, heading: string): string {
  const start = page.indexOf(`${heading}\n`);
  if (start < 0) throw new Error(`no heading ${heading}`);
  const rank = /^#+/.exec(heading)?.[0].length ?? 1;
  const rest = page.slice(start + heading.length);
  const end = rest.search(new RegExp(`^#{1,${rank}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The rows of all tables of a text, without their heads, cell by cell. */
export function rows(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  const isRow = (line = ''): boolean => line.startsWith('|');
  const isRule = (line = ''): boolean => /^\|[-|: ]+\|$/.test(line);
  return lines
    .filter((line, index) => isRow(line) && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

/** The texts in backticks outside of blocks. */
export function codeWords(page: string): string[] {
  const prose = page.replaceAll(/^( *)```.*?^\1```/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
}

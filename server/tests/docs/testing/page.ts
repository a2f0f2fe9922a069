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

/**
 * A fenced block, or a comment, which readers do not see. After its language a block may have a mark, which they do not see
 * either; run.test.ts says which there are.
 */
export interface Block {
  /** '' of a comment */
  language: string;
  /** the text of a comment */
  mark: string;
  /** without the indentation of a list around it */
  text: string;
  line: number;
}

/** All blocks and comments of a page, in sequence. */
export function allBlocks(page: string): Block[] {
  const found = page.matchAll(/^( *)```(\S*)(?: (\S[^\n]*))?\n(.*?)^\1```|^<!-- (.*?) -->$/gms);
  return [...found].map((match) => {
    const [, indent = '', language = '', mark = '', text = '', comment] = match;
    return {
      language,
      mark: comment ?? mark,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: page.slice(0, match.index).split('\n').length,
    };
  });
}

/** The text of the blocks of a language, in sequence. */
export const blocks = (page: string, language: string): string[] =>
  allBlocks(page).flatMap((one) => (one.language === language ? one.text : []));

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

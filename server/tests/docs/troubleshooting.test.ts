import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPage, ROOT } from './testing/page.ts';

const PAGE = readPage('docs/troubleshooting.md');
const SOURCES = (readdirSync(`${ROOT}widget`, { recursive: true }) as string[])
  .filter((name) => /^([\w-]+\/)?[\w-]+\.ts$/.test(name) && !/^(testing|messages|frameworks)/.test(name))
  .map((name) => readPage(`widget/${name}`));

/** The arguments of every call, as source text. */
const argumentsOf = (call: RegExp): string[] =>
  SOURCES.flatMap((text) => [...text.matchAll(call)].map(([, found = '']) => found));

/** The words of string literals that no value interrupts. */
const fixedWords = (source: string): string[] =>
  [...source.matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
    .flatMap(([, plain = '', template = '']) => [plain, ...template.split(/\$\{[^}]*\}/)])
    .map((words) => words.trim())
    .filter((words) => /\w{2}/.test(words));

describe('the page has', () => {
  it('the words of every line that the tags print in the console', () => {
    const printed = argumentsOf(/console\.\w+\((.*?)\);\n/gs);
    expect(printed.length).toBeGreaterThan(5);
    // What is printed by a name.
    const named = argumentsOf(/(?:#lose\(|const refusal = )(.*?)\)?;\n/g);
    const missing = [...printed, ...named].flatMap(fixedWords).filter((words) => !PAGE.includes(words));
    expect(missing).toEqual([]);
  });

  it('every problem that the tags find themselves', () => {
    const [, codes = ''] =
      /export type WidgetProblemCode =(.*?);/s.exec(readPage('widget/checkout/problem.ts')) ?? [];
    const missing = fixedWords(codes).filter((code) => !PAGE.includes(`\`${code}\``));
    expect(fixedWords(codes).length).toBeGreaterThan(4);
    expect(missing).toEqual([]);
  });

  it('every problem code of the browser API, which the page of the merchant API only names', () => {
    const [, named = ''] =
      /only from the companion's other addresses(.*?)\n/.exec(readPage('docs/merchant-api.md')) ?? [];
    const operators = [
      'metrics-key-missing',
      'metrics-key-invalid',
      'signature-invalid',
      'sender-not-allowed',
    ];
    const codes = [...named.matchAll(/`([a-z-]+)` \d/g)].map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(8);
    const missing = codes.filter((code) => !operators.includes(code) && !PAGE.includes(`\`${code}\``));
    expect(missing).toEqual([]);
  });
});

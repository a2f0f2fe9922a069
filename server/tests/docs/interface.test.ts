import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPage, ROOT } from './testing/page.ts';

const FILES = ['server', 'widget', 'demo', 'e2e', 'docs'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|ts|md)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
);

/** By file; a citation may be wrapped to the next line of its comment. */
const SOURCES = FILES.filter((path) => !/\.md$|interface\.test\.ts$/.test(path)).map(
  (path) => [path, readFileSync(ROOT + path, 'utf8').replaceAll(/\s*\n\s*(?:(?:\*|\/\/)\s)?/g, ' ')] as const,
);

const RULES = [...readPage('docs/interface.md').matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(
  ([, number]) => number,
);
const CITED = SOURCES.flatMap(([path, text]) =>
  [...text.matchAll(/\(interface (\d+\.\d+(?:, \d+\.\d+)*)\)/g)].flatMap(([, numbers = '']) =>
    numbers.split(', ').map((number) => ({ path, number })),
  ),
);

it('every rule of the gateway that code names, as (interface 6.1), stands in docs/interface.md', () => {
  expect(CITED.filter(({ number }) => !RULES.includes(number))).toEqual([]);
});

it('docs/interface.md has each rule once, and none that no code names', () => {
  expect(RULES).toEqual([...new Set(RULES)]);
  expect(RULES.filter((rule) => !CITED.some(({ number }) => number === rule))).toEqual([]);
});

it('comments cite nothing that is not in the repository', () => {
  const stale =
    /\(interface (?!\d+\.\d+(?:, \d+\.\d+)*\))|\b[Ii]nterface document, (?:[A-Z]|endpoint)|known from (?:beyond|elsewhere)|\b(?:Create payment|States), rules? \d|\(contract,/g;
  expect(
    SOURCES.flatMap(([path, text]) => (text.match(stale) ?? []).map((cited) => ({ path, cited }))),
  ).toEqual([]);
  const there = `/${FILES.join('\n/')}\n/ARCHITECTURE.md\n`;
  const named = SOURCES.flatMap(([path]) => {
    const comments = readFileSync(ROOT + path, 'utf8').match(/\/\*[^]*?\*\/|\/\/ .*/g) ?? [];
    const names = comments.flatMap((text) => text.match(/(?<![\w/.*<-])[\w-]+[\w./-]*\.(?:ts|md)\b/g) ?? []);
    return names.map((name) => ({ path, name }));
  });
  expect(named.filter(({ name }) => !there.includes(`/${name}\n`))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codeWords, readPage, ROOT, rows, section } from './testing/page.ts';

const PAGE = readPage('docs/gateway.md');
const USED = section(PAGE, '## What is used');

it('docs/gateway.md numbers the twelve endpoints as the interface document does', () => {
  expect(rows(USED).map(([number]) => Number(number))).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
});

it('docs/gateway.md has every path that the client calls', () => {
  const source = ['client', 'paths']
    .map((name) => readFileSync(`${ROOT}server/gateway/${name}.ts`, 'utf8'))
    .join('');
  const called = [...source.matchAll(/['`](\/api\/v1\/[^'`]*)['`?]/g)].map(([, path = '']) =>
    path.replaceAll(/\$\{[^}]*\}/g, '{}').replace(/\?.*/, ''),
  );
  const named = codeWords(USED).map((word) => word.replaceAll(/\{\w+\}/g, '{}'));
  expect(called.length).toBeGreaterThan(8);
  for (const path of called.map((one) => one.replace(/\/\{\}$/, '/')))
    expect(
      named.some((word) => word.includes(path)),
      path,
    ).toBe(true);
});

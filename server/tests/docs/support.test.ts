import { expect, it } from 'vitest';
import { readPage, section } from './testing/page.ts';

const PAGE = readPage('docs/support.md');
const { engines, exports, name } = JSON.parse(readPage('package.json')) as {
  name: string;
  engines: { node: string };
  exports: Record<string, unknown>;
};

it('the page names every entry of the package as public', () => {
  const entries = Object.keys(exports).filter((path) => path !== './package.json');
  const missing = entries.filter((path) => !PAGE.includes(`\`${path.replace('.', name)}\``));
  expect(entries.length).toBeGreaterThan(7);
  expect(missing).toEqual([]);
});

it('the page names the runtimes that are tried', () => {
  const runtimes = readPage('e2e/runtimes/run.ts');
  const [, bun = ''] = /bun@(\d+\.\d+)/.exec(runtimes) ?? [];
  const [, deno = ''] = /deno@(\d+\.\d+)/.exec(runtimes) ?? [];
  const nodes = [...runtimes.matchAll(/^ {2}node\((\d+)\)/gm)].map(([, major]) => major);
  const server = section(PAGE, '## Server');
  expect(server).toContain(`| Node | ${engines.node.replace('>=', '')} or newer | ${nodes.join(', ')} |`);
  expect(server).toContain(`Bun ${bun}, Deno ${deno}:`);
});

it('the page quotes what the store says of newer tables', () => {
  const [, words = ''] =
    /StoreError\('(the tables there [^']*)'\)/.exec(readPage('server/store/schema.ts')) ?? [];
  expect(words).not.toBe('');
  expect(PAGE).toContain(words);
});

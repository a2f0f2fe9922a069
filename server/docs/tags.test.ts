import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocks, readPage, ROOT, rows } from './test-page.ts';

/** The source of the tags: their public API is in the docblocks. */
const source = (file: string): string => readFileSync(`${ROOT}widget/${file}.ts`, 'utf8');
const TAGS = `${source('pay-element')}${source('pay-form')}`;
const found = (pattern: RegExp, text = TAGS): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const PAGE = readPage('docs/tags.md');
const STYLING = readPage('docs/styling.md');
const firstColumn = (page: string): string[] => rows(page).map(([cell = '']) => cell.replaceAll('`', ''));

describe('the papers know of the tags', () => {
  it('every attribute', () => {
    const lists = found(/static override properties: PropertyDeclarations = \{([^]*?)\n {2}\};/g).join('');
    // Those with a name of their own, and those with their property's.
    const renamed = found(/attribute: '([\w-]+)'/g, lists);
    const attributes = [...renamed, ...found(/^ {4}(\w+): \{(?!.*attribute: )/gm, lists), 'lang'];
    expect(attributes.length).toBeGreaterThan(6);
    expect(firstColumn(PAGE)).toEqual(expect.arrayContaining(attributes));
  });

  it('every event, and no other', () => {
    const events = found(/@fires (\S+)/g);
    const named = firstColumn(PAGE).filter((name) => name.startsWith('pay-'));
    expect(named.toSorted()).toEqual(events.toSorted());
  });

  it('every part and custom property, as their source describes them', () => {
    const described = found(/@css(?:part|prop) (\S+ - .*)/g).map((line) => {
      const [name, ...about] = line.split(' - ');
      return `| \`${name}\` | ${about.join(' - ')} |`;
    });
    expect(described.length).toBeGreaterThan(30);
    for (const row of described) expect(STYLING).toContain(row);
  });

  it('every phase as a state', () => {
    const [, phases = ''] = /export type Phase =([^;]*);/.exec(source('phases')) ?? [];
    expect(found(/:state\((\w+)\)/g, STYLING)).toEqual(expect.arrayContaining(found(/'(\w+)'/g, phases)));
  });

  it('no part and no property that there is not', () => {
    const names = firstColumn(STYLING);
    for (const page of [PAGE, STYLING]) {
      const css = blocks(page, 'css').join('\n');
      const used = [...found(/::part\(([\w-]+)\)/g, css), ...found(/(--pay-[\w-]+)/g, css)];
      expect(names).toEqual(expect.arrayContaining(used));
    }
  });
});

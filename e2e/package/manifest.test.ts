import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('what it says of its tags to editors', () => {
  interface Tag {
    name: string;
    tagName: string;
    attributes: { name: string; type: { text: string } }[];
    events: { name: string }[];
    cssParts: { name: string }[];
    cssProperties: { name: string }[];
    members: { name: string }[];
  }
  const tags = () =>
    (JSON.parse(read('dist/custom-elements.json')) as { modules: [{ declarations: Tag[] }] }).modules[0]
      .declarations;
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).toSorted();
  const script = () =>
    readdirSync(join(ROOT, 'dist/pay'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => read(`dist/pay/${name}`))
      .join('\n');

  it('has every tag, every attribute that is observed, and the types of these', () => {
    const observed = tags().map(({ name }) => observedBy(name));
    expect(tags().map(({ tagName }) => tagName)).toEqual(['pay-form', 'pay-status', 'pay-button']);
    expect(tags().map((tag) => namesOf(tag.attributes))).toEqual(observed);
    const source = read('widget/attributes.ts');
    for (const { name, type } of tags()[0]?.attributes ?? [])
      expect(source).toMatch(new RegExp(`'?${name}'?\\?: ${type.text.replaceAll('|', '\\|')};`));
  });

  it('has the events that the types have, and only those that are sent', () => {
    const [, map = ''] = /interface PayEventDetails \{([^]*?)\n\}/.exec(typesOf('index')) ?? [];
    const typed = [...map.matchAll(/^ {2}'(pay-[a-z]+)':/gm)].map(([, name = '']) => ({ name }));
    expect(namesOf(tags()[0]?.events ?? [])).toEqual(namesOf(typed));
    for (const { name } of typed) expect(script()).toContain(name);
  });

  it('has the parts and custom properties that the tags have', () => {
    const source = readdirSync(join(ROOT, 'widget'))
      .filter((name) => /^(?!.*(test|harness|fake)).*\.ts$/.test(name))
      .map((name) => read(`widget/${name}`).replaceAll(/\/\*\*[^]*?\*\//g, ''))
      .join('\n');
    const written = [...source.matchAll(/\bpart(?:=|: )(?:["']([a-z -]+)|\$\{\w+ \? '([a-z]+)')/g)];
    const parts = namesOf(tags()[0]?.cssParts ?? []);
    const used = written.flatMap(([, plain, chosen]) => (plain ?? chosen ?? '').split(' ')).filter(isWhole);
    expect(parts).toEqual(expect.arrayContaining(used));
    for (const part of parts) expect(source).toContain(part.replace('field-number', 'field-${name}'));
    const properties = [...source.matchAll(/var\((--pay-[a-z-]+)/g)].map(([, name = '']) => name);
    expect(new Set(namesOf(tags()[0]?.cssProperties ?? []))).toEqual(new Set(properties));
  });

  it('has the members that pages call, and no other', () => {
    const fields = 'src order disabled messages phase payment mode challenge isolated saveCard';
    const methods = 'submit reset checkValidity reportValidity focus';
    expect(namesOf(tags()[0]?.members ?? [])).toEqual(`${fields} ${methods}`.split(' ').toSorted());
  });

  it('says the same to JetBrains', () => {
    const { contributions } = JSON.parse(read('dist/web-types.json')) as {
      contributions: { html: { elements: { name: string; attributes: { name: string }[] }[] } };
    };
    expect(contributions.html.elements.map(({ name, attributes }) => [name, namesOf(attributes)])).toEqual(
      tags().map(({ tagName, attributes }) => [tagName, namesOf(attributes)]),
    );
  });
});

/** The attributes that a built class observes, sorted. */
function observedBy(name: string): string[] {
  const program = `import { ${name} } from './dist/tag/pay-form.js';
    console.log(JSON.stringify(${name}.observedAttributes.toSorted()))`;
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], options);
  return JSON.parse(printed) as string[];
}

/** Text before an interpolation is not a part's name. */
const isWhole = (name: string): boolean => name !== '' && !name.endsWith('-');

/** The types of the tags, which an entry may share with others. */
function typesOf(name: string): string {
  const shared = readdirSync(join(ROOT, 'dist/types')).find((file) => file.startsWith(`${name}-`));
  return read(shared ? `dist/types/${shared}` : `dist/widget/${name}.d.ts`);
}

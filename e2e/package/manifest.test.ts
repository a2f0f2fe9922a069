import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Tag {
  name: string;
  tagName: string;
  attributes: { name: string }[];
  events: { name: string }[];
  cssParts: { name: string }[];
  cssProperties: { name: string }[];
  members: { name: string }[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).toSorted();

describe('what it says of its tags to editors', () => {
  const [{ declarations }] = (
    JSON.parse(read('dist/custom-elements.json')) as { modules: [{ declarations: Tag[] }] }
  ).modules;
  const form = () => declarations.find(({ name }) => name === 'PayForm') as Tag;
  const script = readdirSync(join(ROOT, 'dist/pay'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => read(`dist/pay/${name}`))
    .join('\n');

  it('has every tag, and every attribute that is observed', () => {
    expect(declarations.map(({ tagName }) => tagName)).toEqual(['pay-form', 'pay-status', 'pay-button']);
    for (const { name, attributes } of declarations) expect(namesOf(attributes)).toEqual(observedBy(name));
  });

  it('has the events that the types have, and only those that are sent', () => {
    const typed = [...read('dist/types/widget.d.ts').matchAll(/^ {2}'(pay-[a-z]+)':/gm)];
    const names = typed.map(([, name = '']) => name);
    expect(namesOf(form().events)).toEqual(names.toSorted());
    for (const name of names) expect(script).toContain(name);
  });

  it('has the parts and custom properties that the tags have', () => {
    const source = (readdirSync(join(ROOT, 'widget'), { recursive: true }) as string[])
      .filter((name) => /^(?!.*test).*\.ts$/.test(name))
      .map((name) => read(`widget/${name}`).replaceAll(/\/\*\*[^]*?\*\//g, ''))
      .join('\n');
    const written = [...source.matchAll(/\bpart(?:=|: )(?:["']([a-z -]+)|\$\{\w+ \? '([a-z]+)')/g)];
    const used = written.flatMap(([, plain, chosen]) => (plain ?? chosen ?? '').split(' ')).filter(isWhole);
    const parts = namesOf(form().cssParts);
    expect(parts).toEqual(expect.arrayContaining(used));
    for (const part of parts) expect(source).toContain(part.replace('field-number', 'field-${name}'));
    const properties = [...source.matchAll(/var\((--pay-[a-z-]+)/g)].map(([, name = '']) => name);
    expect(new Set(namesOf(form().cssProperties))).toEqual(new Set(properties));
  });

  it('has the members that pages call, and no other', () => {
    const fields = 'src order disabled messages phase payment mode challenge isolated saveCard';
    const methods = 'submit reset checkValidity reportValidity focus';
    expect(namesOf(form().members)).toEqual(`${fields} ${methods}`.split(' ').toSorted());
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

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paymentViewSchema } from '../../contract/merchant-api.ts';
import { blocks, codeWords, readPage, ROOT, rows, section } from './testing/page.ts';

interface Named {
  name: string;
  description?: string;
  kind?: string;
  default?: string;
}

/** A tag, as the published `custom-elements.json` will describe it. */
interface Tag {
  tagName: string;
  attributes?: Named[];
  members: Named[];
  events: Named[];
  slots?: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  cssStates?: Named[];
}

/** Analyses the docblocks as `npm run build -- manifest` does. */
function analyse(): Tag[] {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-manifest-'));
  const config = ['--config', 'e2e/package/manifest.config.js', '--outdir', relative(ROOT, folder)];
  try {
    execFileSync(`${ROOT}node_modules/.bin/cem`, ['analyze', '--quiet', ...config], { cwd: ROOT });
    const text = readFileSync(join(folder, 'custom-elements.json'), 'utf8');
    return (JSON.parse(text) as { modules: [{ declarations: Tag[] }] }).modules[0].declarations;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PAGE = readPage('docs/tags.md');
const TAGS = analyse();
const bare = (cell = ''): string => cell.replaceAll(/`|\(.*\)/g, '');

/** The rows under a heading that a tag has, without the code marks of their names. */
const rowsOf = (heading: string, { tagName }: Tag): string[][] =>
  rows(section(PAGE, `## ${heading}`))
    .filter(([, tags = '']) => tags === 'all' || tags.split(', ').includes(tagName.replace('pay-', '')))
    .map(([name, ...rest]) => [bare(name), ...rest]);
const namesUnder = (heading: string, tag: Tag): string[] => rowsOf(heading, tag).map(([name = '']) => name);
const namesOf = (list: readonly Named[] = []): string[] => list.map(({ name }) => name).toSorted();
const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const source = (file: string): string => readFileSync(`${ROOT}${file}.ts`, 'utf8');
const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
/** The text of a type or an interface. */
const typeIn = (file: string, name: string): string =>
  new RegExp(`export (?:type ${name} =[^;]*;|interface ${name}\\b[^]*?\\n\\})\\n`).exec(source(file))?.[0] ??
  '';
const fieldsOf = (type: string): string[] => found(/^ {2}(\w+)\??:/gm, type);

describe.each(TAGS.map((tag) => [tag.tagName, tag] as const))(
  'the page of the tags has of <%s>',
  (_, tag) => {
    it('every attribute and no other, and HTML’s own `lang`', () => {
      expect(namesUnder('Attributes', tag).toSorted()).toEqual(
        [...namesOf(tag.attributes), 'lang'].toSorted(),
      );
      const stated = new Map(rowsOf('Attributes', tag).map(([name, , values = '']) => [name, values]));
      for (const { name, default: value } of tag.attributes ?? [])
        if (value) expect(stated.get(name)).toContain(`\`${value}\` (default)`);
    });

    it('every property and method, and no other', () => {
      const members = (kind: string) => namesOf(tag.members.filter((member) => member.kind === kind));
      const reflected = namesUnder('Attributes', tag).filter((name) => name !== 'lang');
      expect([...reflected.map(camel), ...namesUnder('Properties', tag)].toSorted()).toEqual(
        members('field'),
      );
      expect(namesUnder('Methods', tag).toSorted()).toEqual(members('method'));
    });

    it('every event and no other', () => {
      expect(namesUnder('Events', tag).toSorted()).toEqual(namesOf(tag.events));
    });

    it('every part and custom property and no other, as their source describes them', () => {
      const described = (list: readonly Named[]) =>
        list.map(({ name, description = '' }) => `${name}: ${description}`).toSorted();
      const stated = (heading: string) =>
        rowsOf(heading, tag)
          .map(([name, , about]) => `${name}: ${about}`)
          .toSorted();
      expect(stated('Parts')).toEqual(described(tag.cssParts));
      expect(stated('Custom properties')).toEqual(described(tag.cssProperties));
    });

    it('its content, if it is shown', () => {
      const about = rows(section(PAGE, '## Content')).find(([name]) => name === `\`<${tag.tagName}>\``);
      expect(about?.[1] === 'never').toBe(!tag.slots?.length);
    });
  },
);

describe('the page of the tags', () => {
  it('has every phase, each with its state', () => {
    const phases = found(/'(\w+)'/g, typeIn('widget/checkout/phases', 'Phase'));
    const table = rows(section(PAGE, '## Phases and states')).map(([phase, state]) => [bare(phase), state]);
    expect(table).toEqual(phases.map((phase) => [phase, `\`:state(${phase})\``]));
    expect(namesOf(TAGS[0]?.cssStates)).toEqual(phases.toSorted());
  });

  it('has every field of an event’s detail', () => {
    const details = typeIn('widget/events', 'PayEventDetails');
    for (const [, event = '', fields] of details.matchAll(/'(pay-\w+)': (?:\{ (.*) \}|null);/g)) {
      const [, , detail] = rowsOf('Events', TAGS[0] as Tag).find(([name]) => name === event) ?? [];
      const names = found(/(\w+): /g, fields ?? '').join(', ');
      expect([event, detail]).toEqual([event, names ? `\`{${names}}\`` : '`null`']);
    }
  });

  it('says which events can be cancelled', () => {
    const sent = ['pay-form', 'pay-element', 'checkout/checkout-controller']
      .map((file) => source(`widget/${file}`))
      .join();
    for (const [event = '', , , cancelling] of rowsOf('Events', TAGS[0] as Tag))
      expect([event, cancelling !== 'cannot be cancelled']).toEqual([
        event,
        new RegExp(`'${event}', [^\\n]*, true\\)`).test(sent),
      ]);
  });

  it('has every field of a payment, with the page of the merchant API, and of a problem', () => {
    const names = (heading: string, page = PAGE) => rows(section(page, heading)).map(([name]) => bare(name));
    const shared = names('### A payment', readPage('docs/merchant-api.md'));
    expect(shared.toSorted()).toEqual(Object.keys(paymentViewSchema.shape).toSorted());
    const more = fieldsOf(typeIn('server/contract/checkout-api', 'PaymentView'));
    expect(names('### The payment').toSorted()).toEqual(more.toSorted());
    const problem = fieldsOf(typeIn('server/contract/problem', 'Problem'));
    expect(names('### The problem')).toEqual(expect.arrayContaining(problem));
  });
});

it('the default of each custom property is that of the styles, if it is a value', () => {
  const styles = source('widget/pay-form.styles');
  for (const [name, , , value = ''] of rows(section(PAGE, '## Custom properties')))
    for (const code of codeWords(value)) expect(styles).toContain(`var(${bare(name)}, ${code})`);
});

it('the styles on the pages use no part, property and state that there is not', () => {
  const css = [PAGE, readPage('docs/styling.md')].flatMap((page) => [
    ...blocks(page, 'css'),
    ...codeWords(page),
  ]);
  const used = (pattern: RegExp) => [...new Set(found(pattern, css.join('\n')))];
  const [form] = TAGS as [Tag];
  expect(namesOf(form.cssParts)).toEqual(expect.arrayContaining(used(/::part\(([\w-]+)\)/g)));
  expect(namesOf(form.cssProperties)).toEqual(expect.arrayContaining(used(/(--pay-[\w-]+)/g)));
  expect(namesOf(form.cssStates)).toEqual(expect.arrayContaining(used(/:state\(([\w-]+)\)/g)));
});

it('every custom property of the form reaches the frame of `isolated`; the font does as `font-family`', () => {
  const names = namesOf(TAGS[0]?.cssProperties).map((name) => name.replace('--pay-', ''));
  const [, passed = ''] = /\.\.\.'([a-z -]+)'/.exec(source('widget/isolated/frame-look')) ?? [];
  expect(['font', ...passed.split(' ')].toSorted()).toEqual(names);
});

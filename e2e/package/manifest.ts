import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Declaration, type Described, readDeclaration } from './docblock.ts';

/**
 * Writes the tags' descriptions for editors, catalogues and frameworks: `custom-elements.json` (custom elements manifest,
 * schema 1.0.0) and `web-types.json` (JetBrains), both from the docblocks of the classes.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const shared = declarationOf('PayElement', 'pay-element');
const tags = [
  merged(declarationOf('PayForm', 'pay-form'), shared),
  merged(declarationOf('PayStatus', 'pay-status'), shared),
  merged(declarationOf('PayButton', 'pay-button'), shared),
];

mkdirSync('dist', { recursive: true });
write('dist/custom-elements.json', manifest(tags));
write('dist/web-types.json', webTypes(tags));

function declarationOf(name: string, file: string): Declaration {
  return readDeclaration(name, readFileSync(`widget/${file}.ts`, 'utf8'));
}

/** A class with its inherited members. */
function merged(own: Declaration, base: Declaration): Declaration {
  return {
    ...own,
    attributes: [...base.attributes, ...own.attributes],
    events: [...base.events, ...own.events],
    cssParts: [...base.cssParts, ...own.cssParts],
    cssProperties: [...base.cssProperties, ...own.cssProperties],
    members: [...base.members, ...own.members],
  };
}

function manifest(declarations: readonly Declaration[]): object {
  const file = 'dist/tag/pay-form.js';
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: file,
        declarations: declarations.map((one) => ({
          kind: 'class',
          customElement: true,
          name: one.name,
          tagName: one.tag,
          description: one.description,
          attributes: one.attributes.map(({ type, ...rest }) => ({ ...rest, type: { text: type } })),
          events: one.events.map((event) => ({ ...event, type: { text: `PayEventMap['${event.name}']` } })),
          cssParts: one.cssParts,
          cssProperties: one.cssProperties,
          members: one.members,
        })),
        exports: declarations.flatMap(({ name, tag }) => [
          { kind: 'js', name, declaration: { name, module: file } },
          { kind: 'custom-element-definition', name: tag, declaration: { name, module: file } },
        ]),
      },
    ],
  };
}

function webTypes(declarations: readonly Declaration[]): object {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: 'pay-form',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: declarations.map((one) => ({
          name: one.tag,
          description: one.description,
          attributes: one.attributes.map(({ name, description, type }) => ({
            name,
            description,
            value: { type },
          })),
          js: {
            events: one.events,
            properties: one.members.filter(({ kind }) => kind === 'field').map(named),
          },
          css: { parts: one.cssParts, properties: one.cssProperties },
        })),
      },
    },
  };
}

function named({ name, description }: Described): Described {
  return { name, description };
}

function write(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

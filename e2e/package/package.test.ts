import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from './packed.ts';

/** The output of `npm run build`, as users receive it. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The exports of the tag's module. */
const NAMES = ['PayButton', 'PayForm', 'PayStatus'];

interface About {
  exports: Record<string, string | Record<string, string>>;
  main: string;
  types: string;
  customElements: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  scripts: Record<string, string>;
}

let installed: Installed;
let about: About;

beforeAll(() => {
  installed = installPacked();
  about = JSON.parse(installed.read('package.json')) as About;
});
afterAll(() => installed.remove());

/** Runs a module in a project that has the package. @returns what it prints */
function node(program: string, ...args: string[]): string {
  return execFileSync(process.execPath, ['--input-type=module', ...args, '--eval', program], {
    cwd: installed.project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('what the tarball holds', () => {
  it('holds every file that package.json names, and all of the widget', () => {
    const named = [
      ...Object.values(about.exports).flatMap((target) =>
        typeof target === 'string' ? target : Object.values(target),
      ),
      ...Object.values(about.bin),
      about.main,
      about.types,
      about.customElements,
    ].map((path) => path.replace('./', ''));
    const widget = readdirSync(join(ROOT, 'dist/pay')).map((name) => `dist/pay/${name}`);
    expect(installed.files).toEqual(expect.arrayContaining([...named, ...widget, 'LICENSE', 'CHANGELOG.md']));
  });

  it('holds every language of the tag for the companion’s pages, too', () => {
    const names = (pattern: RegExp) =>
      installed.files.flatMap((path) => pattern.exec(path)?.[1] ?? []).toSorted();
    const languages = names(/^dist\/pay\/pay-form-([a-z]{2}(?:-[a-z]+)?)\.js$/);
    expect(languages).toHaveLength(34);
    expect(names(/^dist\/server\/texts\/(.+)-.{8}\.js$/)).toEqual(['en', ...languages].toSorted());
  });

  it('holds no test, and no path of the machine that built it', () => {
    expect(installed.files.filter((path) => /\.test\.|\/test-[\w-]+\.[jt]s|harness/.test(path))).toEqual([]);
    const texts = installed.files.filter((path) => /\.(js|ts|map|json|md)$/.test(path));
    const telling = texts.filter((path) => installed.read(path).includes(ROOT.replace(/\/$/, '')));
    expect(telling).toEqual([]);
  });

  it('holds what its papers link to, and name but where they say that it is in the repository', () => {
    const missing = installed.files
      .filter((path) => path.endsWith('.md'))
      .flatMap((paper) =>
        [...brokenLinks(paper), ...missingFiles(paper)].map((path) => `${paper} → ${path}`),
      );
    expect(missing).toEqual([]);
  });

  it('runs no script when it is installed', () => {
    const automatic = ['preinstall', 'install', 'postinstall', 'prepare', 'postprepare'];
    expect(Object.keys(about.scripts).filter((name) => automatic.includes(name))).toEqual([]);
  });
});

/** The files of the repository that a document names in backticks and the tarball lacks. */
function missingFiles(paper: string): string[] {
  const text = installed.read(paper).replaceAll(/in the repository.*/g, '');
  return [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.\w+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => existsSync(join(ROOT, path)) && !installed.files.includes(path));
}

/** Links of a document to files that the tarball lacks. Its pictures are shown from the repository. */
function brokenLinks(paper: string): string[] {
  const links = installed.read(paper).matchAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g);
  return [...links]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .map((target) => join(paper, '..', target.replace(/#.*/, '')))
    .filter((path) => !installed.files.some((file) => file === path || file.startsWith(`${path}/`)));
}

describe('the tag on a server', () => {
  it('does nothing, and has the names that the browser gets', () => {
    const names = installed.read('dist/pay/pay-form.js').match(/(?<=\bas )Pay\w+/g);
    expect(names?.toSorted()).toEqual(NAMES);
    for (const entry of ['pay-form', 'pay-form/react', 'pay-form/vue', 'pay-form/svelte']) {
      const program = `import * as it from '${entry}'; console.log(JSON.stringify(Object.keys(it)))`;
      expect(JSON.parse(node(program))).toEqual(NAMES);
    }
  });

  it('can be required, also by a tool that takes the file for browsers', () => {
    for (const name of ['pay-form', join(installed.folder, 'dist/tag/pay-form.js')]) {
      const program = `const it = require(${JSON.stringify(name)});
        console.log(JSON.stringify(Object.keys(it).filter((name) => name.startsWith('Pay'))))`;
      expect(JSON.parse(node(program, '--input-type=commonjs', '--no-warnings'))).toEqual(NAMES);
    }
  });

  it.each([
    ['tag/pay-form.js', 'browser'],
    ['server/no-elements.js', 'worker', 'browser'],
    ['server/no-elements.js', 'workerd', 'worker', 'browser'],
    ['server/no-elements.js', 'edge-light', 'worker', 'browser'],
  ])('is %s for a bundler that asks for %s', (file, ...asked) => {
    const conditions = asked.map((one) => `--conditions=${one}`);
    expect(node(`console.log(import.meta.resolve('pay-form'))`, ...conditions)).toContain(`/dist/${file}\n`);
  });
});

describe('the tag for bundlers', () => {
  const scripts = () => installed.files.filter((file) => /^dist\/tag\/.*\.js$/.test(file));

  it('names every file that it may load, which each is there', () => {
    const imports = installed.read('dist/tag/pay-form.js').matchAll(/import\(["'`]\.\/([^"'`]+)/g);
    const loaded = [...imports].map(([, name = '']) => `dist/tag/${name}`);
    expect([...loaded, 'dist/tag/pay-form.js'].toSorted()).toEqual(scripts().toSorted());
  });

  it('imports Lit, of which a page should have one, and nothing else', () => {
    const imported = scripts().flatMap((file) =>
      [...installed.read(file).matchAll(/\b(?:from|import) ?["'`]([^"'`]+)/g)].map(([, name = '']) => name),
    );
    expect(new Set(imported)).toEqual(new Set(['lit', './pay-form.js']));
  });
});

describe('without the optional driver of Postgres', () => {
  it('every entry can be imported', () => {
    const entries = Object.keys(about.exports).filter((entry) => !entry.endsWith('.json'));
    const list = JSON.stringify(entries.map((entry) => entry.replace('.', 'pay-form')));
    const program = `for (const one of ${list}) await import(one); console.log('all')`;
    expect(node(program)).toBe('all\n');
  });

  it('the sandbox starts', () => {
    const program = `
      import { startSandbox } from 'pay-form/sandbox';
      const { url, close } = await startSandbox({ port: 0 });
      console.log((await fetch(url + '/health')).status);
      await close();`;
    expect(node(program)).toBe('200\n');
  });

  it('a store in Postgres names its driver', () => {
    const env = {
      GATEWAY_URL: 'http://127.0.0.1:9',
      GATEWAY_POS_ID: '3f0e7a54-7c1c-4f0a-8d53-0b8d1d6a2b11',
      GATEWAY_API_KEY: 'key',
      GATEWAY_API_SECRET: 'secret',
      GATEWAY_ENDPOINTS_KEY: 'endpoints',
      ORDER_SECRET: 'a secret of at least thirty-two bytes',
      DATABASE_URL: 'postgres://127.0.0.1:9/none',
    };
    const cli = join(installed.folder, about.bin['pay-form'] ?? '');
    const { stderr } = spawnSync(process.execPath, [cli, 'serve'], { env, encoding: 'utf8' });
    expect(stderr).toContain('npm install pg');
  });
});

describe('custom-elements.json', () => {
  interface Tag extends Record<'attributes' | 'events' | 'cssParts' | 'cssProperties', { name: string }[]> {
    name: string;
  }
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).toSorted();
  let tags: Tag[];
  beforeAll(() => {
    const { modules } = JSON.parse(installed.read(about.customElements)) as {
      modules: [{ declarations: Tag[] }];
    };
    tags = modules[0].declarations;
  });

  it('has every tag, and every attribute that is observed', () => {
    const program = `
      import * as it from './node_modules/pay-form/dist/tag/pay-form.js';
      const observed = (name) => [name, it[name].observedAttributes.toSorted()];
      console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(NAMES)}.map(observed))));`;
    const told = tags.map(({ name, attributes }) => [name, namesOf(attributes)]);
    expect(Object.fromEntries(told)).toEqual(JSON.parse(node(program)));
  });

  it('has the events that the types have, and only those that are sent', () => {
    const typed = installed.read('dist/types/widget.d.ts').matchAll(/^ {2}'(pay-[a-z]+)':/gm);
    const names = [...typed].map(([, name = '']) => name);
    expect(namesOf(tags[0]?.events ?? [])).toEqual(names.toSorted());
    const script = installed.files
      .filter((path) => /^dist\/pay\/.*\.js$/.test(path))
      .map((path) => installed.read(path))
      .join('\n');
    expect(names.filter((name) => !script.includes(name))).toEqual([]);
  });

  it('has the parts and custom properties that the sources of the tags use', () => {
    const source = (readdirSync(join(ROOT, 'widget'), { recursive: true }) as string[])
      .filter((name) => /^(?!.*test).*\.ts$/.test(name))
      .map((name) => readFileSync(join(ROOT, 'widget', name), 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, ''))
      .join('\n');
    const written = source.matchAll(/\bpart(?:=|: )(?:["']([a-z -]+)|\$\{\w+ \? '([a-z]+)')/g);
    const used = [...written].flatMap(([, plain, chosen]) => (plain ?? chosen ?? '').split(' '));
    const parts = namesOf(tags[0]?.cssParts ?? []);
    // Text before an interpolation is not a part's name.
    expect(parts).toEqual(expect.arrayContaining(used.filter((name) => name !== '' && !name.endsWith('-'))));
    for (const part of parts) expect(source).toContain(part.replace('field-number', 'field-${name}'));
    const properties = [...source.matchAll(/var\((--pay-[a-z-]+)/g)].map(([, name = '']) => name);
    expect(new Set(namesOf(tags[0]?.cssProperties ?? []))).toEqual(new Set(properties));
  });
});

describe('its types', () => {
  it('import only the package itself, what is installed with it, and what a framework brings', () => {
    const types = installed.files.filter((path) => path.endsWith('.d.ts'));
    const imported = types.flatMap((path) =>
      [...withoutComments(path).matchAll(/(?:from|import\() ?["']([^."'][^"']*)["']/g)].map(
        ([, name = '']) => name,
      ),
    );
    const known = [...Object.keys(about.dependencies), 'pay-form', 'react', 'vue', 'svelte'];
    const unknown = imported.filter(
      (name) => !name.startsWith('node:') && !known.some((one) => name === one || name.startsWith(`${one}/`)),
    );
    expect(unknown).toEqual([]);
  });

  it('are what a page and a server need of them', () => {
    const { project } = installed;
    writeFileSync(join(project, 'use.ts'), USE);
    const settings = JSON.stringify({ compilerOptions: STRICT, files: ['use.ts'] });
    writeFileSync(join(project, 'tsconfig.json'), settings);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

const STRICT = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
};

const USE = `
import type { OwnMessages, PaymentView, PayFormAttributes, PayProblem } from 'pay-form';
import 'pay-form';
import { createGatewayClient, testWebhook } from 'pay-form/gateway';
import { startSandbox } from 'pay-form/sandbox';
import { startCompanion } from 'pay-form/server';

const form = document.querySelector('pay-form');
form?.addEventListener('pay-result', ({ detail }) => detail.payment satisfies PaymentView);
document.addEventListener('pay-error', ({ detail }) => detail.problem satisfies PayProblem);
window.addEventListener('pay-change', ({ detail }) => detail.valid satisfies boolean);
const attributes: PayFormAttributes = { mode: 'direct', 'save-card': true };
const messages: OwnMessages = { pay: 'Donate {}' };
document.createElement('pay-status').order = 'token';
if (form) Object.assign(form, attributes, { messages }).submit();
export const all = [createGatewayClient, testWebhook, startSandbox, startCompanion];
// @ts-expect-error there is no such mode
document.createElement('pay-form').mode = 'other';
// @ts-expect-error the detail has no card
document.addEventListener('pay-result', ({ detail }) => detail.card);
// @ts-expect-error what only the classes themselves call
form?.renew();
`;

const withoutComments = (path: string): string => installed.read(path).replaceAll(/\/\*[^]*?\*\//g, '');

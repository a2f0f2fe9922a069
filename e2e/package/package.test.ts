import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from './packed.ts';

/** The output of `npm run build`, as users receive it. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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

/** Runs a program in a project that has the package. */
function node(program: string, ...args: string[]): string {
  return execFileSync(process.execPath, [...args, '--eval', program], {
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

  it('holds what its papers link to', () => {
    const papers = installed.files.filter((path) => path.endsWith('.md'));
    expect(papers.flatMap(brokenLinks)).toEqual([]);
  });

  it('holds each file of the repository that its papers name, except where they say that it is in the repository', () => {
    const papers = installed.files.filter((path) => path.endsWith('.md'));
    const missing = papers.flatMap((paper) =>
      namedFiles(installed.read(paper).replaceAll(/in the repository.*/g, ''))
        .filter((path) => existsSync(join(ROOT, path)) && !installed.files.includes(path))
        .map((path) => `${paper} → ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('runs no script when it is installed', () => {
    const automatic = ['preinstall', 'install', 'postinstall', 'prepare', 'postprepare'];
    expect(Object.keys(about.scripts).filter((name) => automatic.includes(name))).toEqual([]);
  });
});

/** What stands in backticks and has the form of a path. */
function namedFiles(page: string): string[] {
  return [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.\w+)`/g)].map(([, path = '']) => path);
}

/** Links of a document to files that the tarball lacks. Its pictures are shown from the repository. */
function brokenLinks(paper: string): string[] {
  const links = installed.read(paper).matchAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g);
  return [...links]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .map((target) => join(paper, '..', target.replace(/#.*/, '')))
    .filter((path) => !installed.files.some((file) => file === path || file.startsWith(`${path}/`)))
    .map((path) => `${paper} → ${path}`);
}

describe('the tag on a server', () => {
  const NAMES = ['PayButton', 'PayForm', 'PayStatus'];

  it('does nothing, and has the names that the browser gets', () => {
    const names = installed.read('dist/pay/pay-form.js').match(/(?<=\bas )Pay\w+/g);
    expect(names?.toSorted()).toEqual(NAMES);
    for (const entry of ['pay-form', 'pay-form/react', 'pay-form/vue', 'pay-form/svelte']) {
      const program = `import * as it from '${entry}'; console.log(JSON.stringify(Object.keys(it)))`;
      expect(JSON.parse(node(program, '--input-type=module'))).toEqual(NAMES);
    }
  });

  it('can be required', () => {
    const program = `console.log(JSON.stringify(Object.keys(require('pay-form'))))`;
    expect(JSON.parse(node(program, '--no-warnings'))).toEqual(NAMES);
  });

  it.each([['worker'], ['workerd', 'worker'], ['edge-light', 'worker']])(
    'is left out of what is bundled for %s, too',
    (...asked) => {
      const program = `console.log(import.meta.resolve('pay-form'))`;
      const conditions = [...asked, 'browser'].map((one) => `--conditions=${one}`);
      expect(node(program, ...conditions, '--input-type=module')).toMatch(/no-elements\.js\s$/);
    },
  );

  it('is what a bundler takes for browsers', () => {
    const program = `console.log(import.meta.resolve('pay-form'))`;
    const resolved = node(program, '--conditions=browser', '--input-type=module');
    expect(resolved).toMatch(/dist\/tag\/pay-form\.js\s$/);
  });

  it('does nothing either where a tool takes that file on a server', () => {
    const file = join(installed.folder, 'dist/tag/pay-form.js');
    const program = `console.log(Object.keys(require(${JSON.stringify(file)})).filter((name) => name.startsWith('Pay')))`;
    expect(node(program, '--no-warnings')).toBe("[ 'PayButton', 'PayForm', 'PayStatus' ]\n");
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
    expect(node(program, '--input-type=module')).toBe('all\n');
  });

  it('the sandbox starts', () => {
    const program = `
      import { startSandbox } from 'pay-form/sandbox';
      const { url, close } = await startSandbox({ port: 0 });
      console.log((await fetch(url + '/health')).status);
      await close();`;
    expect(node(program, '--input-type=module')).toBe('200\n');
  });

  it('the sandbox makes receipts of every format', () => {
    const program = `
      import { createGatewayClient } from 'pay-form/gateway';
      import { createSandbox } from 'pay-form/sandbox';
      const sandbox = createSandbox();
      const settings = { baseUrl: sandbox.baseUrl, ...sandbox.credentials };
      const gateway = createGatewayClient(settings, { fetch: sandbox.fetch });
      const date = new Date().toISOString().slice(0, 10);
      for (const format of ['html', 'pdf']) console.log((await gateway.receiptsOfDay({ date, format })).kind);
      sandbox.close();`;
    expect(node(program, '--input-type=module')).toBe('answered\nanswered\n');
  });

  it('a store in Postgres names its driver', () => {
    const env = { GATEWAY_URL: 'http://127.0.0.1:9', DATABASE_URL: 'postgres://127.0.0.1:9/none' };
    expect(refusalOf({ ...SETTINGS, ...env })).toContain('npm install pg');
  });
});

const SETTINGS = {
  GATEWAY_POS_ID: '3f0e7a54-7c1c-4f0a-8d53-0b8d1d6a2b11',
  GATEWAY_API_KEY: 'key',
  GATEWAY_API_SECRET: 'secret',
  GATEWAY_ENDPOINTS_KEY: 'endpoints',
  ORDER_SECRET: 'a secret of at least thirty-two bytes',
};

/** The message of `pay-form serve` before it ends. */
function refusalOf(env: Record<string, string>): string {
  try {
    const cli = join(installed.folder, about.bin['pay-form'] ?? '');
    execFileSync(process.execPath, [cli, 'serve'], { env, encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

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
    const program = installed.project;
    writeFileSync(join(program, 'use.ts'), USE);
    writeFileSync(
      join(program, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: STRICT, files: ['use.ts'] }),
    );
    expect(compile(program)).toBe('');
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

/** The compiler's output; empty if there are no errors. */
function compile(project: string): string {
  try {
    return execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], {
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

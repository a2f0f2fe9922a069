import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Built } from './built.ts';

/**
 * `npm run build:site`: the demo as files for any static host, also in a subfolder. Takes the tag from dist/pay and the
 * shop's pages from vite.config.ts.
 */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const OUT = fileURLToPath(new URL('../../dist/site', import.meta.url));
const TAG = fileURLToPath(new URL('../../dist/pay', import.meta.url));
const SQLITE = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-browser.wasm');

const UNSTAMPED = 'unstamped-version';

const BEGIN_ANEW = `<form class="begin-anew" method="post" action="./demo/reset" role="region" aria-label="This demo">
This demo runs in your browser only. <button>Forget its orders and begin anew</button>
</form>
`;

/** Replaces modules that need Node, and zod's languages, of which only English is used. */
const ALIASES = [
  { find: /^\.\.\/locales\/index\.js$/, replacement: 'zod/v4/locales/en.js' },
  { find: 'node:crypto', replacement: shim('node-crypto') },
  { find: 'node:timers/promises', replacement: shim('node-timers') },
  { find: /^\.\/(send|address-list|pdf|signed-pdf)\.ts$/, replacement: shim('absent') },
];

await buildPages();
const pages = takePages();
const sqlite = copyFiles();
const files = readdirSync(OUT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'index.html')
  .map((entry) => join(entry.parentPath, entry.name).slice(OUT.length + 1))
  .sort();
await buildWorker({ version: UNSTAMPED, files, sqlite, pages });
stampVersion();

/** The shop's pages and the site's start page, with everything that they load. */
async function buildPages(): Promise<void> {
  await build({
    mode: 'demo',
    base: './',
    logLevel: 'warn',
    plugins: [inTheWorker()],
    build: { outDir: OUT, rolldownOptions: { input: { start: join(HERE, 'index.html') } } },
  });
}

/** Additions to the pages of this site: they keep the worker alive, and the shop's pages can reset the demo. */
function inTheWorker(): Plugin {
  const script = { tag: 'script', attrs: { type: 'module', src: '/site/keep-alive.ts' } };
  const style = { tag: 'link', attrs: { rel: 'stylesheet', href: '/site/begin-anew.css' } };
  return {
    name: 'in-the-worker',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (path.startsWith('/site/')) return html;
        if (path === '/console.html')
          return { html: html.replace('<pay-console', '<pay-console no-pdf'), tags: [script] };
        return { html: html.replace('</body>', `${BEGIN_ANEW}</body>`), tags: [script, style] };
      },
    },
  };
}

/** The worker fills the shop's pages; the host has only the start page. */
function takePages(): Record<string, string> {
  const names = readdirSync(OUT).filter((name) => name.endsWith('.html'));
  const taken = names.map((name) => [name.replace(/\.html$/, ''), readFileSync(join(OUT, name), 'utf8')]);
  for (const name of names) rmSync(join(OUT, name));
  const first = readFileSync(join(OUT, 'site/index.html'), 'utf8').replaceAll('="../', '="./');
  writeFileSync(join(OUT, 'index.html'), first);
  rmSync(join(OUT, 'site'), { recursive: true });
  return Object.fromEntries(taken);
}

/** Copies the tag and SQLite. @returns the path of SQLite */
function copyFiles(): string {
  mkdirSync(join(OUT, 'pay'));
  for (const name of readdirSync(TAG)) {
    if (name.endsWith('.js')) copyFileSync(join(TAG, name), join(OUT, 'pay', name));
  }
  const sqlite = `assets/sqlite-${hashOf([SQLITE])}.wasm`;
  copyFileSync(SQLITE, join(OUT, sqlite));
  return sqlite;
}

/** One classic script: not every browser supports module workers, and none can import further modules later. */
async function buildWorker(built: Built): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { BUILT_SITE: JSON.stringify(built), 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: ALIASES },
    build: {
      target: 'es2022',
      outDir: OUT,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      lib: { entry: join(HERE, 'worker.ts'), formats: ['iife'], name: 'site', fileName: () => 'worker.js' },
      rolldownOptions: { transform: { inject: { Buffer: [shim('buffer'), 'Buffer'] } } },
    },
  });
}

function shim(name: string): string {
  return join(HERE, 'shims', `${name}.ts`);
}

/** Puts the version into the worker; it changes with anything in the site. */
function stampVersion(): void {
  const path = join(OUT, 'worker.js');
  const version = hashOf([path, ...files.map((name) => join(OUT, name))]);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(UNSTAMPED, version));
}

/** A hash of names and contents. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(path.lastIndexOf('/'))).update(readFileSync(path));
  return hash.digest('hex').slice(0, 8);
}

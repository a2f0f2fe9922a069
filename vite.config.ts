import { playwright } from '@vitest/browser-playwright';
import { minify } from '@swc/core';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium, withoutWindows } from './e2e/chromium.ts';
import { playwrightByPlace } from './e2e/element-frame.ts';
import { findFirefox, firefoxLaunch } from './e2e/firefox.ts';
import { replaceTexts } from './e2e/package/replace-texts.ts';
import about from './package.json' with { type: 'json' };

/**
 * `--mode widget`: the tag as one minified ES file, with a file per language. `--mode demo`: the shop's pages. `--mode
 * server`: the companion and everything else that runs on Node.
 */
export default defineConfig(({ mode }) => {
  const builds: Record<string, UserConfig> = { widget, demo, server };
  return builds[mode] ?? tests();
});

/** Every language with a file of its own; English is built in. */
const languages = readdirSync('widget/messages').flatMap((name) => /^(?!en)(.+)\.ts$/.exec(name)?.[1] ?? []);

/** The sources of all languages. */
const texts = readdirSync('widget/messages').map((name) => `widget/messages/${name}`);

/** One version for all languages, so that the tag needs no list of hashes. */
const version = createHash('sha256')
  .update(texts.map((path) => readFileSync(path, 'utf8')).join())
  .digest('hex')
  .slice(0, 8);

const widget = {
  plugins: [compactLit(), tightTemplates(), compressed()],
  define: { LANGUAGE_FILE: JSON.stringify(`./pay-form-{}-${version}.js`) },
  build: {
    target: 'es2022',
    outDir: 'dist/pay',
    lib: {
      entry: {
        'pay-form': 'widget/index.ts',
        frame: 'widget/frame.ts',
        ...Object.fromEntries(languages.map((name) => [name, `widget/messages/${name}.ts`])),
      },
      formats: ['es' as const],
    },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: ({ name }: { name: string }) =>
          /^(pay-form|frame)$/.test(name) ? '[name].js' : `pay-form-[name]-${version}.js`,
        chunkFileNames: 'pay-form-[name]-[hash].js',
      },
    },
  },
};

const demo = {
  root: 'demo',
  plugins: [translatable()],
  build: {
    target: 'es2022',
    outDir: '../dist/demo',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        shop: 'demo/index.html',
        console: 'demo/console.html',
        cart: 'demo/cart.html',
        checkout: 'demo/checkout.html',
        thanks: 'demo/thanks.html',
        missing: 'demo/missing.html',
      },
    },
  },
};

/**
 * Few files, because each file that Node reads slows down the start. Packages of many files are bundled and listed in
 * `devDependencies`. Packages that access the network, sign or are native stay dependencies, so that they can be updated
 * without a release of this one.
 */
const server = {
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    sourcemap: true,
    rolldownOptions: {
      input: {
        cli: 'server/cli.ts',
        node: 'server/node.ts',
        index: 'server/index.ts',
        'contract/index': 'server/contract/index.ts',
        'gateway/index': 'server/gateway/index.ts',
        'sandbox/index': 'server/sandbox/index.ts',
        'sandbox/node': 'server/sandbox/node.ts',
        'no-elements': 'widget/no-elements.ts',
      },
      // Stack traces need lines and names, not the sources.
      output: {
        chunkFileNames: ({ facadeModuleId }: { facadeModuleId: string | null }) =>
          /\/pages\/texts\/[^/]+$/.test(facadeModuleId ?? '') ? 'texts/[name]-[hash].js' : '[name]-[hash].js',
        sourcemapExcludeSources: true,
        // V8 keeps the sources in memory: one character outside of Latin-1 doubles a file, and comments are a third of it.
        charset: 'ascii' as const,
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: {
    noExternal: true as const,
    external: Object.keys({ ...about.dependencies, ...about.peerDependencies }),
  },
};

/**
 * Minifiers leave template literals alone. This removes whitespace from styles, and indentation from markup: nothing
 * remains between tags or bindings, and one space elsewhere (between attributes).
 */
function tightTemplates() {
  return {
    name: 'tight-templates',
    transform(code: string, id: string) {
      if (!id.endsWith('.styles.ts')) return undefined;
      return code.replace(/css`([^`]*)`/, (_, text: string) => `css\`${tightCss(text)}\``);
    },
    async generateBundle(_: unknown, bundle: Record<string, { code?: string }>) {
      for (const [name, chunk] of Object.entries(bundle)) {
        if (!chunk.code) continue;
        const { code } = await minify(tightMarkup(chunk.code), TIGHT);
        chunk.code = name === 'pay-form.js' ? `${AT_ONCE}${code}` : code;
      }
    },
  };
}

/** The tag's own imports of Lit's templates lead to the renderer of the tag; see its first lines. */
function compactLit() {
  const own = new URL('widget/', import.meta.url).pathname;
  return {
    name: 'compact-lit',
    enforce: 'pre' as const,
    resolveId: (id: string, importer = '') =>
      id === 'lit/html.js' && importer.startsWith(own) ? `${own}compact-lit.ts` : undefined,
  };
}

/** Pages that a browser translates show the texts of now, too. */
function translatable() {
  return {
    name: 'translatable',
    transform: (code: string, id: string) =>
      id.endsWith('lit-html/lit-html.js') ? replaceTexts(code) : undefined,
  };
}

/** Members that the elements use of each other and no page does: they get short names in the file. */
const INTERNAL =
  'arrived|bone|busy|checkout|edited|emptyFields|exactly|feedback|fieldNames|fieldStates|fieldValues|finish|focused|followOrder|gaps|isBusy|knownSession|language|last|leads|lengths|loadFeedback|loadTyping|loaded|navigate|newKey|onFieldEdit|onFieldFocus|onFieldInput|onFieldLeave|pause|performUpdate|prefixes|priced|ready|renderRoot|reportFaults|reported|requestUpdate|result|secure|summary|wipe';

/**
 * Chromium compiles all functions while it downloads the file, beside the page's own work, instead of each at its first
 * call: most of them run before the form is shown.
 */
const AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/** A second minifier saves another hundredth. */
const TIGHT = {
  module: true,
  mangle: { props: { regex: `^(${INTERNAL})$` } },
  compress: { ecma: 2020, passes: 3, unsafe: true, pure_getters: true, hoist_props: true },
} as const;

/** Writes a compressed copy beside each file: compressing at start would take longer than opening the store. */
function compressed() {
  return {
    name: 'compressed',
    writeBundle({ dir = '' }: { dir?: string }, bundle: Record<string, { code?: string }>) {
      for (const [name, { code }] of Object.entries(bundle)) {
        if (code) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(code));
      }
    },
  };
}

function tightMarkup(code: string): string {
  return code.replace(/(?<=[>`}])\n {2,}(?=[<$])/g, '').replace(/\n {2,}/g, ' ');
}

function tightCss(text: string): string {
  const flat = text.replace(/\s+/g, ' ').replace(/ ?([{};,>]) ?/g, '$1');
  return flat.replaceAll(': ', ':').replaceAll(';}', '}').trim();
}

function tests() {
  return {
    test: {
      projects: [
        {
          test: {
            name: 'unit',
            include: ['server/**/*.test.ts', 'e2e/**/*.test.ts', 'demo/**/*.test.ts'],
            // No test file leaves state behind, so all share one module graph.
            isolate: false,
            maxWorkers: '100%',
            // Short-lived objects die before they are copied: a twentieth of the processor time.
            execArgv: ['--max-semi-space-size=64'],
            // Busy machines are slow.
            testTimeout: 20_000,
            hookTimeout: 30_000,
            expect: { poll: { timeout: 15_000 } },
          },
        },
        {
          define: { LANGUAGE_FILE: JSON.stringify('./messages/{}.ts') },
          plugins: [compactLit()],
          resolve: {
            alias: {
              '@web/test-runner-commands': new URL('e2e/no-runner-commands.ts', import.meta.url).pathname,
            },
          },
          optimizeDeps: {
            include: ['@open-wc/testing', 'axe-core', 'lit', 'lit/html.js'],
          },
          test: {
            name: 'element',
            include: ['widget/**/*.test.ts'],
            // One page for all files: loading the modules again for each took most of the time.
            isolate: false,
            setupFiles: ['e2e/fresh-page.ts'],
            testTimeout: 30_000,
            expect: { poll: { timeout: 15_000 } },
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright(),
              instances: engines(),
            },
          },
        },
      ],
    },
  };
}

/** In Firefox the runner sometimes loses its own frame for a moment: only such a test is repeated. */
const LOST_FRAME = { count: 3, delay: 500, condition: /vitest-iframe/ };

/** Always Chromium, and Firefox if it is installed. */
function engines() {
  const chromium = findChromium();
  const firefox = findFirefox();
  const launched = { args: CHROMIUM_ARGS, ...(chromium ? { executablePath: withoutWindows(chromium) } : {}) };
  return [
    { browser: 'chromium' as const, provider: playwright({ launchOptions: launched }) },
    ...(firefox
      ? [
          {
            browser: 'firefox' as const,
            provider: playwrightByPlace({ launchOptions: firefoxLaunch(firefox) }),
            retry: LOST_FRAME,
          },
        ]
      : []),
  ];
}

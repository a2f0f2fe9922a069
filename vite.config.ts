import minifyHTMLLiterals from '@lit-labs/rollup-plugin-minify-html-literals';
import { playwright } from '@vitest/browser-playwright';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium, withoutWindows } from './e2e/chromium.ts';
import { playwrightByPlace } from './e2e/element-frame.ts';
import { findFirefox, firefoxLaunch } from './e2e/firefox.ts';
import about from './package.json' with { type: 'json' };

/**
 * `--mode widget`: the tag for pages, as one minified ES file with a file per language. `--mode bundlers`: the same
 * without Lit, so that a page with other Lit elements has it once. `--mode demo`: the shop's pages. `--mode
 * server`: the companion and everything else that runs on Node.
 */
export default defineConfig(({ mode }) => {
  const builds: Record<string, UserConfig> = { widget, bundlers, demo, server };
  return builds[mode] ?? tests();
});

/** A language keeps its name over releases, so that a page can fetch it beside the tag; parts of the tag are named by content. */
const isLanguage = ({ facadeModuleId }: { facadeModuleId: string | null }): boolean =>
  facadeModuleId?.includes('/widget/messages/') === true;

const output = {
  minify: true,
  // Parts import what they share with the tag from the tag itself: no third file.
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: [{ name: 'tag', test: /widget\/index\.ts$/ }],
  },
  entryFileNames: '[name].js',
  chunkFileNames: (chunk: { facadeModuleId: string | null }) =>
    isLanguage(chunk) ? 'pay-form-[name].js' : 'pay-form-[name].[hash].js',
};

/** Shapes within an icon are closed by their slash. */
const literals = minifyHTMLLiterals({ options: { minifyOptions: { keepClosingSlash: true } } });

const widget = {
  plugins: [literals, compressed()],
  build: {
    target: 'es2022',
    outDir: 'dist/pay',
    lib: { entry: { 'pay-form': 'widget/index.ts', frame: 'widget/frame.ts' }, formats: ['es' as const] },
    rolldownOptions: { preserveEntrySignatures: 'allow-extension' as const, output },
  },
};

const bundlers = {
  plugins: [literals],
  build: {
    ...widget.build,
    outDir: 'dist/tag',
    lib: { ...widget.build.lib, entry: { 'pay-form': 'widget/index.ts' } },
    rolldownOptions: { ...widget.build.rolldownOptions, external: /^lit(\/|$)/ },
  },
};

const demo = {
  root: 'demo',
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
      output: {
        chunkFileNames: (chunk: { facadeModuleId: string | null }) =>
          isLanguage(chunk) ? 'texts/[name]-[hash].js' : '[name]-[hash].js',
      },
    },
  },
  ssr: {
    noExternal: true as const,
    external: Object.keys({ ...about.dependencies, ...about.peerDependencies }),
  },
};

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
          resolve: {
            alias: {
              '@web/test-runner-commands': new URL('e2e/no-runner-commands.ts', import.meta.url).pathname,
            },
          },
          optimizeDeps: {
            include: ['@open-wc/testing', 'axe-core', 'lit'],
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

/** Chromium, and Firefox if it is installed. */
function engines() {
  const chromium = findChromium();
  const firefox = findFirefox();
  const launched = { args: CHROMIUM_ARGS, ...(chromium ? { executablePath: withoutWindows(chromium) } : {}) };
  return [
    { browser: 'chromium' as const, name: 'element', provider: playwright({ launchOptions: launched }) },
    ...(firefox
      ? [
          {
            browser: 'firefox' as const,
            name: 'element-firefox',
            provider: playwrightByPlace({ launchOptions: firefoxLaunch(firefox) }),
          },
        ]
      : []),
  ];
}

import minifyHTMLLiterals from '@lit-labs/rollup-plugin-minify-html-literals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type UserConfig } from 'vite';
import about from './package.json' with { type: 'json' };

/**
 * `--mode widget`: the tag for pages, as one minified ES file with a file per language. `--mode bundlers`: the same
 * without Lit, so that a page with other Lit elements has it once. `--mode demo`: the shop's pages. `--mode
 * server`: the companion and everything else that runs on Node.
 */
export default defineConfig(({ mode }) => {
  const builds: Record<string, UserConfig> = { widget, bundlers, demo, server };
  return builds[mode] ?? {};
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
    lib: {
      entry: { 'pay-form': 'widget/index.ts', frame: 'widget/isolated/frame.ts' },
      formats: ['es' as const],
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension' as const,
      // It warns on busy machines.
      checks: { bundlerTimings: false },
      output,
    },
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

const PAGES = ['shop', 'console'];

const demo = {
  root: 'demo',
  build: {
    target: 'es2022',
    outDir: '../dist/demo',
    emptyOutDir: true,
    rolldownOptions: { input: PAGES.map((name) => `demo/${name}.html`) },
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
        node: 'server/node/node.ts',
        index: 'server/index.ts',
        'contract/index': 'server/contract/index.ts',
        'gateway/index': 'server/gateway/index.ts',
        'sandbox/index': 'server/sandbox/index.ts',
        'sandbox/node': 'server/sandbox/node.ts',
        'no-elements': 'widget/no-elements.ts',
      },
      output: {
        // They stand in the types.
        comments: { annotation: false, jsdoc: false },
        // Names stay, for the traces of errors.
        minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
        chunkFileNames: (chunk: { facadeModuleId: string | null }) =>
          isLanguage(chunk) ? 'texts/[name]-[hash].js' : '[name]-[hash].js',
      },
    },
  },
  // @hono/zod-openapi takes all of zod as a value, and with it the error texts of fifty languages that nobody reads.
  resolve: { alias: [{ find: /^\.\.\/locales\/index\.js$/, replacement: '../locales/en.js' }] },
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

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './e2e/chromium.ts';

/** `--mode widget`: the tag as one minified ES file, languages beside it. `--mode demo`: the shop's pages. */
export default defineConfig(({ mode }) => (mode === 'demo' ? demo : mode === 'widget' ? widget : tests()));

const widget = {
  build: {
    target: 'es2022',
    outDir: 'dist/pay',
    lib: { entry: 'widget/index.ts', formats: ['es' as const] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: 'pay-form.js',
        chunkFileNames: 'pay-form-[name]-[hash].js',
      },
    },
  },
};

const demo = {
  root: 'demo',
  build: {
    target: 'es2022',
    outDir: '../dist/demo',
    emptyOutDir: true,
    rolldownOptions: {
      input: { shop: 'demo/index.html', checkout: 'demo/checkout.html', thanks: 'demo/thanks.html' },
    },
  },
};

function tests() {
  const executablePath = findChromium();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'].concat([
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]);
  return {
    test: {
      projects: [
        { test: { name: 'unit', include: ['server/**/*.test.ts'] } },
        {
          resolve: {
            alias: {
              '@web/test-runner-commands': new URL('e2e/no-runner-commands.ts', import.meta.url).pathname,
            },
          },
          optimizeDeps: {
            include: ['@open-wc/testing', 'axe-core', 'lit', 'lit/decorators.js', 'lit/directives/live.js'],
          },
          test: {
            name: 'element',
            include: ['widget/**/*.test.ts'],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({ launchOptions: executablePath ? { executablePath, args } : { args } }),
              instances: [{ browser: 'chromium' as const }],
            },
          },
        },
      ],
    },
  };
}

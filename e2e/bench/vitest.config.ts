import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, ensureChromium, withoutWindows } from '../support/chromium.ts';

const launchOptions = { args: CHROMIUM_ARGS, executablePath: withoutWindows(ensureChromium()) };

/** The functions that run most often: the rules on Node, the tag in Chromium. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    projects: [
      { test: { name: 'server', benchmark: { include: ['server/**/*.bench.ts'] } } },
      {
        resolve: {
          alias: {
            '@web/test-runner-commands': new URL('../support/no-runner-commands.ts', import.meta.url)
              .pathname,
          },
        },
        optimizeDeps: { include: ['@open-wc/testing', 'axe-core', 'lit'] },
        test: {
          name: 'widget',
          benchmark: { include: ['widget/**/*.bench.ts'] },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

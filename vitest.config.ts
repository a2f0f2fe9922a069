import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium, withoutWindows } from './e2e/support/chromium.ts';
import { playwrightByPlace } from './e2e/support/element-frame.ts';
import { findFirefox, firefoxLaunch } from './e2e/support/firefox.ts';

/** `unit`: everything on Node. `tags`: the tags in browsers, as the projects `element` (Chromium) and `element-firefox`. */
export default defineConfig({
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
            '@web/test-runner-commands': new URL('e2e/support/no-runner-commands.ts', import.meta.url)
              .pathname,
          },
        },
        optimizeDeps: {
          include: ['@open-wc/testing', 'axe-core', 'lit'],
        },
        test: {
          name: 'tags',
          include: ['widget/**/*.test.ts'],
          // One page for all files: loading the modules again for each took most of the time.
          isolate: false,
          setupFiles: ['e2e/support/fresh-page.ts'],
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
});

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

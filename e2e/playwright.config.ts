import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium, withoutWindows } from './support/chromium.ts';
import { FIREFOX_PREFERENCES, findFirefox, firefoxLaunch } from './support/firefox.ts';

const chromium = findChromium();
const firefox = findFirefox();

/** `playwright test --config e2e/playwright.config.ts`: real browsers against the demo, only over HTTP. */
export default defineConfig({
  testDir: 'specs',
  testMatch: '*.spec.ts',
  globalSetup: './support/bundle-demo.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  // Bounds of waiting for a condition, on a busy machine.
  timeout: 180_000,
  expect: { timeout: 45_000, toMatchAriaSnapshot: { children: 'deep-equal' } },
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: { locale: 'en-GB', trace: 'off', contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    // Each worker starts a browser, which costs a Firefox six seconds of processor time: one at a time, from the start.
    ...(firefox
      ? [
          {
            name: 'firefox',
            grep: /@engines/,
            workers: 1,
            use: {
              ...devices['Desktop Firefox'],
              launchOptions: { ...firefoxLaunch(firefox), firefoxUserPrefs: FIREFOX_PREFERENCES },
            },
          },
        ]
      : []),
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: {
          args: CHROMIUM_ARGS,
          ...(chromium ? { executablePath: withoutWindows(chromium) } : {}),
        },
      },
    },
    { name: 'webkit', testDir: 'webkit' },
  ],
});

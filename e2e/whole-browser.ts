import { findChromium } from './chromium.ts';
import { test as base } from './fixtures.ts';

/**
 * For what a Chromium without windows lacks: it fills no cards in, and keeps no page that is left. Playwright switches
 * that cache off unless told. A file that takes this begins with `mode: 'default'`, since each of its workers starts a
 * browser of its own.
 */
export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const executablePath = findChromium();
      await use({
        ...launchOptions,
        ...(executablePath ? { executablePath } : {}),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
    },
    { scope: 'worker' },
  ],
});

import { findChromium } from './chromium.ts';
import { test as base } from './fixtures.ts';

/**
 * For features that a headless Chromium lacks: autofilling cards, and the back/forward cache, which Playwright disables by
 * default. Files that use this begin with `mode: 'default'`, because each of their workers starts its own browser.
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

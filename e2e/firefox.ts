import { existsSync } from 'node:fs';

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Path of a Firefox on this machine (`FIREFOX_PATH`, an installed one), or undefined. Playwright's own speaks another protocol. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH'];
  return [...(named ? [named] : []), ...INSTALLED].find((path) => existsSync(path));
}

/** How Playwright starts an installed Firefox: over WebDriver BiDi. */
export const firefoxLaunch = (executablePath: string) => ({ channel: 'moz-firefox', executablePath });

/** What Playwright cannot ask of Firefox over BiDi: less motion, and dark pages, which Chromium shows by turns. */
export const FIREFOX_PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'layout.css.prefers-color-scheme.content-override': 0,
};

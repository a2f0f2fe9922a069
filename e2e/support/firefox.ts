import { existsSync } from 'node:fs';

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/**
 * Path of a Firefox on this machine (`FIREFOX_PATH`, an installed one), or undefined. Playwright's own uses another
 * protocol.
 */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH'];
  return [...(named ? [named] : []), ...INSTALLED].find((path) => existsSync(path));
}

/** Starts an installed Firefox with Playwright over WebDriver BiDi. */
export const firefoxLaunch = (executablePath: string) => ({ channel: 'moz-firefox', executablePath });

/**
 * Playwright cannot set reduced motion and the colour scheme over BiDi; Chromium alternates between light and dark. Fewer
 * frames and no spare process save a sixth of the processor time.
 */
export const FIREFOX_PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'layout.css.prefers-color-scheme.content-override': 0,
  'layout.frame_rate': 20,
  'dom.ipc.processPrelaunch.enabled': false,
};

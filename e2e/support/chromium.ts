import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Flags that let Chromium run as root and keep it off the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of a Chromium or Chrome on this machine (`CHROMIUM_PATH`, an installed one, Playwright's own), or undefined. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  return [...(named ? [named] : []), ...INSTALLED, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}

/**
 * The headless variant of a browser, if it is installed beside it; otherwise the browser itself. It needs three quarters
 * of the processor time. `whole-browser.ts` is for features that it lacks.
 * @param browser path of a Chromium
 */
export function withoutWindows(browser: string): string {
  const shell = `${browser}-headless-shell`;
  return existsSync(shell) ? shell : browser;
}

/**
 * Finds or installs a Chromium: Debian's package if root, otherwise Playwright's download. Throws if neither is available.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  for (const attempt of [installDebianPackage, downloadFromPlaywright]) {
    attempt();
    const path = findChromium();
    if (path) return path;
  }
  throw new Error(
    'No Chromium found, and none could be installed. Install one, or name it in CHROMIUM_PATH.',
  );
}

function installDebianPackage(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('No Chromium found: installing the package "chromium".');
  run('apt-get', ['update', '-qq']);
  const install = (...packages: string[]) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  install('chromium', 'fonts-noto-core');
  install('chromium-headless-shell');
}

function downloadFromPlaywright(): void {
  console.log("No Chromium found: asking for Playwright's own.");
  run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']);
}

function run(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
  } catch (error) {
    console.error(`${command} ${args[0]}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

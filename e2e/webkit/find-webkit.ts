import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The three programs for a WebKit without a screen, from Debian's packages xvfb and webkit2gtk-driver. */
export interface WebKit {
  driver: string;
  browser: string;
  display: string;
}

/** The WebKit of this machine, or undefined if one of its programs is missing. */
export function findWebKit(): WebKit | undefined {
  const driver = onPath('WebKitWebDriver');
  const display = onPath('Xvfb');
  const browser = findMiniBrowser();
  return driver && browser && display ? { driver, browser, display } : undefined;
}

function onPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** It is installed beside the library: /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function findMiniBrowser(): string | undefined {
  const folders = ['/usr/lib', '/usr/libexec', '/usr/lib64'].flatMap((root) => [
    root,
    ...inside(root, /-linux-gnu/),
  ]);
  return folders
    .flatMap((folder) => inside(folder, /^webkit/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

function inside(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && name.test(entry.name))
    .map((entry) => join(folder, entry.name));
}

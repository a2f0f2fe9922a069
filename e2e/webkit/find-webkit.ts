import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The programs for a WebKit without a screen, from Debian's packages xvfb and webkit2gtk-driver. */
export interface WebKit {
  /** It starts the browser that it was built with. */
  driver: string;
  display: string;
}

/** The WebKit of this machine, or undefined if one of its programs is missing. */
export function findWebKit(): WebKit | undefined {
  const driver = onPath('WebKitWebDriver');
  const display = onPath('Xvfb');
  return driver && display ? { driver, display } : undefined;
}

const onPath = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

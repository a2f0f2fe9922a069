import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, type WebDriver } from 'selenium-webdriver';
import type * as Remote from 'selenium-webdriver/remote';
import { end, freePort } from '../support/process.ts';
import type { WebKit } from './find-webkit.ts';

// A folder of CommonJS, which `import` does not find.
const remote = createRequire(import.meta.url)('selenium-webdriver/remote') as typeof Remote;

/** Runs with a WebKit on a screen of its own; the browser's files go to a folder that is deleted afterwards. */
export async function withWebKit({ driver, display }: WebKit, run: (page: WebDriver) => Promise<void>) {
  const home = mkdtempSync(join(tmpdir(), 'pay-form-webkit-'));
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await freePort();
  const service = new remote.DriverService(driver, {
    port,
    args: [`--port=${port}`],
    loopback: true,
    env: { ...process.env, ...foldersIn(home), DISPLAY: `:${await firstLine(screen)}` },
  });
  try {
    const page = await new Builder()
      .usingServer(await service.start())
      .withCapabilities({ browserName: 'MiniBrowser' })
      .build();
    await page.manage().window().setRect({ x: 0, y: 0, width: 1200, height: 850 });
    await run(page);
    await page.quit();
  } finally {
    await service.kill();
    await end(screen, 'SIGTERM');
    // Processes started by the driver end a moment later, and write until then.
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

const foldersIn = (home: string) => ({
  HOME: home,
  XDG_CACHE_HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_DATA_HOME: home,
  XDG_RUNTIME_DIR: home,
});

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [line] = stdout ? ((await once(stdout, 'data')) as [Buffer]) : [];
  return String(line).trim();
}

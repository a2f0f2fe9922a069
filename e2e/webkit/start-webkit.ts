import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { end, freePort } from '../bench/process.ts';
import type { WebKit } from './find-webkit.ts';
import { WebDriver } from './web-driver.ts';

/** A WebKit with a screen of its own. */
export interface RunningWebKit {
  page: WebDriver;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const POLL_MS = 100;

/**
 * Starts a virtual screen, the driver and the browser. The browser's files go to a folder that is deleted with it.
 * @throws Error if one of them does not start
 */
export async function startWebKit({ driver, browser, display }: WebKit): Promise<RunningWebKit> {
  const home = mkdtempSync(join(tmpdir(), 'pay-form-webkit-'));
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children.toReversed()) await end(child, 'SIGTERM');
    // Processes started by the driver end a moment later, and write until then.
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(screen);
    const env = { ...process.env, ...foldersIn(home), DISPLAY: `:${await firstLine(screen)}` };
    const port = await freePort();
    children.push(spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' }));
    const page = await startSession(`http://127.0.0.1:${port}`, browser);
    return {
      page,
      async close() {
        await page.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const foldersIn = (home: string) => ({
  HOME: home,
  XDG_CACHE_HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_DATA_HOME: home,
  XDG_RUNTIME_DIR: home,
});

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the screen ended with ${code}`)));
  });
}

/** Retries until the driver listens. */
async function startSession(address: string, binary: string): Promise<WebDriver> {
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await WebDriver.start(address, options);
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      await setTimeout(POLL_MS);
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** The process as a person starts it, in a folder of its own. */

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');

let folder: string;
let temporary: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-dev-'));
  temporary = join(folder, 'tmp');
  mkdirSync(temporary);
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const started = spawn(process.execPath, ['--import', TSX, CLI, 'dev'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR: temporary, PORT: '0', SANDBOX_PORT: '0', ...env },
  });
  child = started;
  const printed = { out: '', err: '' };
  started.stdout.on('data', (chunk) => (printed.out += String(chunk)));
  started.stderr.on('data', (chunk) => (printed.err += String(chunk)));
  const ended = new Promise<number | null>((resolve) => started.on('close', resolve));
  return { printed, ended, interrupt: () => started.kill('SIGINT') };
}

async function ready({ printed }: ReturnType<typeof start>) {
  await expect
    .poll(() => printed.out + printed.err, { timeout: 20_000 })
    .toMatch(/pay-form orders\n|pay-form dev:/);
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(printed.out)?.[1] ?? '';
  const link = /pay here +(\S+)/.exec(printed.out)?.[1] ?? '';
  return { link, url: value('PUBLIC_URL'), key: value('MERCHANT_API_KEY'), secret: value('ORDER_SECRET') };
}

const orders = (url: string, key: string) =>
  fetch(`${url}/api/payments`, { headers: { authorization: `Bearer ${key}` } });

describe('pay-form dev', () => {
  it('prints a payment link that works and the settings to go on with, and leaves nothing behind', async () => {
    const running = start({});
    const { link, url, key, secret } = await ready(running);
    const page = await (await fetch(link)).text();
    expect(page).toContain('<pay-form');
    expect(page).toContain('24.50');
    expect((await orders(url, key)).status).toBe(200);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(running.printed.out).toContain('4242 4242 4242 4242');
    const session = await fetch(`${url}/session`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
    });
    expect(session.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(readdirSync(temporary).filter((name) => name.startsWith('pay-form-'))).toHaveLength(1);
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(readdirSync(temporary).filter((name) => name.startsWith('pay-form-'))).toEqual([]);
    expect(running.printed.err).toBe('');
  }, 60_000);

  it('takes a free port where its own is taken, and what .env says, the environment first', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, resolve));
    const { port } = other.address() as AddressInfo;
    const file = join(folder, 'kept.db');
    writeFileSync(
      join(folder, '.env'),
      `PORT=1\nPUBLIC_URL=http://localhost:${port}/shop/pay\nMERCHANT_API_KEY=the-key-of-the-file\nDATABASE_URL=file:${file}\n`,
    );
    const running = start({ PORT: String(port) });
    const { url } = await ready(running);
    expect(url).not.toContain(`:${port}/`);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/shop\/pay$/);
    expect(running.printed.out).toContain('# MERCHANT_API_KEY: as in the environment');
    expect(running.printed.err).toBe('Settings of .env are read; those of the environment count first.\n');
    expect((await orders(url, 'the-key-of-the-file')).status).toBe(200);
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(readdirSync(folder)).toContain('kept.db');
    await new Promise((resolve) => other.close(resolve));
  }, 60_000);

  it('does not let the sandbox answer for the store of a real gateway', async () => {
    const running = start({
      GATEWAY_URL: 'https://gateway.example',
      DATABASE_URL: `file:${folder}/live.db`,
    });
    await ready(running);
    expect(await running.ended).toBe(1);
    expect(running.printed.err).toMatch(/^pay-form dev: DATABASE_URL belongs to a companion of the gateway/);
    expect(readdirSync(folder)).toEqual(['tmp']);
  }, 60_000);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** The process as a user starts it, in its own folder. */

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

function start(over: Record<string, string> = {}) {
  const started = spawn(process.execPath, ['--import', TSX, CLI, 'dev'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR: temporary, PORT: '0', SANDBOX_PORT: '0', ...over },
  });
  child = started;
  const printed = { out: '', err: '' };
  started.stdout.on('data', (chunk) => (printed.out += String(chunk)));
  started.stderr.on('data', (chunk) => (printed.err += String(chunk)));
  const ended = new Promise<number | null>((resolve) => started.on('close', resolve));
  return { printed, ended, interrupt: () => started.kill('SIGINT') };
}

async function ready({ printed }: ReturnType<typeof start>) {
  const all = () => printed.out + printed.err;
  await expect.poll(all, { timeout: 90_000 }).toMatch(/pay-form orders\n|pay-form dev:/);
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(printed.out)?.[1] ?? '';
  const link = /pay here +(\S+)/.exec(printed.out)?.[1] ?? '';
  return { link, url: value('PUBLIC_URL'), key: value('MERCHANT_API_KEY'), secret: value('ORDER_SECRET') };
}

/** The origin that the answer to a preflight allows. */
async function allowedAt(url: string, origin: string): Promise<string | null> {
  const headers = { origin, 'access-control-request-method': 'GET' };
  const { headers: answered } = await fetch(`${url}/session`, { method: 'OPTIONS', headers });
  return answered.get('access-control-allow-origin');
}

const orders = (url: string, key: string) =>
  fetch(`${url}/api/payments`, { headers: { authorization: `Bearer ${key}` } });

const session = async (url: string, token: string) =>
  (await fetch(`${url}/session`, { headers: { authorization: `Bearer ${token}` } })).json();

describe('pay-form dev', () => {
  it('prints a payment link that asks for the card only, and the settings to go on with, and leaves nothing behind', async () => {
    const running = start();
    const { link, url, key, secret } = await ready(running);
    const page = await (await fetch(link)).text();
    expect(page).toContain('<pay-form');
    expect(page).toContain('24.50');
    expect(page).toContain('Test shop');
    const token = /order="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(await session(url, token)).toMatchObject({ customerFields: [] });
    expect((await orders(url, key)).status).toBe(200);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(running.printed.out).toContain('4242 4242 4242 4242');
    expect(await allowedAt(url, 'http://localhost:5173')).toBe('http://localhost:5173');
    expect(await allowedAt(url, 'http://localhost:3456')).toBeNull();
    expect(readdirSync(temporary).filter((name) => name.startsWith('pay-form-'))).toHaveLength(1);
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(readdirSync(temporary).filter((name) => name.startsWith('pay-form-'))).toEqual([]);
    expect(running.printed.err).toBe('');
  }, 120_000);

  it('lets pages of ALLOWED_ORIGINS in beside those of the usual development ports', async () => {
    const running = start({ ALLOWED_ORIGINS: 'http://localhost:3456, https://shop.example' });
    const { url } = await ready(running);
    for (const origin of ['http://localhost:3456', 'https://shop.example', 'http://localhost:3000'])
      expect(await allowedAt(url, origin)).toBe(origin);
    running.interrupt();
    expect(await running.ended).toBe(0);
  }, 120_000);

  it('started with keys in .env says so, and how its order is refunded', async () => {
    const secret = 'a secret of the orders in .env, 32 bytes and more';
    writeFileSync(join(folder, '.env'), `ORDER_SECRET="${secret}"\n`);
    const running = start({ MERCHANT_API_KEY: 'a-key-of-the-environment' });
    await ready(running);
    const { out, err } = running.printed;
    expect(err).toBe('Read settings from .env; the environment takes precedence.\n');
    expect(out).toContain('# ORDER_SECRET: as in .env\n');
    expect(out).toContain('# MERCHANT_API_KEY: as in the environment\n');
    expect(out).toMatch(/npx pay-form refund A-[a-z0-9]+ --amount 4\.50/);
    expect(out).not.toContain(secret);
    running.interrupt();
    expect(await running.ended).toBe(0);
  }, 120_000);

  it('says where messages go, and that a port is taken', async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const messages = 'http://127.0.0.1:9/webhook';
    const running = start({ PORT: String(port), MERCHANT_WEBHOOK_URL: messages });
    const { url } = await ready(running);
    expect(new URL(url).port).not.toBe(String(port));
    expect(running.printed.out).toContain(
      `# Port ${port} is taken: use the addresses below, also in your .env.\n`,
    );
    expect(running.printed.out).toContain(`#   messages    are posted to ${messages}\n`);
    running.interrupt();
    expect(await running.ended).toBe(0);
    other.close();
  }, 120_000);
});

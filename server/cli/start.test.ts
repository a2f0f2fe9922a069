import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useFolder } from '../testing/folder.ts';

/** The process as a user starts it, in its own folder. */

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');

const at = useFolder();
let child: ChildProcess | undefined;
beforeEach(() => mkdirSync(at('tmp')));
afterEach(() => child?.kill('SIGKILL'));

function start(over: Record<string, string> = {}) {
  const started = spawn(process.execPath, ['--import', TSX, CLI, 'dev'], {
    cwd: at(),
    env: { PATH: process.env['PATH'], TMPDIR: at('tmp'), PORT: '0', SANDBOX_PORT: '0', ...over },
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
  const gateway = value('GATEWAY_URL');
  return {
    link,
    url: value('PUBLIC_URL'),
    gateway,
    key: value('MERCHANT_API_KEY'),
    secret: value('ORDER_SECRET'),
  };
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
    const left = () => readdirSync(at('tmp')).filter((name) => name.startsWith('pay-form-'));
    expect(left()).toHaveLength(1);
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(left()).toEqual([]);
    expect(running.printed.err).toBe('');
  }, 120_000);

  it('takes settings of the environment and of .env, and says what differs from what they ask for', async () => {
    const secret = 'a secret of the orders in .env, 32 bytes and more';
    writeFileSync(at('.env'), `ORDER_SECRET="${secret}"\n`);
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const running = start({
      PORT: String(port),
      MERCHANT_API_KEY: 'a-key-of-the-environment',
      MERCHANT_WEBHOOK_URL: 'http://127.0.0.1:9/webhook',
      ALLOWED_ORIGINS: 'http://localhost:3456, https://shop.example',
    });
    const { url } = await ready(running);
    const { out, err } = running.printed;
    expect(err).toBe('Read settings from .env; the environment takes precedence.\n');
    expect(new URL(url).port).not.toBe(String(port));
    expect(out).toContain(`# Port ${port} is taken: use the addresses below, also in your .env.\n`);
    expect(out).toContain('#   messages    are posted to http://127.0.0.1:9/webhook\n');
    expect(out).toMatch(/\nMERCHANT_WEBHOOK_SECRET=whsec_/);
    expect(out).toMatch(/npx pay-form refund A-[a-z0-9]+ --amount 4\.50/);
    expect(out).not.toContain(secret);
    expect(out).not.toContain('a-key-of-the-environment');
    for (const origin of ['http://localhost:3456', 'https://shop.example', 'http://localhost:3000'])
      expect(await allowedAt(url, origin)).toBe(origin);
    running.interrupt();
    expect(await running.ended).toBe(0);
    other.close();
  }, 120_000);

  it('has the same addresses again with its settings in .env, and ends where they are taken', async () => {
    const first = start();
    const { url, gateway } = await ready(first);
    const settings = first.printed.out.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
    writeFileSync(at('.env'), settings.join('\n'));

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.printed.err).toContain(
      `pay-form dev: PUBLIC_URL: port ${new URL(url).port} is taken by a pay-form companion; end it`,
    );
    expect(second.printed.err).toContain(`port ${new URL(gateway).port} is taken by a pay-form sandbox`);

    first.interrupt();
    await first.ended;
    const third = start();
    expect(await ready(third)).toMatchObject({ url, gateway });
    expect(third.printed.out).not.toContain('is taken');
    third.interrupt();
    expect(await third.ended).toBe(0);
  }, 120_000);
});

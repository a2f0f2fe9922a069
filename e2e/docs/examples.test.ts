import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/process.ts';

/** The programs of docs/examples, as a merchant runs them: in a folder beside the installed package. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = join(ROOT, 'docs/examples');
const EXPRESS = ['express@5.2.1', '@types/express@5.0.6'];
const PROGRAMS = readdirSync(EXAMPLES).filter((name) => name.endsWith('.mjs'));
const KEY = 'merchant-key-0123456789abcdef';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-examples-'));
  mkdirSync(join(folder, 'node_modules/@hono'), { recursive: true });
  const link = (target: string, name: string) => symlinkSync(target, join(folder, 'node_modules', name));
  link(ROOT, 'pay-form');
  for (const name of ['hono', '@hono/node-server']) link(join(ROOT, 'node_modules', name), name);
  for (const name of readdirSync(EXAMPLES)) copyFileSync(join(EXAMPLES, name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts an example on a free port. @returns its address, and how it ends by SIGTERM */
async function start(name: string) {
  const port = await freePort();
  const started = spawn(process.execPath, [name], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PUBLIC_URL: 'https://pay.shop.example/pay',
      GATEWAY_URL: 'http://127.0.0.1:9',
      GATEWAY_POS_ID: randomUUID(),
      GATEWAY_API_KEY: 'key',
      GATEWAY_API_SECRET: 'secret',
      GATEWAY_ENDPOINTS_KEY: 'endpoints',
      // The client's address decides who may send webhooks.
      GATEWAY_WEBHOOK_IPS: '127.0.0.1,::1',
      ORDER_SECRET: createHash('sha256').update(name).digest('hex'),
      MERCHANT_API_KEY: KEY,
      METRICS_KEY: KEY,
      DATABASE_URL: `file:${join(folder, `${name}.db`)}`,
      LOG_LEVEL: 'error',
    },
  });
  child = started;
  let printed = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk) => (printed += String(chunk)));
  const ended = new Promise((resolve) => started.on('exit', resolve));
  await expect.poll(() => printed, { timeout: 20_000 }).toMatch(new RegExp(`(localhost:|at port )${port}`));
  return {
    base: `http://127.0.0.1:${port}`,
    output: () => printed,
    stop: () => {
      started.kill('SIGTERM');
      return ended;
    },
  };
}

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body });

/** An order, its session, and an unsigned webhook: requests that need a body, a token, and the client's address. */
async function useCompanion(base: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'Clay mug' };
  const made = await post(`${base}/pay/api/orders`, headers, JSON.stringify(order));
  const { token } = (await made.json()) as { token: string };
  const session = await fetch(`${base}/pay/session`, { headers: { authorization: `Bearer ${token}` } });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const webhook = await post(`${base}/pay/webhook`, form, 'data=e30%3D&signature=x');
  const script = await fetch(`${base}/pay/pay-form.js`);
  return [made.status, session.status, webhook.status, script.status];
}
const WELL = [200, 200, 401, 200];

/** What monitoring asks on the machine itself. */
const watch = async (base: string): Promise<number[]> => {
  const headers = { authorization: `Bearer ${KEY}` };
  const paths = ['/livez', '/readyz', '/metrics'];
  return Promise.all(paths.map(async (path) => (await fetch(base + path, { headers })).status));
};
const UP = [200, 200, 200];

describe('the examples', () => {
  it.each(['hono.mjs', 'node-http.mjs'])(
    '%s: the shop and the companion on one port',
    async (name) => {
      const { base, stop, output } = await start(name);
      expect(await useCompanion(base)).toEqual(WELL);
      expect(await watch(base)).toEqual(UP);
      expect(await (await fetch(base)).text()).toBe('The shop');
      expect(await stop()).toBe(0);
      expect(output()).not.toContain('"event"');
    },
    60_000,
  );

  it('express.mjs: the shop and the companion on one port', async ({ skip }) => {
    if (!express()) skip(`${EXPRESS.join(' ')} cannot be installed here`);
    const { base, stop, output } = await start('express.mjs');
    expect(await useCompanion(base)).toEqual(WELL);
    expect(await watch(base)).toEqual(UP);
    const cart = await post(`${base}/cart`, { 'content-type': 'application/json' }, '{"mugs":1}');
    expect(await cart.json()).toEqual({ mugs: 1 });
    expect(await stop()).toBe(0);
    expect(output()).not.toContain('"event"');
  }, 120_000);

  it('serve.mjs: the companion alone', async () => {
    const { base, stop } = await start('serve.mjs');
    expect(await useCompanion(base)).toEqual(WELL);
    expect(await watch(base)).toEqual(UP);
    expect((await fetch(base)).status).toBe(404);
    expect(await stop()).toBe(0);
  }, 60_000);

  it.each([
    ['sandbox.mjs', '200\n'],
    ['contract.mjs', '2450 null 24.50\nvisa\n'],
  ])('%s runs to its end', (name, printed) => {
    expect(execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' })).toBe(printed);
  });

  it('stand in docs/server.md as they are', () => {
    const blocks = blocksOf('js');
    for (const name of PROGRAMS) expect(blocks, name).toContain(readFileSync(join(EXAMPLES, name), 'utf8'));
  });

  it('compile as strict TypeScript, with the lines that the page gives for it', ({ skip }) => {
    if (!express()) skip(`${EXPRESS.join(' ')} cannot be installed here`);
    // Parameters need types, which nobody has to be told.
    const lines = [...blocksOf('ts').join('').trim().split('\n'), '(body: string)'];
    const untyped = (line: string) => line.replace(/\btype \w+, |<\{.*\}>|: string/, '');
    for (const name of PROGRAMS) {
      const text = readFileSync(join(EXAMPLES, name), 'utf8');
      const typed = lines.reduce((all, line) => all.replace(untyped(line), line), text);
      writeFileSync(join(folder, name.replace('.mjs', '.mts')), typed);
    }
    const files = PROGRAMS.map((name) => name.replace('.mjs', '.mts'));
    const options = [
      '--strict',
      '--noEmit',
      '--pretty',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2023',
    ];
    const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, '--types', 'node', ...files];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  }, 120_000);
});

/** The blocks of a language on the page. */
function blocksOf(language: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/server.md'), 'utf8');
  const found = page.matchAll(/^```(\w+)\n(.*?)^```/gms);
  return [...found].filter(([, one]) => one === language).map(([, , text = '']) => text);
}

let isExpressThere: boolean | undefined;
const express = (): boolean => (isExpressThere ??= installExpress());

/** Installs Express from npm into this test's folder only. Returns whether it is available. */
function installExpress(): boolean {
  const npm = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    join(folder, 'express'),
    ...EXPRESS,
  ];
  try {
    execFileSync('npm', npm, { stdio: 'ignore', timeout: 60_000 });
  } catch {
    return false;
  }
  for (const name of readdirSync(join(folder, 'express/node_modules'))) {
    if (name.startsWith('.') || name === 'pay-form') continue;
    symlinkSync(join(folder, 'express/node_modules', name), join(folder, 'node_modules', name));
  }
  return true;
}

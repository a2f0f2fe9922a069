import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
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
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/process.ts';

/** The programs of docs/examples, as a merchant runs them: in a folder beside the installed package. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = join(ROOT, 'docs/examples');
const pageOf = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');
const PAGE = pageOf('server.md');
const MESSAGE = blocksOf('json', pageOf('messages.md'))[0] ?? '';
const EXPRESS = ['express@5.2.1', '@types/express@5.0.6'];
const PROGRAMS = readdirSync(EXAMPLES).filter((name) => name.endsWith('.mjs'));
const KEY = 'merchant-key-0123456789abcdef';

let folder: string;
let isExpressThere: boolean | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-examples-'));
  mkdirSync(join(folder, 'node_modules/@hono'), { recursive: true });
  link(ROOT, 'pay-form');
  for (const name of ['hono', '@hono/node-server', 'standardwebhooks'])
    link(join(ROOT, 'node_modules', name), name);
  cpSync(EXAMPLES, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of a language on a page. */
function blocksOf(language: string, page = PAGE): string[] {
  const all = page.matchAll(/^```(\w+)(?: .*)?\n([^]*?)^```/gm);
  return [...all].flatMap(([, one, text = '']) => (one === language ? text : []));
}

const link = (target: string, name: string) => symlinkSync(target, join(folder, 'node_modules', name));

/** Installs Express from npm into this test's folder only. @returns whether it is there */
function hasExpress(): boolean {
  if (isExpressThere !== undefined) return isExpressThere;
  const own = join(folder, 'express');
  const { status } = spawnSync('npm', ['install', '--no-save', '--prefix', own, ...EXPRESS], {
    timeout: 60_000,
  });
  isExpressThere = status === 0;
  for (const name of isExpressThere ? readdirSync(join(own, 'node_modules')) : [])
    if (!name.startsWith('.') && name !== 'pay-form') link(join(own, 'node_modules', name), name);
  return isExpressThere;
}

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
      ORDER_SECRET: `${randomUUID()}${name}`,
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
  const stop = () => {
    started.kill('SIGTERM');
    return ended;
  };
  return { base: `http://127.0.0.1:${port}`, output: () => printed, stop };
}

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body });
const authorization = `Bearer ${KEY}`;

/** An order, its session, and an unsigned webhook: requests that need a body, a token, and the client's address. */
async function useCompanion(base: string): Promise<number[]> {
  const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'Clay mug' };
  const headers = { authorization, 'content-type': 'application/json' };
  const made = await post(`${base}/pay/api/orders`, headers, JSON.stringify(order));
  const { token } = (await made.json()) as { token: string };
  const session = await fetch(`${base}/pay/session`, { headers: { authorization: `Bearer ${token}` } });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const webhook = await post(`${base}/pay/webhook`, form, 'data=e30%3D&signature=x');
  const script = await fetch(`${base}/pay/pay-form.js`);
  // What monitoring asks on the machine itself.
  const paths = ['/livez', '/readyz', '/metrics'];
  const watched = await Promise.all(paths.map((path) => fetch(base + path, { headers: { authorization } })));
  return [made, session, webhook, script, ...watched].map(({ status }) => status);
}

it.for([
  ['serve.mjs', 404, ''],
  ['hono.mjs', 200, 'The shop'],
  ['node-http.mjs', 200, 'The shop'],
  ['express.mjs', 200, 'The shop'],
] as const)(
  '%s: the companion, and the shop on the same port if it has one',
  { timeout: 120_000 },
  async ([name, status, text], { skip }) => {
    if (name === 'express.mjs' && !hasExpress()) skip(`${EXPRESS[0]} cannot be installed here`);
    const { base, stop, output } = await start(name);
    expect(await useCompanion(base)).toEqual([200, 200, 401, 200, 200, 200, 200]);
    const page = await fetch(base);
    expect([page.status, await page.text()]).toEqual([status, text || expect.anything()]);
    if (name === 'express.mjs') {
      const cart = await post(`${base}/cart`, { 'content-type': 'application/json' }, '{"mugs":1}');
      expect(await cart.json()).toEqual({ mugs: 1 });
    }
    expect(await stop()).toBe(0);
    expect(output()).not.toContain('"event"');
  },
);

it.each([
  ['sandbox.mjs', '200\n'],
  ['contract.mjs', '2450 null 24.50\nvisa\n'],
])('%s runs to its end', (name, printed) => {
  expect(execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' })).toBe(printed);
});

it('contract.mjs takes only the money of an order for its payment', async () => {
  const { href } = pathToFileURL(join(folder, 'contract.mjs'));
  const { paidOrderOf } = (await import(href)) as { paidOrderOf: (body: string) => unknown };
  expect(paidOrderOf(MESSAGE)).toMatchObject({ orderId: 'A-1001', amount: '24.50', currency: 'EUR' });
  for (const method of ['auth', 'lookup'])
    expect(paidOrderOf(MESSAGE.replace('purchase', method))).toBeNull();
});

it('the receiver of the first payment prints what to do, and refuses what is not signed', async () => {
  const [program = ''] = blocksOf('js', pageOf('first-payment.md')).filter((one) => one.includes('Webhook('));
  writeFileSync(join(folder, 'receiver.mjs'), program);
  const secret = `whsec_${Buffer.from('the secret of the first message').toString('base64')}`;
  const port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: String(port), MERCHANT_WEBHOOK_SECRET: secret };
  const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env });
  child = receiver;
  let printed = '';
  receiver.stdout.on('data', (chunk) => (printed += String(chunk)));
  await expect.poll(() => printed, { timeout: 20_000 }).toContain('listening');

  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, MESSAGE),
  };
  const url = `http://127.0.0.1:${port}/`;
  expect((await post(url, {}, MESSAGE)).status).toBe(401);
  expect((await post(url, headers, MESSAGE)).status).toBe(204);
  await expect.poll(() => printed).toContain('fulfil A-1001 24.50 EUR\n');
});

it.each(PROGRAMS)('%s stands in docs/server.md as it is', (name) => {
  expect(blocksOf('js')).toContain(readFileSync(join(EXAMPLES, name), 'utf8'));
});

it('the examples compile as strict TypeScript, with the lines that the page gives for it', ({ skip }) => {
  if (!hasExpress()) skip(`${EXPRESS.join(' ')} cannot be installed here`);
  // Parameters need types, which nobody has to be told.
  const lines = [...blocksOf('ts').join('').trim().split('\n'), '(body: string)'];
  const untyped = (line: string) => line.replace(/\btype \w+, |<\{.*\}>|: string/, '');
  const files = PROGRAMS.map((name) => name.replace('.mjs', '.mts'));
  for (const [index, name] of PROGRAMS.entries()) {
    const text = readFileSync(join(EXAMPLES, name), 'utf8');
    const typed = lines.reduce((all, line) => all.replace(untyped(line), line), text);
    writeFileSync(join(folder, files[index] ?? ''), typed);
  }
  const options = '--strict --noEmit --pretty false --module nodenext --target es2023 --types node';
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options.split(' '), ...files];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(stdout).toBe('');
}, 120_000);

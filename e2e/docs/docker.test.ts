import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { auditMessages } from '../chaos/audit-messages.ts';
import { playTab } from '../chaos/customer.ts';
import { query } from '../chaos/database.ts';
import { startFront } from '../chaos/front.ts';
import { viewOrder } from '../chaos/merchant.ts';
import { createRandom } from '../chaos/random.ts';
import { type ChaosReceiver, startChaosReceiver } from '../chaos/receiver.ts';
import type { Stage } from '../chaos/stage.ts';
import { pack } from '../package/packed.ts';
import { gatewaySettings, newSecrets } from '../support/built-companion.ts';
import { CARDS } from '../support/cards.ts';
import { CUSTOMER, newOrderId, signOrder } from '../support/payments.ts';
import { emptyCluster, findOrInstallBinaries, serverUrl, startPrivateServer } from '../support/postgres.ts';
import { end, freePort } from '../support/process.ts';
import { SandboxControl } from '../support/sandbox-control.ts';

/**
 * docs/docker.md without Docker: the instructions of its Dockerfile, its services and its Caddyfile, on this machine with
 * Postgres and Caddy.
 */

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/docker.md', import.meta.url)), 'utf8');
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}(?: run)?\n(.*?)^\`\`\``, 'ms').exec(PAGE)?.[1] ?? '';

interface Service {
  environment?: Record<string, string>;
  env_file?: string;
  stop_grace_period?: string;
}
const { services } = parse(block('yaml')) as { services: Record<string, Service> };
const COMPANIONS = Object.keys(services).filter((name) => services[name]?.env_file === 'pay.env');
/** In the order in which the page restarts them. */
const RESTARTED = [...PAGE.matchAll(/docker compose up --no-deps --wait ([\w-]+)/g)].map(
  ([, name = '']) => name,
);

/** `--wait` waits for Docker's first health check, at the earliest now. Until Caddy has noticed, the other must not stop. */
const WAIT_MS = 5_000;

const CADDY = 'caddy';
let folder: string;
const children: ChildProcess[] = [];
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(children.map((child) => end(child, 'SIGKILL')));
  await Promise.all(ends.map((one) => one()));
  rmSync(folder, { recursive: true, force: true });
});

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, stdio: 'ignore', timeout: 120_000 });

/** Makes the image: a folder with the files that are copied into it, and what its commands made of them. */
function build(context: string): { app: string; env: Record<string, string>; command: string[] } {
  const app = join(folder, 'app');
  mkdirSync(app);
  let env: Record<string, string> = {};
  let command: string[] = [];
  for (const line of block('dockerfile').trim().split('\n')) {
    const [, instruction, rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (instruction === 'ENV') env = { ...env, ...variables(rest.split(' ')) };
    if (instruction === 'COPY')
      for (const source of rest.split(' ').slice(0, -1))
        for (const name of readdirSync(context).filter((one) => fits(source, one)))
          copyFileSync(join(context, name), join(app, name));
    if (instruction === 'RUN') {
      // A cache of its own, which the command may clean.
      const own = { ...process.env, ...env, npm_config_cache: join(folder, 'cache') };
      execFileSync('sh', ['-c', rest], { cwd: app, env: own, stdio: 'ignore', timeout: 120_000 });
    }
    if (instruction === 'CMD') command = JSON.parse(rest) as string[];
  }
  return { app, env, command };
}

const fits = (source: string, name: string): boolean =>
  source === name || (source.startsWith('*') && name.endsWith(source.slice(1)));

/** Lines `NAME=value`. */
const variables = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));

/** Starts a program and waits until it has printed a text. */
async function start(command: readonly string[], env: Record<string, string>, says: string, cwd = folder) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'], HOME: folder, ...env } });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  await vi.waitFor(() => expect(printed).toContain(says), { timeout: 30_000 });
  return { printed, child };
}

/** The service `postgres` at an address that stays when the server is restarted. */
async function startPostgres(binaries: string) {
  const { POSTGRES_USER: user, POSTGRES_DB: name } = services['postgres']?.environment ?? {};
  let server = await startPrivateServer(binaries, emptyCluster(binaries));
  const front = await startFront(() => [server.port]);
  ends.push(
    () => server.close(),
    () => front.close(),
  );
  await query(serverUrl(front.port), `create role ${user} superuser login`);
  await query(serverUrl(front.port), `create database ${name} owner ${user}`);
  return {
    url: (printed: string) =>
      printed.replace(/\$\{.*?\}/, 'secret').replace('@postgres/', `@127.0.0.1:${front.port}/`),
    async restart() {
      const before = server;
      await before.run([join(binaries, 'pg_ctl'), 'stop', '-D', before.data, '-m', 'fast']);
      server = await startPrivateServer(binaries, (data) => ['mv', before.data, data]);
      await before.close();
    },
  };
}

/** The page's services with a sandbox and a merchant's receiver, which refuses some messages. */
async function startServices(binaries: string) {
  const context = join(folder, 'context');
  mkdirSync(context);
  npm(context, 'init', '-y');
  npm(context, 'install', `./${pack(context).filename}`, 'pg');
  const { app, env, command } = build(context);
  const postgres = await startPostgres(binaries);
  const secrets = newSecrets();
  const webhookSecret = `whsec_${Buffer.from(secrets.apiSecret).toString('base64')}`;
  const receiver = await startChaosReceiver(webhookSecret, createRandom(1, 'receiver'));
  ends.push(() => receiver.close());
  const keys = gatewaySettings(secrets);
  const program = [...command.slice(0, -1), 'sandbox'];
  const sandbox = await start(program, { ...keys, PORT: '0' }, 'GATEWAY_URL=', app);
  const sandboxUrl = /^GATEWAY_URL=(\S+)$/m.exec(sandbox.printed)?.[1] ?? '';
  const [front, ...ports] = await Promise.all([freePort(), ...COMPANIONS.map(freePort)]);

  const running = new Map<string, ChildProcess>();
  const startCompanion = async (name: string) => {
    const { environment = {} } = services[name] ?? {};
    const settings = {
      ...env,
      ...variables(block('properties').trim().split('\n')),
      ...environment,
      // What the page leaves to the reader, and what is elsewhere on this machine.
      ...keys,
      GATEWAY_URL: sandboxUrl,
      ORDER_SECRET: secrets.orderSecret,
      STORE_SECRET: secrets.apiSecret,
      MERCHANT_API_KEY: secrets.merchantApiKey,
      METRICS_KEY: 'the-key-of-the-metrics',
      MERCHANT_WEBHOOK_URL: receiver.url,
      MERCHANT_WEBHOOK_SECRET: webhookSecret,
      PUBLIC_URL: `http://127.0.0.1:${front}/pay`,
      DATABASE_URL: postgres.url(environment['DATABASE_URL'] ?? ''),
      TRUSTED_PROXIES: '127.0.0.1',
      HOST: '127.0.0.1',
      PORT: String(ports[COMPANIONS.indexOf(name)]),
    };
    running.set(name, (await start(command, settings, 'pay-form companion: ', app)).child);
  };
  await Promise.all(COMPANIONS.map(startCompanion));

  const file = join(folder, 'Caddyfile');
  let site = block('caddyfile').replace('pay.shop.example {', `:${front} {\n\tbind 127.0.0.1`);
  for (const [index, name] of COMPANIONS.entries())
    site = site.replace(`${name}:8080`, `127.0.0.1:${ports[index]}`);
  writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  await start([CADDY, ...args], {}, 'serving initial configuration');

  const stage: Stage = {
    url: `http://127.0.0.1:${front}/pay`,
    sandboxUrl,
    sandbox: new SandboxControl(sandboxUrl),
    gateway: { clockOffsetSeconds: 0, readLagSeconds: 0, payerFeePercent: 0 },
    isHonest: true,
    strangers: new Set(),
    secrets,
    told: [],
    faults: [],
    reviewed: new Map(),
    counts: new Map(),
  };
  const restart = async (name: string) => {
    const child = running.get(name);
    const asked = performance.now();
    if (child) await end(child, 'SIGTERM');
    expect(performance.now() - asked).toBeLessThan(1000 * parseInt(services[name]?.stop_grace_period ?? ''));
    expect(child?.exitCode).toBe(0);
    await startCompanion(name);
  };
  return { stage, receiver, postgres, restart, running };
}

const ORDER = { amount: '100.00', currency: 'UAH', description: 'A lamp', customer: CUSTOMER };
const TAB = { mode: 'direct', declinedFirst: null, copies: 1, decision: 'approve' } as const;

/** Customers who pay one order after the other while something happens; half of them confirm at their bank. */
async function whilePaying(stage: Stage, happens: () => Promise<void>) {
  const over = new AbortController();
  const orders: string[] = [];
  let ended = 0;
  const customer = async (card: string) => {
    for (; !over.signal.aborted; ended += 1) {
      const id = newOrderId();
      orders.push(id);
      await playTab(stage, signOrder({ ...ORDER, id }, stage.secrets.orderSecret), { ...TAB, cards: [card] });
    }
  };
  const payments = async () => {
    const before = ended;
    await expect.poll(() => ended - before, { timeout: 60_000 }).toBeGreaterThan(50);
  };
  const { success, challenge } = CARDS;
  const customers = Promise.all([success, challenge, success, challenge].map(customer));
  await payments();
  await happens();
  await payments();
  over.abort();
  await customers;
  return orders;
}

/** What is wrong with an order: it must have one payment, a successful one, and the merchant every message in order. */
async function faultsOf(stage: Stage, receiver: ChaosReceiver, orderId: string): Promise<string[]> {
  const view = await viewOrder(stage, orderId);
  const statuses = String(view?.payments.map(({ status }) => status));
  return [
    ...(statuses === 'success' ? [] : [`${orderId}: ${statuses}`]),
    ...auditMessages(view, receiver.messagesOf(orderId)),
  ];
}

async function checkOrders(stage: Stage, receiver: ChaosReceiver, orders: readonly string[]): Promise<void> {
  const faults = async () => (await Promise.all(orders.map((id) => faultsOf(stage, receiver, id)))).flat();
  await expect.poll(faults, { timeout: 60_000 }).toEqual([]);
  expect(stage.faults).toEqual([]);
}

/** It installs packages from the network, and Caddy has to notice in time that a companion ends. */
const isWanted = Boolean(process.env['FAR']) && spawnSync(CADDY, ['version']).status === 0;
const binaries = isWanted ? await findOrInstallBinaries(['initdb', 'postgres', 'pg_ctl']) : null;

describe.skipIf(!binaries)('the services of docs/docker.md, while customers pay', () => {
  let up: Awaited<ReturnType<typeof startServices>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-docker-'));
    up = await startServices(binaries ?? '');
  }, 300_000);

  it('are restarted one after the other: no request fails, all is paid, messages arrive in order', async () => {
    const { stage, receiver, restart } = up;
    expect(RESTARTED).toEqual(COMPANIONS);
    const orders = await whilePaying(stage, async () => {
      for (const name of RESTARTED) {
        await restart(name);
        await setTimeout(WAIT_MS);
      }
    });
    await checkOrders(stage, receiver, orders);
    expect([...stage.counts.keys()].sort()).toEqual(['pages visited', 'payments asked for']);
    const webhooks = await stage.sandbox.webhooks();
    expect(webhooks.flatMap(({ attempts }) => attempts).filter(({ result }) => result !== '200')).toEqual([]);
  }, 300_000);

  it('outlive a restart of Postgres: all is paid once, messages arrive in order', async () => {
    const { stage, receiver, postgres, running } = up;
    const orders = await whilePaying(stage, () => postgres.restart());
    await checkOrders(stage, receiver, orders);
    expect([...running.values()].map(({ exitCode }) => exitCode)).toEqual([null, null]);
  }, 300_000);
});

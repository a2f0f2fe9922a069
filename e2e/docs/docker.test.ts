import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pack } from '../package/packed.ts';
import { newOrderId, pay } from '../support/payments.ts';
import { startTestPostgres } from '../support/postgres.ts';
import { end, freePort } from '../support/process.ts';

/**
 * docs/docker.md without Docker: the instructions of its Dockerfile, its settings and its Caddyfile, on this machine with
 * Postgres and Caddy.
 */

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/docker.md', import.meta.url)), 'utf8');
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}(?: run)?\n(.*?)^\`\`\``, 'ms').exec(PAGE)?.[1] ?? '';

const CADDY = 'caddy';
const folder = mkdtempSync(join(tmpdir(), 'pay-docker-'));
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
  await expect.poll(() => printed, { timeout: 30_000 }).toContain(says);
  return { printed, stop: () => end(child, 'SIGTERM') };
}

/** It installs packages from the network, and Caddy has to notice in time that a companion ends. */
const isWanted = Boolean(process.env['FAR']) && spawnSync(CADDY, ['version']).status === 0;

it.skipIf(!isWanted)(
  'payments go on while one of two companions is restarted',
  async ({ skip }) => {
    const postgres = await startTestPostgres();
    if (!postgres) return skip('no Postgres');
    ends.push(() => postgres.close());
    const context = join(folder, 'context');
    mkdirSync(context);
    npm(context, 'init', '-y');
    npm(context, 'install', `./${pack(context).filename}`, 'pg');
    const { app, env, command } = build(context);

    const [sandboxPort, front, ...ports] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    const program = [...command.slice(0, -1), 'sandbox'];
    const sandbox = await start(program, { PORT: String(sandboxPort) }, 'GATEWAY_ENDPOINTS_KEY', app);
    const { services } = parse(block('yaml')) as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    const settings = {
      ...env,
      ...variables(block('properties').trim().split('\n')),
      ...services['pay-1']?.environment,
      ...variables(sandbox.printed.trim().split('\n')),
      // What the page leaves to the reader, and what is elsewhere on this machine.
      ORDER_SECRET: randomUUID(),
      STORE_SECRET: randomUUID(),
      MERCHANT_API_KEY: 'the-key-of-the-merchant-in-32-letters',
      METRICS_KEY: 'the-key-of-the-metrics',
      MERCHANT_WEBHOOK_URL: '',
      MERCHANT_WEBHOOK_SECRET: '',
      DATABASE_URL: postgres.url,
      TRUSTED_PROXIES: '127.0.0.1',
      HOST: '127.0.0.1',
    };
    const startCompanion = (port: number) =>
      start(command, { ...settings, PORT: String(port) }, 'pay-form companion: ', app);
    const [first] = [await startCompanion(ports[0] ?? 0), await startCompanion(ports[1] ?? 0)];

    const file = join(folder, 'Caddyfile');
    const site = block('caddyfile').replace('pay.shop.example {', `:${front} {\n\tbind 127.0.0.1`);
    const upstreams = ports.map((port) => `127.0.0.1:${port}`).join(' ');
    writeFileSync(file, `{\n\tadmin off\n}\n${site.replace('pay-1:8080 pay-2:8080', upstreams)}`);
    const args = ['run', '--config', file, '--adapter', 'caddyfile'];
    await start([CADDY, ...args], {}, 'serving initial configuration');

    const over = new AbortController();
    let paid = 0;
    // A payment that does not succeed ends the test.
    const customer = async () => {
      for (; !over.signal.aborted; paid += 1)
        await pay(`http://127.0.0.1:${front}/pay`, settings.ORDER_SECRET, newOrderId());
    };
    const customers = Promise.all(Array.from({ length: 4 }, customer));
    const payments = (count: number) =>
      Promise.race([customers, expect.poll(() => paid, { timeout: 60_000 }).toBeGreaterThan(count)]);
    await payments(50);
    await first.stop();
    await payments(paid + 50);
    await startCompanion(ports[0] ?? 0);
    over.abort();
    await customers;
  },
  300_000,
);

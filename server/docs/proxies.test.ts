import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/test-fixtures.ts';
import { readSettings } from '../settings.ts';
import { block, readPage } from './test-page.ts';
import { execute, isFound, startCommand } from './test-programs.ts';
import { freePort, ORDER, sign, type Stage, startStage } from './test-stage.ts';

const PAGE = readPage('docs/proxies.md');
const SETTINGS = Object.fromEntries(
  block(PAGE, 'sh', 'TRUSTED_PROXIES')
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
);
const NGINX = block(PAGE, 'nginx');
const APACHE = block(PAGE, 'apache');
const CADDY = block(PAGE, 'caddyfile');

/** How a configuration becomes one without TLS, and the program is started with it. */
interface Proxy {
  program: string;
  /** what it prints once it listens */
  ready: string;
  /** @returns the whole file */
  file: (site: string, port: number, folder: string) => string;
  args: (file: string, folder: string) => string[];
}

const nginx: Proxy = {
  program: 'nginx',
  ready: 'start worker process',
  file(site, port, folder) {
    const server = site.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replaceAll(/^ *ssl_.*\n/gm, '');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    );
    return `user root; pid ${folder}/pid; error_log stderr notice; events {}
http { access_log off; ${paths.join(' ')}\n${server} }`;
  },
  args: (file, folder) => ['-p', folder, '-c', file, '-g', 'daemon off;'],
};

const apache: Proxy = {
  program: 'apache2',
  ready: 'resuming normal operations',
  file(site, port, folder) {
    const modules = ['mpm_event', 'authz_core', 'alias', 'proxy', 'proxy_http'].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    const own = [`ServerRoot ${folder}`, 'ServerName localhost', `Listen 127.0.0.1:${port}`, 'User nobody'];
    const logs = [`PidFile ${folder}/apache.pid`, 'ErrorLog "|/bin/cat"'];
    const host = site.replace('*:443', `127.0.0.1:${port}`).replaceAll(/^ *SSL.*\n/gm, '');
    return [...own, ...logs, ...modules, host].join('\n');
  },
  args: (file) => ['-f', file, '-DFOREGROUND'],
};

const caddy: Proxy = {
  program: 'caddy',
  ready: 'serving initial configuration',
  file: (site, port) =>
    `{\n\tadmin off\n}\n${site.replace('pay.shop.example {', `:${port} {\n\tbind 127.0.0.1`)}`,
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
};

let stage: Stage;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  stage = await startStage({ TRUSTED_PROXIES: SETTINGS['TRUSTED_PROXIES'] ?? '', LIMITS: 'off' });
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Pays from the address 127.0.0.2, claiming another. Returns the address that the gateway was told. */
async function payThrough(port: number, id: string): Promise<string> {
  const body = JSON.stringify({ card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT });
  const headers = {
    authorization: `Bearer ${await sign({ ...ORDER, id })}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    'x-forwarded-for': '198.51.100.9',
  };
  const options = { port, headers, path: '/pay/payments', method: 'POST', localAddress: '127.0.0.2' };
  const status = await new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', ...options }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject).end(body);
  });
  expect(status).toBe(200);
  const journal = await fetch(`${stage.sandbox.url}/_sandbox/requests`);
  const { data } = (await journal.json()) as { data: { body: Record<string, unknown> | null }[] };
  return String(data.find((one) => one.body?.['order_id'] === id)?.body?.['customer_ip']);
}

/** Reads the session of an order whose token is longer than proxies take by default, as a header. */
async function sessionThrough(port: number): Promise<number> {
  const products = Array.from({ length: 60 }, (_, id) => ({ id: String(id), name: 'n'.repeat(200) }));
  const token = await sign({ ...ORDER, id: 'proxy-long', payload: 'x'.repeat(4_000), products });
  expect(token.length).toBeGreaterThan(20_000);
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`http://127.0.0.1:${port}/pay/session`, { headers })).status;
}

it('the settings of the page are good ones', () => {
  const settings = readSettings({ ...stage.env, ...SETTINGS });
  expect(settings.trustedProxies).toEqual(['127.0.0.1', '::1']);
});

it('without a proxy the sender’s own address counts, whatever it claims', async () => {
  expect(await payThrough(Number(stage.env['PORT']), 'proxy-none')).toBe('127.0.0.2');
});

it.skipIf(!isFound('caddy'))('Caddy takes the file as it stands', async () => {
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, CADDY);
  const args = ['validate', '--config', file, '--adapter', 'caddyfile'];
  await execute('caddy', args, { env: { HOME: folder } });
});

describe.each([
  { name: 'nginx', site: NGINX, proxy: nginx },
  { name: 'nginx of the example', site: readPage('docs/examples/nginx.conf'), proxy: nginx },
  { name: 'Apache', site: APACHE, proxy: apache },
  { name: 'Caddy', site: CADDY, proxy: caddy },
])('$name', ({ name, site, proxy }) => {
  it('waits longer than the longest poll and the gateway', () => {
    const longest = Math.max(60, readSettings(stage.env).gateway.timeoutMs / 1_000);
    const [seconds] = /(?<=(proxy_read|response_header)_timeout )\d+(?=s)|(?<= timeout=)\d+/.exec(site) ?? [];
    expect(Number(seconds)).toBeGreaterThan(longest);
  });

  it.skipIf(!isFound(proxy.program))(
    'passes /pay only, says who the customer is, and passes long tokens',
    async () => {
      const port = await freePort();
      const own = join(folder, name.replaceAll(' ', '-'));
      mkdirSync(own);
      const file = join(own, 'proxy.conf');
      const upstream = site.replace('127.0.0.1:8080', `127.0.0.1:${stage.env['PORT']}`);
      writeFileSync(file, proxy.file(upstream, port, own));
      const running = startCommand(proxy.program, proxy.args(file, own), { env: { HOME: own } });
      await running.says(proxy.ready);
      expect(await payThrough(port, `via-${name.replaceAll(' ', '-')}`)).toBe('127.0.0.2');
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
      expect(await sessionThrough(port)).toBe(200);
      await running.end();
    },
  );
});

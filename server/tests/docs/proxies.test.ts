import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { readSettings } from '../../settings.ts';
import { block, readPage } from './testing/page.ts';
import { execute, isFound, startCommand } from './testing/programs.ts';
import { ORDER, sign, type Stage, startStage } from './testing/stage.ts';
import { freePort } from '../../testing/free-port.ts';

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

it('the configuration of nginx is the file that the page names', () => {
  expect(NGINX).toBe(readPage('docs/examples/nginx.conf'));
});

/** Starts a proxy with the site of the page in front of a port of this machine. */
async function startProxy({ proxy, site }: { proxy: Proxy; site: string }, upstream: string | number) {
  const port = await freePort();
  const own = mkdtempSync(join(folder, 'proxy-'));
  const file = join(own, 'proxy.conf');
  writeFileSync(file, proxy.file(site.replace('127.0.0.1:8080', `127.0.0.1:${upstream}`), port, own));
  const running = startCommand(proxy.program, proxy.args(file, own), { env: { HOME: own } });
  onTestFinished(() => running.end());
  await running.says(proxy.ready);
  return port;
}

/** Answers the first POST, and breaks the connection of the next one after it has arrived. */
async function startBreaking() {
  let posts = 0;
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => (++posts === 1 ? answer.end('{}') : asked.socket.destroy()));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, posts: () => posts };
}

describe.each([
  { name: 'nginx', site: NGINX, proxy: nginx },
  { name: 'Apache', site: APACHE, proxy: apache },
  { name: 'Caddy', site: CADDY, proxy: caddy },
])('$name', (one) => {
  const { name, site, proxy } = one;

  it('waits longer than the longest poll and the gateway', () => {
    const longest = Math.max(60, readSettings(stage.env).gateway.timeoutMs / 1_000);
    const [seconds] = /(?<=(proxy_read|response_header)_timeout )\d+(?=s)|(?<= timeout=)\d+/.exec(site) ?? [];
    expect(Number(seconds)).toBeGreaterThan(longest);
  });

  describe.skipIf(!isFound(proxy.program))('as it runs', () => {
    it('passes /pay only, says who the customer is, and passes long tokens', async () => {
      const port = await startProxy(one, stage.env['PORT'] ?? '');
      expect(await payThrough(port, `via-${name}`)).toBe('127.0.0.2');
      for (const path of ['', 'metrics', 'livez', 'readyz'])
        expect((await fetch(`http://127.0.0.1:${port}/${path}`)).status).toBe(404);
      expect(await sessionThrough(port)).toBe(200);
    });

    it('sends a payment only once', async () => {
      const upstream = await startBreaking();
      const port = await startProxy(one, upstream.port);
      const pay = () => fetch(`http://127.0.0.1:${port}/pay/payments`, { method: 'POST', body: '{}' });
      expect((await pay()).status).toBe(200);
      expect((await pay()).status).toBe(502);
      expect(upstream.posts()).toBe(2);
    });

    it('passes on what a load balancer in front of it says', async () => {
      onTestFinished(() => stage.restart({ TRUSTED_PROXIES: SETTINGS['TRUSTED_PROXIES'] ?? '' }));
      await stage.restart({ TRUSTED_PROXIES: '127.0.0.1,127.0.0.2' });
      const trusting = CADDY.replace('\t\t\ttransport', '\t\t\ttrusted_proxies 127.0.0.2\n\t\t\ttransport');
      const port = await startProxy(
        proxy === caddy ? { proxy, site: trusting } : one,
        stage.env['PORT'] ?? '',
      );
      expect(await payThrough(port, `far-${name}`)).toBe('198.51.100.9');
    });
  });
});

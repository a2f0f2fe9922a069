import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { readSettings } from '../../settings.ts';
import { freePort } from '../../testing/free-port.ts';
import { block, readPage } from './testing/page.ts';
import { isFound, newFolder, startCommand } from './testing/programs.ts';
import { json, ORDER, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/proxies.md');
const SETTINGS = Object.fromEntries(
  [...block(PAGE, 'sh', 'TRUSTED_PROXIES').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
) as Record<string, string>;

/** A proxy with the site of the page, and how it becomes one without TLS on a port of this machine. */
interface Proxy {
  name: string;
  program: string;
  site: string;
  /** what it prints once it listens */
  ready: string;
  /** @returns the whole file */
  file: (site: string, port: number, folder: string) => string;
  args: (file: string, folder: string) => string[];
}

const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  site: block(PAGE, 'nginx'),
  ready: 'start worker process',
  file(site, port, folder) {
    const server = site.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replaceAll(/^ *ssl_.*\n/gm, '');
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    );
    return `user root; pid ${folder}/pid; error_log stderr notice; events {}
http { access_log off; ${own.join(' ')}\n${server} }`;
  },
  args: (file, folder) => ['-p', folder, '-c', file, '-g', 'daemon off;'],
};

const apache: Proxy = {
  name: 'Apache',
  program: 'apache2',
  site: block(PAGE, 'apache'),
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
  name: 'Caddy',
  program: 'caddy',
  site: block(PAGE, 'caddyfile'),
  ready: 'serving initial configuration',
  file: (site, port) =>
    `{\n\tadmin off\n}\n${site.replace('pay.shop.example {', `:${port} {\n\tbind 127.0.0.1`)}`,
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
};

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ TRUSTED_PROXIES: SETTINGS['TRUSTED_PROXIES'] ?? '', LIMITS: 'off' });
});
afterAll(() => stage.close());

/** Pays from the address 127.0.0.2, claiming another. Returns the address that the gateway was told. */
async function payThrough(port: number, id: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${await sign({ ...ORDER, id })}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    'x-forwarded-for': '198.51.100.9',
  };
  const to = { host: '127.0.0.1', port, path: '/pay/payments', localAddress: '127.0.0.2' };
  const status = await new Promise((resolve, reject) => {
    request({ ...to, headers, method: 'POST' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end(JSON.stringify({ card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT }));
  });
  expect(status).toBe(200);
  const sent = await fetch(`${stage.sandbox.url}/_sandbox/requests`);
  const { data } = await json<{ data: { body: Record<string, unknown> | null }[] }>(sent);
  return String(data.find((one) => one.body?.['order_id'] === id)?.body?.['customer_ip']);
}

/** Starts a proxy in front of a port of this machine. */
async function startProxy(
  { program, site, file, args, ready }: Proxy,
  upstream: string | number = stage.env['PORT'] ?? '',
): Promise<number> {
  const port = await freePort();
  const folder = newFolder();
  const path = join(folder, 'proxy.conf');
  writeFileSync(path, file(site.replace('127.0.0.1:8080', `127.0.0.1:${upstream}`), port, folder));
  const running = startCommand(program, args(path, folder), { env: { HOME: folder } });
  onTestFinished(() => running.end().finally(() => rmSync(folder, { recursive: true, force: true })));
  await running.says(ready);
  return port;
}

it('the settings of the page are good ones', () => {
  const settings = readSettings({ ...stage.env, ...SETTINGS });
  expect(settings.trustedProxies).toEqual(['127.0.0.1', '::1']);
});

it('without a proxy the sender’s own address counts, whatever it claims', async () => {
  expect(await payThrough(Number(stage.env['PORT']), 'proxy-none')).toBe('127.0.0.2');
});

it('the configuration of nginx is the file that the page names', () => {
  expect(nginx.site).toBe(readPage('docs/examples/nginx.conf'));
});

it.each([nginx, apache, caddy])('$name waits longer than the longest poll and the gateway', ({ site }) => {
  const longest = Math.max(60, readSettings(stage.env).gateway.timeoutMs / 1_000);
  const [seconds] = /(?<=(proxy_read|response_header)_timeout )\d+(?=s)|(?<= timeout=)\d+/.exec(site) ?? [];
  expect(Number(seconds)).toBeGreaterThan(longest);
});

for (const proxy of [nginx, apache, caddy])
  describe.skipIf(!isFound(proxy.program))(proxy.name, () => {
    it('passes /pay only, says who the customer is, and passes long tokens', async () => {
      const port = await startProxy(proxy);
      expect(await payThrough(port, `via-${proxy.name}`)).toBe('127.0.0.2');
      for (const path of ['', 'metrics', 'livez', 'readyz'])
        expect((await fetch(`http://127.0.0.1:${port}/${path}`)).status).toBe(404);
      // Longer than proxies take by default, as a header.
      const products = Array.from({ length: 60 }, (_, id) => ({ id: String(id), name: 'n'.repeat(200) }));
      const token = await sign({ ...ORDER, id: 'proxy-long', payload: 'x'.repeat(4_000), products });
      expect(token.length).toBeGreaterThan(20_000);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`http://127.0.0.1:${port}/pay/session`, { headers })).status).toBe(200);
    });

    it('sends a payment only once, also if the connection breaks after it has arrived', async () => {
      let posts = 0;
      const server = createServer((asked, answer) => {
        asked.resume().on('end', () => (++posts === 1 ? answer.end('{}') : asked.socket.destroy()));
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const port = await startProxy(proxy, (server.address() as AddressInfo).port);
      const pay = () => fetch(`http://127.0.0.1:${port}/pay/payments`, { method: 'POST', body: '{}' });
      expect([(await pay()).status, (await pay()).status, posts]).toEqual([200, 502, 2]);
    });

    it('passes on what a load balancer in front of it says', async () => {
      onTestFinished(() => stage.restart({ TRUSTED_PROXIES: SETTINGS['TRUSTED_PROXIES'] ?? '' }));
      await stage.restart({ TRUSTED_PROXIES: '127.0.0.1,127.0.0.2' });
      // As the page says of Caddy; the others need no change.
      const site = caddy.site.replace('\t\t\ttransport', '\t\t\ttrusted_proxies 127.0.0.2\n\t\t\ttransport');
      const port = await startProxy(proxy === caddy ? { ...caddy, site } : proxy);
      expect(await payThrough(port, `far-${proxy.name}`)).toBe('198.51.100.9');
    });
  });

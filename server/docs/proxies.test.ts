import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/test-fixtures.ts';
import { readSettings } from '../settings.ts';
import { block, readPage } from './test-page.ts';
import { environment, execute, isFound, startCommand } from './test-programs.ts';
import { freePort, ORDER, sign, type Stage, startStage } from './test-stage.ts';

const PAGE = readPage('docs/proxies.md');
const SETTINGS = Object.fromEntries(
  block(PAGE, 'sh', 'TRUSTED_PROXIES')
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
);

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

/** Pays through a proxy on a port from the address 127.0.0.2, with a forged client address. */
async function payThrough(port: number, id: string): Promise<string> {
  const token = await sign({ ...ORDER, id });
  const answer = await post(port, '/pay/payments', token);
  expect(answer.status).toBe(200);
  const journal = await fetch(`${stage.sandbox.url}/_sandbox/requests`);
  const { data } = (await journal.json()) as { data: { body: Record<string, unknown> | null }[] };
  return String(data.find(({ body }) => body?.['order_id'] === id)?.body?.['customer_ip']);
}

/** Reads the session of an order whose token is longer than proxies take by default, as a header. */
async function sessionThrough(port: number): Promise<number> {
  const products = Array.from({ length: 60 }, (_, id) => ({ id: String(id), name: 'n'.repeat(200) }));
  const token = await sign({ ...ORDER, id: 'proxy-long', payload: 'x'.repeat(4_000), products });
  expect(token.length).toBeGreaterThan(20_000);
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`http://127.0.0.1:${port}/pay/session`, { headers })).status;
}

function post(port: number, path: string, token: string): Promise<{ status: number }> {
  const body = JSON.stringify({ card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    'x-forwarded-for': '198.51.100.9',
  };
  return new Promise((resolve, reject) => {
    const options = { port, path, headers, method: 'POST', host: '127.0.0.1', localAddress: '127.0.0.2' };
    const asked = request(options, (answer) => {
      void text(answer).then(() => resolve({ status: answer.statusCode ?? 0 }));
    });
    asked.on('error', reject).end(body);
  });
}

it('the settings of the page are good ones', () => {
  const settings = readSettings({ ...stage.env, ...SETTINGS });
  expect(settings.trustedProxies).toEqual(['127.0.0.1', '::1']);
});

it('every proxy waits longer than the longest poll and the gateway', () => {
  const longest = Math.max(60, readSettings(stage.env).gateway.timeoutMs / 1_000);
  for (const language of ['nginx', 'apache', 'caddyfile']) {
    const [seconds] =
      /(?<=(proxy_read|response_header)_timeout )\d+(?=s)|(?<= timeout=)\d+/.exec(block(PAGE, language)) ??
      [];
    expect(Number(seconds)).toBeGreaterThan(longest);
  }
});

it('without a proxy the sender’s own address counts, whatever it claims', async () => {
  const port = Number(stage.env['PORT']);
  expect(await payThrough(port, 'proxy-none')).toBe('127.0.0.2');
});

describe.skipIf(!isFound('nginx', '-v'))('nginx', () => {
  it('passes /pay only, says who the customer is, and passes long tokens', async () => {
    const port = await freePort();
    const server = block(PAGE, 'nginx')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_.*\n/gm, '')
      .replace('127.0.0.1:8080', `127.0.0.1:${stage.env['PORT']}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    );
    const http = `access_log off; ${paths.join(' ')}\n${server}`;
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `user root; pid ${folder}/pid; error_log stderr notice; events {} http { ${http} }`);
    const nginx = startCommand('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;']);
    await nginx.says('start worker process');
    expect(await payThrough(port, 'proxy-nginx')).toBe('127.0.0.2');
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
    expect(await sessionThrough(port)).toBe(200);
    await nginx.end();
  });
});

describe.skipIf(!isFound('apache2', '-v'))('Apache', () => {
  it('passes /pay only, says who the customer is, and passes long tokens', async () => {
    const port = await freePort();
    const site = block(PAGE, 'apache')
      .replace('*:443', `127.0.0.1:${port}`)
      .replaceAll(/^ *SSL.*\n/gm, '')
      .replace('127.0.0.1:8080', `127.0.0.1:${stage.env['PORT']}`);
    const modules = ['mpm_event', 'authz_core', 'alias', 'proxy', 'proxy_http'].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    const own = [`ServerRoot ${folder}`, 'ServerName localhost', `Listen 127.0.0.1:${port}`];
    const logs = [`PidFile ${folder}/apache.pid`, 'ErrorLog "|/bin/cat"'];
    const file = join(folder, 'apache.conf');
    writeFileSync(file, [...own, ...logs, ...modules, 'User nobody', site].join('\n'));
    const apache = startCommand('apache2', ['-f', file, '-DFOREGROUND']);
    await apache.says('resuming normal operations');
    expect(await payThrough(port, 'proxy-apache')).toBe('127.0.0.2');
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
    expect(await sessionThrough(port)).toBe(200);
    await apache.end();
  });
});

describe.skipIf(!isFound('caddy', 'version'))('Caddy', () => {
  it('takes the file as it stands', async () => {
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, block(PAGE, 'caddyfile'));
    const env = environment({ HOME: folder });
    await execute('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], { env });
  });

  it('passes /pay only, says who the customer is, and passes long tokens', async () => {
    const port = await freePort();
    const site = block(PAGE, 'caddyfile')
      .replace('pay.shop.example {', `:${port} {\n\tbind 127.0.0.1`)
      .replace('127.0.0.1:8080', `127.0.0.1:${stage.env['PORT']}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
    const args = ['run', '--config', file, '--adapter', 'caddyfile'];
    const caddy = startCommand('caddy', args, { env: environment({ HOME: folder }) });
    await caddy.says('serving initial configuration');
    expect(await payThrough(port, 'proxy-caddy')).toBe('127.0.0.2');
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
    expect(await sessionThrough(port)).toBe(200);
    await caddy.end();
  });
});

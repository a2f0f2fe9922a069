import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy that follows an nginx configuration: nginx itself if it is installed, otherwise a small double. */
export interface Proxy {
  url: string;
  /** `proxy_read_timeout`, seconds */
  readTimeoutS: number;
  close(): Promise<void>;
}

/** @param upstream the port that replaces the one in `proxy_pass` */
export function startProxy(conf: string, upstream: number): Promise<Proxy> {
  const nginx = findNginx();
  return nginx ? startNginx(nginx, conf, upstream) : startDouble(conf, upstream);
}

function findNginx(): string | null {
  try {
    return execFileSync('sh', ['-c', 'command -v nginx'], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

const readTimeoutOf = (conf: string): number => Number(/proxy_read_timeout (\d+)s;/.exec(conf)?.[1]);

/** Without TLS, which the test does not need. */
async function startNginx(nginx: string, conf: string, upstream: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-nginx-'));
  const port = await freePort();
  const site = conf
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s*ssl_.*$/gm, '')
    .replace(/proxy_pass http:\/\/127\.0\.0\.1:\d+/, `proxy_pass http://127.0.0.1:${upstream}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const whole = `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${temporary.join(' ')}
${site} }`;
  writeFileSync(join(folder, 'nginx.conf'), whole);
  const child = spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilOpen(port);
  return {
    url: `http://127.0.0.1:${port}`,
    readTimeoutS: readTimeoutOf(conf),
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not listen');
}

interface Location {
  prefix: string;
  headers: [name: string, value: string][];
  maxBody: number;
  /** the status to answer instead of forwarding */
  answer: number | null;
}

async function startDouble(conf: string, upstream: number): Promise<Proxy> {
  const locations = locationsOf(conf);
  const server = createServer((incoming, outgoing) => {
    const found = locations.find(({ prefix }) => incoming.url?.startsWith(prefix));
    if (found) pass(found, upstream, incoming, outgoing);
    else outgoing.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readTimeoutS: readTimeoutOf(conf),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Longest prefix first, as nginx matches. */
function locationsOf(conf: string): Location[] {
  const blocks = conf.matchAll(/location (\S+) \{([^}]*)\}/g);
  const locations = [...blocks].map(([, prefix = '', body = '']): Location => {
    const headers = body.matchAll(/proxy_set_header (\S+) "?([^;"]*)"?;/g);
    return {
      prefix,
      headers: [...headers].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
      maxBody: Number(/client_max_body_size (\d+)k;/.exec(body)?.[1] ?? 1024) * 1024,
      answer: Number(/return (\d+);/.exec(body)?.[1]) || null,
    };
  });
  return locations.sort((one, other) => other.prefix.length - one.prefix.length);
}

function pass(location: Location, port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const tooLarge = Number(incoming.headers['content-length'] ?? 0) > location.maxBody;
  if (location.answer !== null || tooLarge) {
    incoming.resume();
    outgoing.writeHead(location.answer ?? 413).end();
    return;
  }
  const remote = incoming.socket.remoteAddress ?? '';
  const variables: Record<string, string> = {
    $host: 'pay.shop.example',
    $remote_addr: remote,
    $request_id: randomBytes(16).toString('hex'),
  };
  const set = Object.fromEntries(location.headers.map(([name, value]) => [name, variables[value] ?? value]));
  const headers = Object.fromEntries(
    Object.entries({ ...incoming.headers, ...set }).filter(([, value]) => value !== ''),
  );
  const onward = request({ port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers });
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

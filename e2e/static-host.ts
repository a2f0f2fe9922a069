import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A host that only serves files. */
export interface StaticHost {
  /** address of the folder, without a trailing slash */
  url: string;
  /** the requests and their status: `GET /demo/ 200` */
  requests: string[];
  /** Serves a changed text for a file from now on. */
  replace(name: string, change: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves the built demo that needs no server. */
export function startSite(): Promise<StaticHost> {
  return startStaticHost(fileURLToPath(new URL('../dist/site', import.meta.url)), '/demo');
}

/**
 * Serves a folder of files in a subfolder of the host, as GitHub Pages does.
 * @param folder as `/demo`
 */
async function startStaticHost(root: string, folder: string): Promise<StaticHost> {
  const requests: string[] = [];
  const replaced = new Map<string, string>();
  const server = createServer((request, response) => void answer(request, response));
  async function answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url ?? '/', 'http://localhost');
    const name = nameOf(folder, pathname);
    const content = method === 'GET' && name ? await read(name) : null;
    const status = content === null ? 404 : 200;
    requests.push(`${method} ${pathname} ${status}`);
    const type = TYPES[extname(name ?? '')] ?? 'application/octet-stream';
    response.writeHead(status, content === null ? {} : { 'content-type': type }).end(content);
  }
  async function read(name: string): Promise<Buffer | string | null> {
    return replaced.get(name) ?? readFile(join(root, name)).catch(() => null);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    requests,
    async replace(name, change) {
      replaced.set(name, change(await readFile(join(root, name), 'utf8')));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function nameOf(folder: string, pathname: string): string | null {
  if (!pathname.startsWith(`${folder}/`)) return null;
  return normalize(pathname.slice(folder.length + 1).replace(/(^|\/)$/, '$1index.html'));
}

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** A host that has files and nothing else. */
export interface StaticHost {
  /** address of the folder, without a slash at the end */
  url: string;
  /** what was asked for, and how it was answered: `GET /demo/ 200` */
  requests: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder of files in a folder of the host, as GitHub Pages does.
 * @param folder as `/demo`
 */
export async function startStaticHost(root: string, folder: string): Promise<StaticHost> {
  const requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url ?? '/', 'http://localhost');
    const file = method === 'GET' ? await fileOf(root, folder, pathname) : null;
    const status = file ? 200 : 404;
    requests.push(`${method} ${pathname} ${status}`);
    response.writeHead(status, file ? { 'content-type': file.type } : {}).end(file?.content);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function fileOf(root: string, folder: string, pathname: string) {
  if (!pathname.startsWith(`${folder}/`)) return null;
  const name = normalize(pathname.slice(folder.length)).replace(/\/$/, '/index.html');
  const content = await readFile(join(root, name)).catch(() => null);
  return content && { content, type: TYPES[extname(name)] ?? 'application/octet-stream' };
}

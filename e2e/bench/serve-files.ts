import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

export interface ServedFile {
  type: string;
  body: string;
}

export interface FileServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves files from memory on a free loopback port, compressed by Brotli.
 * @param files by path; files added later are served too
 */
export async function serveFiles(files: ReadonlyMap<string, ServedFile>): Promise<FileServer> {
  const server = createServer(({ url = '' }, answer) => {
    const file = files.get(url.replace(/\?.*/, ''));
    if (!file) return answer.writeHead(404).end();
    const body = brotliCompressSync(file.body);
    return answer
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'content-length': body.length,
        'cache-control': 'no-store',
      })
      .end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

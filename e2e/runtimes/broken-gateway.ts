import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A gateway whose connections break; it counts the requests it has read. */
export interface BrokenGateway {
  url: string;
  /** the `order_id` of every POST, in order */
  posts: string[];
  close(): void;
}

export interface Certificate {
  key: Buffer;
  cert: Buffer;
  /** of the certificate */
  file: string;
}

/**
 * Reads every POST completely, then acts by the prefix of its `order_id`: `reset` and `close` break the connection without
 * an answer, `misdirected` answers HTTP 421, after which a fetch sends again. Any other is answered as a hosted payment,
 * on a connection that stays open for the next request.
 * @param certificate for HTTPS; without it, HTTP
 */
export async function startBrokenGateway(certificate?: Certificate): Promise<BrokenGateway> {
  const posts: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { order_id: orderId } = JSON.parse(await text(request)) as { order_id: string };
    posts.push(orderId);
    if (orderId.startsWith('reset')) request.socket.resetAndDestroy();
    else if (orderId.startsWith('close')) request.socket.end();
    else if (orderId.startsWith('misdirected')) response.writeHead(421).end();
    else response.writeHead(303, { location: 'https://gateway.example/pay' }).end();
  };
  const listener: RequestListener = (request, response) => void take(request, response);
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A key and a self-signed certificate for 127.0.0.1, by openssl. */
export function makeCertificate(folder: string, name: string): Certificate {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', file];
  const names = ['-subj', `/CN=127.0.0.1 (${name})`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...args, ...names], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(file), file };
}

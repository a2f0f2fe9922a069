import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';

/** A gateway whose connections break; it counts the requests it has read. */
export interface BrokenGateway {
  url: string;
  /** the `order_id` of every POST, in order */
  posts: string[];
  close(): Promise<void>;
}

/**
 * Reads every POST completely, then acts by the prefix of its `order_id`: `reset` and `close` break the connection without
 * an answer, `misdirected` answers HTTP 421, after which a fetch sends again. Any other is answered as a hosted payment,
 * on a connection that stays open for the next request.
 * @param certificate for HTTPS; without it, HTTP
 */
export async function startBrokenGateway(certificate?: Certificate): Promise<BrokenGateway> {
  const posts: string[] = [];
  const listener: RequestListener = (request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      const { order_id: orderId } = JSON.parse(text) as { order_id: string };
      posts.push(orderId);
      if (orderId.startsWith('reset')) request.socket.resetAndDestroy();
      else if (orderId.startsWith('close')) request.socket.end();
      else if (orderId.startsWith('misdirected')) response.writeHead(421).end();
      else response.writeHead(303, { location: 'https://gateway.example/pay' }).end();
    });
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

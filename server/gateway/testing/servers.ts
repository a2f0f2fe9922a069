import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Real servers on free ports for the tests of this folder. Call {@link closeServers} after every test. */

const running = new Set<Server>();
const sockets = new Set<Socket>();

export async function closeServers(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all([...running].map((server) => new Promise((done) => server.close(done))));
  running.clear();
}

/** Waits until every connection to the servers has ended. */
export async function allClosed(): Promise<void> {
  const open = [...sockets].filter((socket) => !socket.closed);
  await Promise.all(open.map((socket) => new Promise((done) => socket.on('close', done))));
}

/** Starts a server, and returns its address: "http://127.0.0.1:40001". */
export async function listen(server: Server, scheme = 'http'): Promise<string> {
  running.add(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const listenHttp = (listener: RequestListener) => listen(createHttpServer(listener));

/** The address of a port on which nothing listens. */
export async function refusedAddress(): Promise<string> {
  const server = createTcpServer();
  const url = await listen(server);
  running.delete(server);
  await new Promise((done) => server.close(done));
  return url;
}

/** The requests that a {@link listenTcp} server has received. */
export interface Seen {
  connections: number;
  requests: number;
}

/** A server that reads complete requests, and then passes on the bare socket. */
export async function listenTcp(
  afterRequest: (socket: Socket, seen: Seen) => void,
): Promise<{ url: string; seen: Seen }> {
  const seen: Seen = { connections: 0, requests: 0 };
  const server = createTcpServer((socket) => {
    seen.connections += 1;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      text = '';
      seen.requests += 1;
      afterRequest(socket, seen);
    });
  });
  return { url: await listen(server), seen };
}

import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiFailure, createMerchantApi } from './merchant-api.ts';
import { nodeWorld } from './world.ts';

const { fetch } = nodeWorld();

let server: Server | TcpServer;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** The failure of a POST to such a server. */
async function failureAt(made: Server | TcpServer, scheme: 'http' | 'https') {
  server = made;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `${scheme}://127.0.0.1:${port}`;
  const api = createMerchantApi({ base, key: 'key', fetch, interrupted: new AbortController().signal });
  return api
    .post('/refund', z.unknown(), {})
    .catch((error) => error instanceof ApiFailure && [error.outcome, ...error.lines]);
}
const closes = () => createTcpServer((socket) => void socket.once('data', () => socket.destroy()));

describe('a request of the command line', () => {
  it('was not sent where the other side speaks no TLS', async () => {
    expect(await failureAt(createServer(), 'https')).toEqual(['not-sent', expect.stringMatching(/ERR_SSL_/)]);
  });

  it('was not sent where the connection breaks in the TLS handshake', async () => {
    expect(await failureAt(closes(), 'https')).toEqual(['not-sent', expect.stringContaining('ECONNRESET')]);
  });

  it('may have arrived where the connection breaks later', async () => {
    expect(await failureAt(closes(), 'http')).toMatchObject(['unknown', {}]);
  });
});

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of several companions, like a load balancer. */
export interface Front {
  port: number;
  close(): Promise<void>;
}

/**
 * Forwards each connection to the next companion that accepts it, and resets it if none does. A companion that dies takes
 * its connections along.
 * @param ports of the companions, in turn
 */
export async function startFront(ports: () => readonly number[]): Promise<Front> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy()).once('close', () => sockets.delete(client));
    const all = ports();
    turn += 1;
    pass(
      client,
      all.map((_, index) => all[(index + turn) % all.length] ?? 0),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const one of sockets) one.destroy();
      }),
  };
}

function pass(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    client.resetAndDestroy();
    return;
  }
  const companion = connect({ port, host: '127.0.0.1' });
  const refused = () => pass(client, others);
  companion.once('error', refused);
  companion.once('connect', () => {
    companion.off('error', refused);
    companion.on('error', () => client.resetAndDestroy());
    companion.once('close', () => client.destroy());
    client.once('close', () => companion.destroy());
    client.pipe(companion).pipe(client);
  });
}

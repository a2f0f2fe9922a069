import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** For tests: a proxy to a server that can be made silent, like a dead host or a firewall. */
export interface TestProxy {
  port: number;
  /** the number of connections made */
  count(): number;
  /** Stops all bytes on the present connections without closing them. Later connections work. */
  silence(): void;
  close(): Promise<void>;
}

export async function openTestProxy(host: string, port: number): Promise<TestProxy> {
  const pairs: [Socket, Socket][] = [];
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(port, host);
    pairs.push([near, far]);
    near.pipe(far);
    far.pipe(near);
    for (const one of [near, far]) one.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    count: () => pairs.length,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
    async close() {
      for (const one of pairs.flat()) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

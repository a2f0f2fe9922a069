import { createServer } from 'node:net';

/**
 * The requested port if it is free, otherwise any free one; 0 requests any.
 * @param wish from the environment; default `standard`
 */
export async function freePort(wish: string | undefined, standard: number): Promise<number> {
  const port = wish?.trim() ? Number(wish) : standard;
  return (await probe(port)) ?? (await probe(0)) ?? port;
}

function probe(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    try {
      server.listen(port, () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
      });
    } catch (error) {
      reject(error instanceof RangeError ? new Error('a port must be a number from 0 to 65535') : error);
    }
  });
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that was free a moment ago, below those that systems give to connections: none of these takes it meanwhile. */
export async function freePort(): Promise<number> {
  const port = 10_240 + Math.floor(Math.random() * 22_000);
  const server = createServer().listen(port);
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}

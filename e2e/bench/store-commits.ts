import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fill, openBuilt, paidReport } from './fill-store.ts';

/**
 * What the companion's own store commits for one writer: the reports of webhooks one after another, each with its own
 * fsync: the order found by the gateway's id, then the append with all lists, prepared before. Runs in a process of its
 * own, so that its disk can be slowed; every request runs a round and is answered with its rate in commits a second.
 */
const COMMITS = 500;

const plain = process.env['PLAIN_BUILD'] ?? '';
const file = process.env['DATABASE_FILE'] ?? '';
const secrets = { posId: randomUUID(), orderSecret: 's'.repeat(32), merchantApiKey: '', apiSecret: '' };

async function rate(): Promise<number> {
  const pending = await fill(plain, file, { count: COMMITS, pending: COMMITS, days: 1 }, secrets);
  const { store, write } = await openBuilt(plain, file, secrets);
  try {
    const appends: object[] = [];
    const kept = {
      read: (orderId: string) => store.read(orderId),
      append: async (one: object) => void appends.push(one),
    };
    for (const one of pending) await write(kept, one.orderId, [paidReport(one, secrets.posId)]);
    const start = performance.now();
    for (const [at, { orderId }] of pending.entries()) {
      await store.find({ kind: 'gateway-order', id: orderId });
      await store.append(appends[at] ?? {});
    }
    return (COMMITS * 1000) / (performance.now() - start);
  } finally {
    await store.close();
  }
}

const server = createServer((_, answer) => {
  rate().then(
    (found) => answer.end(JSON.stringify(found)),
    (error: unknown) => {
      console.error(error);
      answer.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

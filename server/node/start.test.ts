import { copyFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOrder } from '../payments/orders.ts';
import type { Payment } from '../payments/order/payment.ts';
import { POS_ID } from '../payments/testing/gateway.ts';
import { createTestDeps, gate, hear, pay as payBefore } from '../payments/testing/test-deps.ts';
import { readSettings } from '../settings.ts';
import { type Companion, startCompanion } from './start.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { BODY, currentToken, MERCHANT_API_KEY, ORDER_SECRET } from '../testing/companion.ts';
import { useFolder } from '../testing/folder.ts';
import { ENVIRONMENT, WIDGET } from '../testing/settings.ts';

const inFolder = useFolder();
let gateway: Server;
/** Resolves once the gateway has a request; opening the gate lets it answer. */
let arrived: ReturnType<typeof gate<void>>;
let mayAnswer: ReturnType<typeof gate<string>>;
let companion: Companion;
let base: string;

beforeEach(async () => {
  arrived = gate<void>();
  mayAnswer = gate<string>();
  gateway = createServer((_request, response) => {
    arrived.open();
    void mayAnswer.promise.then((text) => response.end(text));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  companion = await start();
  base = `http://127.0.0.1:${companion.port}/pay`;
});
afterEach(async () => {
  await companion.close();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const databaseAt = (name: string) => `file:${inFolder(name)}`;

function start(over: Record<string, string> = {}): Promise<Companion> {
  const settings = readSettings({
    ...ENVIRONMENT,
    PUBLIC_URL: '',
    PORT: '0',
    GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    MERCHANT_API_KEY,
    DATABASE_URL: databaseAt('pay.db'),
    ...over,
  });
  return startCompanion(settings, { log: () => {}, widgetFiles: WIDGET });
}

const SUCCESS = JSON.stringify({
  payment_id: 'p-1',
  order_id: 'order-1',
  pos_id: POS_ID,
  mode: 'direct',
  method: 'purchase',
  amount: 10.1,
  currency: 'UAH',
  status: 'success',
});

const headers = async (): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await currentToken()}`,
  'content-type': 'application/json',
  'idempotency-key': 'key-00001',
});

const pay = async (signal?: AbortSignal) =>
  fetch(`${base}/payments`, {
    method: 'POST',
    headers: await headers(),
    body: JSON.stringify(BODY),
    ...(signal && { signal }),
  });

async function stored(name = 'pay.db'): Promise<Payment | undefined> {
  const store = await openSqliteStore(inFolder(name), { current: 'nothing is encrypted yet' });
  const { state } = await readOrder({ store }, 'order-1');
  await store.close();
  return state.payments[0];
}

describe('the companion on Node', () => {
  it('ends the payment of a client that disconnects during the gateway call, even when it is stopped', async () => {
    const client = new AbortController();
    const asked = pay(client.signal);
    asked.catch(() => {});
    await arrived.promise;
    client.abort();
    await expect(asked).rejects.toThrow();
    const closing = companion.close();
    mayAnswer.open(SUCCESS);
    await closing;
    expect(await stored()).toMatchObject({ status: 'success' });
  });

  it('answers a request in flight before it stops, and takes no new one', async () => {
    const asked = pay();
    await arrived.promise;
    const closing = companion.close();
    await expect(fetch(`${base}/pay-form.js`)).rejects.toThrow();
    mayAnswer.open(SUCCESS);
    expect(await (await asked).json()).toMatchObject({ status: 'success' });
    await closing;
  });

  it('answers those who wait for a change when it stops', async () => {
    mayAnswer.open(SUCCESS.replace('success', 'pending'));
    const { id } = (await (await pay()).json()) as { id: string };
    const waiting = companion.fetch(
      new Request(`${base}/payments/${id}?wait=60`, { headers: await headers() }),
    );
    await companion.close();
    expect(await (await waiting).json()).toMatchObject({ status: 'pending' });
  });

  it('does not wait for connections that are kept alive and idle', async () => {
    await (await fetch(`${base}/pay-form.js`)).arrayBuffer();
    // The time after which all connections are closed never comes.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await companion.close();
  });

  it('is not ready while it drains, and serves everything else for DRAIN_SECONDS', async () => {
    const draining = await start({ DRAIN_SECONDS: '3', DATABASE_URL: databaseAt('drained.db') });
    const origin = `http://127.0.0.1:${draining.port}`;
    const closing = draining.close();
    const paths = ['/readyz', '/livez', '/pay/readyz'];
    const answers = await Promise.all(paths.map((path) => fetch(`${origin}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 404]);
    await closing;
    await expect(fetch(`${origin}/livez`)).rejects.toThrow();
  });

  it('listens only on the address that HOST names', async () => {
    const local = await start({ HOST: '127.0.0.2' });
    expect((await fetch(`http://127.0.0.2:${local.port}/livez`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.3:${local.port}/livez`)).rejects.toThrow();
    await local.close();
  });

  it('deletes what is older than RETENTION_DAYS by itself, and nothing else', async () => {
    const store = await openSqliteStore(inFolder('old.db'), { current: `store:${ORDER_SECRET}` });
    const deps = createTestDeps(store);
    deps.clock.time = Date.now() - 370 * 86_400_000;
    await payBefore(deps, { id: 'closed' });
    await payBefore(deps, { id: 'unclear' });
    await hear(deps, { gatewayOrderId: 'unclear', status: 'failure' });
    deps.clock.time = Date.now();
    await payBefore(deps, { id: 'young' });
    await store.close();
    const other = await start({ RETENTION_DAYS: '2', DATABASE_URL: databaseAt('old.db') });
    const statusOf = async (id: string) => {
      const authorization = `Bearer ${MERCHANT_API_KEY}`;
      const address = `http://127.0.0.1:${other.port}/pay/api/orders/${id}`;
      return (await fetch(address, { headers: { authorization } })).status;
    };
    await expect.poll(() => statusOf('closed')).toBe(404);
    expect([await statusOf('unclear'), await statusOf('young')]).toEqual([200, 200]);
    await other.close();
  });

  it('leaves everything in the file itself when it stops, so that a copy of that file lacks nothing', async () => {
    mayAnswer.open(SUCCESS);
    await pay();
    await companion.close();
    copyFileSync(inFolder('pay.db'), inFolder('copy.db'));
    expect(await stored('copy.db')).toMatchObject({ status: 'success' });
  });
});

it.each(['127.0.0.1.1', '1227.0.0.1', '127.0.0.1:99999'])(
  'answers 400 where the Host is %s',
  async (host) => {
    for (const method of ['GET', 'POST', 'TRACE']) {
      const status = await new Promise((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${MERCHANT_API_KEY}` };
        const asked = request(`${base}/api/orders/A`, { method, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asked.on('error', reject).end();
      });
      expect(status).toBe(400);
    }
  },
);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CARD, direct } from './testing/sandbox.ts';
import { type RunningSandbox, startSandbox } from './start.ts';

async function started(): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, settings: { strict: true } });
  onTestFinished(sandbox.close);
  return sandbox;
}

function pay(sandbox: RunningSandbox, body: Record<string, unknown>) {
  const { posId, apiKey, apiSecret, endpointsKey } = sandbox.credentials;
  return fetch(`${sandbox.url}/api/v1/payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-API-AUTH': `CPAY ${apiKey}:${apiSecret}`,
      'X-API-KEY': endpointsKey,
    },
    body: JSON.stringify({ ...body, pos_id: posId }),
  });
}

async function causeOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => 'answered',
    (error: unknown) => (error as { cause?: { code?: string } }).cause?.code,
  );
}

async function control(sandbox: RunningSandbox, path: string, body?: unknown) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, init);
  return (await response.json()) as { data: Record<string, unknown>[] };
}

test('it listens on loopback, also as localhost, with generated credentials', async () => {
  const sandbox = await started();
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(`${sandbox.url.replace('127.0.0.1', 'localhost')}/health`)).text()).toBe('OK');
  expect(sandbox.credentials.posId).toMatch(/^[0-9a-f-]{36}$/);
  const told = (await (await pay(sandbox, direct('5454545454545454'))).json()) as { user_action_url: string };
  expect(told.user_action_url.startsWith(`${sandbox.url}/acs/`)).toBe(true);
  expect((await fetch(told.user_action_url)).status).toBe(200);
});

test.each([
  ['4000000000000259', ['success']],
  ['4000000000000101', []],
])('card %s resets the socket, and the ledger has %j', async (number, statuses) => {
  const sandbox = await started();
  expect(await causeOf(pay(sandbox, direct(number)))).toBe('ECONNRESET');
  const { data } = await control(sandbox, 'payments');
  expect(data.map(({ status }) => status)).toEqual(statuses);
});

test('a webhook reaches a server on this machine', async () => {
  const bodies: string[] = [];
  const receiver = createServer((incoming, outgoing) => {
    incoming.on('data', (chunk: Buffer) => bodies.push(String(chunk)));
    incoming.on('end', () => outgoing.writeHead(200).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });
  const { port } = receiver.address() as AddressInfo;
  const sandbox = await started();
  await pay(sandbox, direct(CARD.cc_number, { server_url: `http://localhost:${port}/webhook` }));
  await expect.poll(() => bodies).toHaveLength(1);
  expect([...new URLSearchParams(bodies[0]).keys()]).toEqual(['data', 'signature']);
});

test('closing ends answers that are held back, timers and the port', async () => {
  const sandbox = await started();
  await control(sandbox, 'faults', { on: 'create', kind: 'never' });
  const request = causeOf(pay(sandbox, direct('4000000000000119')));
  await expect.poll(async () => (await control(sandbox, 'payments')).data.length).toBe(1);
  await sandbox.close();
  expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain(await request);
  expect(await causeOf(fetch(`${sandbox.url}/health`))).toBe('ECONNREFUSED');
});

test('a port that is taken is an error', async () => {
  const sandbox = await started();
  await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow(
    /^PORT: \d+ is taken by another process \(EADDRINUSE\)$/,
  );
});

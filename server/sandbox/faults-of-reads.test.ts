import { afterEach, expect, test } from 'vitest';
import { archive, bytesOf, paidOrder, receipt } from './testing/receipt.ts';
import { AUTH, type Harness, MINIMAL } from './testing/sandbox.ts';
import { type RunningSandbox, startSandbox } from './start.ts';

const ACCOUNTS = `/api/v1/balances/pos/${MINIMAL.direct.pos_id}/accounts`;
/** The one header that balances want. */
const ONLY_AUTH = { 'X-API-AUTH': AUTH['X-API-AUTH'] };
const PDF = { format: 'pdf' };
const order = (sandbox: Harness, on: string, kind: string) =>
  sandbox.control('POST', 'faults', { on, kind, times: 2 });

let running: RunningSandbox | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

test.each([
  ['error-500-before', 500],
  ['error-500-after', 500],
  ['error-503-before', 503],
  ['rate-limit-before', 429],
  ['reset-before', 599],
  ['empty', 200],
])('%s affects balances, receipts and the ZIP as many times as ordered', async (kind, status) => {
  const sandbox = await paidOrder();
  await order(sandbox, 'balances', kind);
  await order(sandbox, 'receipt', kind);
  expect((await sandbox.get(ACCOUNTS, ONLY_AUTH)).status).toBe(status);
  expect((await sandbox.get(ACCOUNTS, ONLY_AUTH)).status).toBe(status);
  expect((await receipt(sandbox, PDF)).status).toBe(status);
  expect((await archive(sandbox, PDF)).status).toBe(status);
  const healthy = [
    await sandbox.get(ACCOUNTS, ONLY_AUTH),
    await receipt(sandbox, PDF),
    await archive(sandbox, PDF),
  ];
  for (const response of healthy) {
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).length).toBeGreaterThan(0);
  }
});

test('garbage is a page of HTML, whatever was asked for', async () => {
  const sandbox = await paidOrder();
  await order(sandbox, 'any', 'garbage');
  const [balances, pdf] = [await sandbox.get(ACCOUNTS, ONLY_AUTH), await receipt(sandbox, PDF)];
  expect([balances.status, pdf.status]).toEqual([200, 200]);
  expect(pdf.headers.get('content-type')).toBe('text/html');
  await expect(balances.json()).rejects.toThrow(SyntaxError);
});

test('disguised is the same page under the headers of a good answer', async () => {
  const sandbox = await paidOrder();
  await order(sandbox, 'receipt', 'disguised');
  const pdf = await receipt(sandbox, PDF);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect((await bytesOf(pdf)).toString()).toMatch(/^<html>/);
  const zip = await archive(sandbox, PDF);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect((await bytesOf(zip)).toString()).toMatch(/^<html>/);
});

test('too-large begins as a good answer and does not end for 256 MiB', async () => {
  const sandbox = await paidOrder();
  await order(sandbox, 'receipt', 'too-large');
  const response = await receipt(sandbox, PDF);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.has('content-length')).toBe(false);
  const reader = response.body?.getReader();
  expect(
    Buffer.from((await reader?.read())?.value ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  let size = 0;
  while (size < 32 * 1_048_576) size += (await reader?.read())?.value?.length ?? Number.NaN;
  expect(size).toBeGreaterThanOrEqual(32 * 1_048_576);
  await reader?.cancel();
});

test('a fault that changes payments leaves a PDF and a refusal as they are', async () => {
  const sandbox = await paidOrder();
  await order(sandbox, 'receipt', 'wrong-amount');
  expect((await bytesOf(await receipt(sandbox, PDF))).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await receipt(sandbox, { format: 'none' })).status).toBe(400);
});

test('a cut answer keeps its type, announces all of it and sends half', async () => {
  running = await startSandbox({ port: 0, settings: { strict: true } });
  const { url, credentials } = running;
  const fault = { method: 'POST', body: JSON.stringify({ on: 'receipt', kind: 'cut' }) };
  await fetch(`${url}/_sandbox/faults`, fault);
  const headers = {
    'X-API-AUTH': `CPAY ${credentials.apiKey}:${credentials.apiSecret}`,
    'X-API-KEY': credentials.endpointsKey,
  };
  const path = `/api/v1/pos/${credentials.posId}/date/2026-06-15/report/receipt?format=pdf`;
  const response = await fetch(url + path, { headers });
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-length')).toBe('22');
  await expect(response.arrayBuffer()).rejects.toThrow(TypeError);
});

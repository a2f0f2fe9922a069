import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POS, bytesOf, credit, paidOrder, pay, receipt } from './testing/receipt.ts';
import { direct, openSandbox } from './testing/sandbox.ts';
import { withPackages } from './receipts.ts';
import type { Refusal } from './refusal.ts';

const PATH = `/api/v1/pos/${POS}/orders/order-1/report/receipt`;
const REFERENCE = { format: 'signed_pdf', creditReference: 'true' };

test('html is raw HTML, to be shown', async () => {
  const response = await receipt(await paidOrder(), { format: 'html' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^inline; filename="receipt-order-1-\w{8}\.html"/,
  );
  expect(await response.text()).toMatch(/^<!doctype html>/);
});

test('pdf is a PDF, to be kept', async () => {
  const response = await receipt(await paidOrder(), { format: 'pdf' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="receipt-order-1-\w{8}\.pdf"/,
  );
  expect((await bytesOf(response)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an order id of any letters names the file in a safe way', async () => {
  const sandbox = await paidOrder({ order_id: '../замовлення "7"\r\n' });
  const response = await receipt(sandbox, { format: 'html' }, '../замовлення "7"\r\n');
  expect(response.status).toBe(200);
  const name = /filename\*=UTF-8''(\S+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  expect(decodeURIComponent(name)).toMatch(/^receipt-\.\._замовлення_7_-\w{8}\.html$/);
});

test('without transactionId it is the incoming transaction, with it the one that is named', async () => {
  const sandbox = await paidOrder();
  const transactionId = await credit(sandbox, '25.00');
  const incoming = await (await receipt(sandbox, { format: 'html' })).text();
  expect(incoming).toContain('100.00');
  expect(incoming).not.toContain(transactionId);
  const named = await receipt(sandbox, { format: 'html', transactionId: transactionId.toUpperCase() });
  const text = await named.text();
  expect(text).toContain('25.00');
  expect(text).toContain(transactionId);
});

test.each<[query: string, field: string]>([
  ['', 'format'],
  ['format=', 'format'],
  ['format=PDF', 'format'],
  ['format=zip', 'format'],
  ['format=html&format=pdf', 'format'],
  ['format=html&transactionId=1', 'transactionId'],
  ['format=html&transaction_id=6f0b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11', 'transaction_id'],
  ['format=html&creditReference=yes', 'creditReference'],
  [`format=html&creditReference=true&transactionId=${POS}`, 'format'],
  [`format=pdf&creditReference=true&transactionId=${POS}`, 'format'],
  ['format=signed_pdf', 'creditReference'],
  ['format=signed_pdf&creditReference=false', 'creditReference'],
  ['format=signed_pdf&creditReference=true', 'transactionId'],
])('the query "%s" is refused for its %s', async (query, field) => {
  const response = await (await paidOrder()).get(`${PATH}?${query}`);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({
    message: expect.any(String) as string,
    args: [{ field_name: field }],
  });
});

test.each([
  [PATH.replace(POS, 'no-uuid'), 400],
  [PATH.replace(POS, '6f0b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11'), 401],
  [PATH.replace('order-1', 'order-2'), 404],
])('%s is answered %d', async (path, status) => {
  const response = await (await paidOrder()).get(`${path}?format=html`);
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty('message');
});

test('a transaction that is not of the order is answered 404', async () => {
  const sandbox = await paidOrder();
  await pay(sandbox, { order_id: 'order-2' });
  const other = await credit(sandbox, '1.00', 'order-2');
  for (const transactionId of [other, '6f0b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11']) {
    expect((await receipt(sandbox, { format: 'html', transactionId })).status).toBe(404);
  }
});

test.each([
  ['a lookup', '4242424242424242', { method: 'lookup' }],
  ['a failed purchase', '4000000000000002', {}],
  ['a pending purchase', '5454545454545454', {}],
])('%s has none', async (_what, card, more) => {
  const sandbox = openSandbox();
  expect((await sandbox.post('/api/v1/payment', direct(card, more))).status).toBe(200);
  const response = await receipt(sandbox, { format: 'html' });
  expect(response.status).toBe(400);
  expect(await response.json()).toHaveProperty('message');
});

test.each(['capture', 'refund'])('a %s has none of its own', async (method) => {
  const sandbox = await paidOrder({ method: method === 'capture' ? 'auth' : 'purchase' });
  const told = (await sandbox.control('POST', 'orders/order-1/operations', { method })) as object;
  const transactionId = String((told as Record<string, unknown>)['transaction_id']);
  expect((await receipt(sandbox, { format: 'html', transactionId })).status).toBe(400);
});

test('a credit that failed and a p2p transfer have none', async () => {
  const sandbox = await paidOrder();
  for (const event of [{ method: 'credit', status: 'failure' }, { method: 'p2p' }]) {
    const told = (await sandbox.control('POST', 'orders/order-1/events', event)) as { transactionId: string };
    const { transactionId } = told;
    expect((await receipt(sandbox, { format: 'html', transactionId })).status).toBe(400);
    expect((await receipt(sandbox, { ...REFERENCE, transactionId })).status).toBe(400);
  }
});

test('a purchase has no credit reference', async () => {
  const sandbox = await paidOrder();
  const [payment] = ((await sandbox.control('GET', 'payments')) as { data: { transactionId: string }[] })
    .data;
  const transactionId = payment?.transactionId ?? '';
  expect((await receipt(sandbox, { format: 'html', transactionId })).status).toBe(200);
  expect((await receipt(sandbox, { ...REFERENCE, transactionId })).status).toBe(400);
});

test('a project without credit references is refused them, and nothing else', async () => {
  const sandbox = await paidOrder();
  const transactionId = await credit(sandbox);
  await sandbox.control('POST', 'settings', { creditReferences: false });
  expect((await receipt(sandbox, { ...REFERENCE, transactionId })).status).toBe(400);
  expect((await receipt(sandbox, { format: 'pdf', transactionId })).status).toBe(200);
});

async function refusalOf(code: string): Promise<{ refusal: Refusal; lines: string[] }> {
  const missing = Object.assign(new Error("Cannot find package 'pdfkit'"), { code });
  const lines: string[] = [];
  const loading = withPackages(
    () => Promise.reject(missing),
    (line) => lines.push(line),
  );
  const refusal = await loading.catch((error: Refusal) => error);
  return { refusal, lines };
}

test('names every optional package but the driver of Postgres where one is missing, in answer and log', async () => {
  const about = JSON.parse(readFileSync('package.json', 'utf8')) as { peerDependencies: object };
  const optional = Object.keys(about.peerDependencies).filter((name) => name !== 'pg');
  const { refusal, lines } = await refusalOf('ERR_MODULE_NOT_FOUND');
  expect(refusal.status).toBe(400);
  expect(refusal.message.split('npm install ')[1]?.split(' ').toSorted()).toEqual(optional.toSorted());
  expect(lines).toEqual([`sandbox: ${refusal.message}`]);
});

test('its README names the same packages', async () => {
  const { refusal } = await refusalOf('ERR_MODULE_NOT_FOUND');
  const command = `npm install ${refusal.message.split('npm install ')[1]}`;
  expect(readFileSync('server/sandbox/README.md', 'utf8').split('\n')).toContain(command);
});

test('passes on what failed for another reason', async () => {
  const broken = new Error('broken');
  await expect(withPackages(() => Promise.reject(broken))).rejects.toBe(broken);
});

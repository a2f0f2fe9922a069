import { expect, test } from 'vitest';
import { credit, paidOrder, pay, receipt } from './testing/receipt.ts';
import { ORDER, POS, openSandbox } from './testing/sandbox.ts';
import { SAMPLE_CREDIT_REFERENCE, SAMPLE_RECEIPT } from './sample-pdfs.ts';

const PATH = `${ORDER}/report/receipt`;
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

test.each([
  ['', 'format'],
  ['format=html&format=pdf', 'format'],
  ['format=signed_pdf', 'creditReference'],
])('the query "%s" is refused for its %s', async (query, field) => {
  const response = await (await paidOrder()).get(`${PATH}?${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ args: [{ field_name: field }] });
});

test('pdf and signed_pdf are the samples, to be kept', async () => {
  const sandbox = await paidOrder();
  const transactionId = await credit(sandbox);
  const pdf = await receipt(sandbox, { format: 'pdf' });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toMatch(
    /^attachment; filename="receipt-order-1-\w{8}\.pdf"/,
  );
  expect(await pdf.text()).toBe(SAMPLE_RECEIPT);
  const signed = await receipt(sandbox, { ...REFERENCE, transactionId });
  expect(await signed.text()).toBe(SAMPLE_CREDIT_REFERENCE);
  const [payment] = await sandbox.records('payments');
  const ofPurchase = { ...REFERENCE, transactionId: String(payment?.['transactionId']) };
  expect((await receipt(sandbox, ofPurchase)).status).toBe(400);
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
  expect((await sandbox.pay(card, more)).status).toBe(200);
  const response = await receipt(sandbox, { format: 'html' });
  expect(response.status).toBe(400);
  expect(await response.json()).toHaveProperty('message');
});

test('a credit that failed and a p2p transfer have none', async () => {
  const sandbox = await paidOrder();
  for (const event of [{ method: 'credit', status: 'failure' }, { method: 'p2p' }]) {
    const told = await sandbox.control('POST', 'orders/order-1/events', event);
    const transactionId = String(told['transactionId']);
    expect((await receipt(sandbox, { format: 'html', transactionId })).status).toBe(400);
    expect((await receipt(sandbox, { ...REFERENCE, transactionId })).status).toBe(400);
  }
});

test('a project without credit references is refused them, and nothing else', async () => {
  const sandbox = await paidOrder();
  const transactionId = await credit(sandbox);
  await sandbox.control('POST', 'settings', { creditReferences: false });
  expect((await receipt(sandbox, { ...REFERENCE, transactionId })).status).toBe(400);
  expect((await receipt(sandbox, { format: 'pdf', transactionId })).status).toBe(200);
});

test.each([SAMPLE_RECEIPT, SAMPLE_CREDIT_REFERENCE])('a sample is a PDF whose offsets are right', (pdf) => {
  expect(pdf).toMatch(/^%PDF-1\.4\n[ -~\n]*%%EOF\n$/);
  const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(table)).toMatch(/^xref\n/);
  const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  for (const [index, offset] of offsets.entries()) {
    expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  }
});

test('the signature of the sample covers every byte but itself', () => {
  const pdf = SAMPLE_CREDIT_REFERENCE;
  const range = /ByteRange \[(\d+) +(\d+) +(\d+) +(\d+)\]/.exec(pdf) ?? [];
  const [start, before = 0, second = 0, after = 0] = range.slice(1).map(Number);
  expect([start, second + after]).toEqual([0, pdf.length]);
  expect(pdf.slice(before, second)).toMatch(/^<30[\da-f]+>$/);
});

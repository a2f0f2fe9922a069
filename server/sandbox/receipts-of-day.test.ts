import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { POS, archive, bytesOf, credit, paidOrder, pay, paySplit } from './testing/receipt.ts';
import { openSandbox } from './testing/sandbox.ts';

const PATH = `/api/v1/pos/${POS}/date/2026-06-15/report/receipt`;

async function filesOf(response: Response): Promise<Record<string, Uint8Array>> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return unzipSync(await bytesOf(response));
}

/** A purchase, an auth, a split purchase, a failed payment, and a credit of the purchase. */
async function day() {
  const sandbox = await paidOrder({ order_id: 'bought' });
  await pay(sandbox, { order_id: 'reserved', method: 'auth' });
  await paySplit(sandbox, 'split');
  await pay(sandbox, { order_id: 'failed', cc_number: '4000000000000002' });
  await pay(sandbox, { order_id: 'looked-up', method: 'lookup' });
  const creditId = await credit(sandbox, '25.00', 'bought');
  return { sandbox, creditId };
}

const ordersOf = (files: object) => Object.keys(files).map((name) => name.split('-').slice(1, -1).join('-'));

test.each<[query: Record<string, string>, orders: string[]]>([
  [{ format: 'html' }, ['bought', 'reserved']],
  [{ format: 'html', method: 'purchase' }, ['bought']],
  [{ format: 'html', method: 'auth' }, ['reserved']],
  [{ format: 'html', method: 'credit' }, ['bought']],
  [{ format: 'pdf', method: 'purchase' }, ['bought']],
])('%j is a ZIP of the receipts of %j, without split purchases', async (query, orders) => {
  const { sandbox } = await day();
  const response = await archive(sandbox, query);
  expect(response.headers.get('content-disposition')).toContain('filename="receipts-2026-06-15.zip"');
  expect(ordersOf(await filesOf(response))).toEqual(orders);
});

test('the files are what their names say', async () => {
  const { sandbox } = await day();
  for (const [name, bytes] of Object.entries(await filesOf(await archive(sandbox, { format: 'pdf' })))) {
    expect(name).toMatch(/\.pdf$/);
    expect(strFromU8(bytes.slice(0, 5))).toBe('%PDF-');
  }
  for (const [name, bytes] of Object.entries(await filesOf(await archive(sandbox, { format: 'html' })))) {
    expect(name).toMatch(/\.html$/);
    expect(strFromU8(bytes)).toMatch(/^<!doctype html>/);
  }
});

test('signed_pdf with method=credit is every credit reference of the day, each with its own number', async () => {
  const { sandbox, creditId } = await day();
  const second = await credit(sandbox, '5.00', 'reserved');
  const files = await filesOf(await archive(sandbox, { format: 'signed_pdf', method: 'credit' }));
  expect(Object.keys(files)).toEqual([
    `credit-reference-bought-${creditId.slice(0, 8)}.pdf`,
    `credit-reference-reserved-${second.slice(0, 8)}.pdf`,
  ]);
  for (const bytes of Object.values(files)) expect(strFromU8(bytes, true)).toContain('/adbe.pkcs7.detached');
});

test('a transaction belongs to the day in UTC on which it succeeded', async () => {
  const sandbox = openSandbox();
  await sandbox.pass(12 * 3600 - 1);
  await pay(sandbox, { order_id: 'last' });
  await sandbox.pass(1);
  await pay(sandbox, { order_id: 'first' });
  const on = async (date: string) =>
    ordersOf(await filesOf(await archive(sandbox, { format: 'html' }, date)));
  expect(await on('2026-06-15')).toEqual(['last']);
  expect(await on('2026-06-16')).toEqual(['first']);
});

test.each(['2026-06-14', '2099-01-01'])(
  'a day without receipts, %s, is a ZIP without files',
  async (date) => {
    const { sandbox } = await day();
    const response = await archive(sandbox, { format: 'pdf' }, date);
    const bytes = await bytesOf(response);
    expect([response.status, bytes.subarray(0, 4).toString('latin1')]).toEqual([200, 'PK\u0005\u0006']);
    expect(unzipSync(bytes)).toEqual({});
  },
);

test('no order id leads out of the folder into which the files are unpacked, or takes a file of another', async () => {
  const sandbox = openSandbox();
  for (const order_id of ['../../etc/passwd', '..\\..\\x', '/abs', 'a/b', 'a_b', 'х'.repeat(256)]) {
    await pay(sandbox, { order_id });
  }
  const names = Object.keys(await filesOf(await archive(sandbox, { format: 'html' })));
  expect(names).toHaveLength(6);
  for (const name of names) expect(name).toMatch(/^receipt-[\p{L}\p{N}._-]+\.html$/u);
});

test.each<[query: string, field: string]>([
  ['', 'format'],
  ['method=purchase', 'format'],
  ['format=zip', 'format'],
  ['format=pdf&format=html', 'format'],
  ['format=pdf&method=capture', 'method'],
  ['format=pdf&method=', 'method'],
  ['format=pdf&method=purchase,auth', 'method'],
  ['format=signed_pdf', 'method'],
  ['format=signed_pdf&method=purchase', 'method'],
  ['format=pdf&creditReference=true', 'creditReference'],
  ['format=pdf&transactionId=6f0b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11', 'transactionId'],
])('the query "%s" is refused for its %s', async (query, field) => {
  const response = await openSandbox().get(`${PATH}?${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ args: [{ field_name: field }] });
});

test.each([
  '2026-6-15',
  '15-06-2026',
  '2026-06-31',
  '2026-13-01',
  '20260615',
  'today',
  '2026-06-15T00:00:00',
])('the date %s is refused', async (date) => {
  const response = await archive(openSandbox(), { format: 'pdf' }, date);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ args: [{ field_name: 'date' }] });
});

test('a project without credit references has no ZIP of them', async () => {
  const { sandbox } = await day();
  await sandbox.control('POST', 'settings', { creditReferences: false });
  expect((await archive(sandbox, { format: 'signed_pdf', method: 'credit' })).status).toBe(400);
  expect((await archive(sandbox, { format: 'html', method: 'credit' })).status).toBe(200);
});

test('a project that is no UUID is 400, an unknown one 401', async () => {
  const status = async (pos: string) =>
    (await openSandbox().get(`${PATH.replace(POS, pos)}?format=html`)).status;
  expect(await status('no-uuid')).toBe(400);
  expect(await status('6f0b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11')).toBe(401);
});

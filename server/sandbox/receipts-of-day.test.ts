import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { archive, credit, paidOrder, pay, paySplit } from './testing/receipt.ts';
import { openSandbox } from './testing/sandbox.ts';

async function filesOf(response: Response): Promise<Record<string, Uint8Array>> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
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

test('signed_pdf with method=credit is every credit reference of the day', async () => {
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
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, strFromU8(bytes.subarray(0, 4))]).toEqual([200, 'PK\u0005\u0006']);
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

test('a project without credit references has no ZIP of them', async () => {
  const { sandbox } = await day();
  await sandbox.control('POST', 'settings', { creditReferences: false });
  expect((await archive(sandbox, { format: 'signed_pdf', method: 'credit' })).status).toBe(400);
  expect((await archive(sandbox, { format: 'html', method: 'credit' })).status).toBe(200);
});

test.each<[query: Record<string, string>, date: string, field: string]>([
  [{}, '2026-06-15', 'format'],
  [{ format: 'signed_pdf' }, '2026-06-15', 'method'],
  [{ format: 'pdf' }, '2026-06-31', 'date'],
])('%j of %s is refused for its %s', async (query, date, field) => {
  const response = await archive(openSandbox(), query, date);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ args: [{ field_name: field }] });
});

import { PDFiumLibrary } from '@hyzyla/pdfium';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LACKING, printable } from './pdf-text.ts';
import { receiptPdf } from './pdf.ts';
import { bytesOf, paidOrder, receipt } from './receipt-harness.ts';
import type { Receipt } from './receipt.ts';

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

/** How many pages the file has, and the text of the first in single blanks. */
async function read(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const document = await library.loadDocument(bytes);
  const told = {
    pages: document.getPageCount(),
    text: document.getPage(0).getText().replaceAll(/\s+/g, ' '),
  };
  document.destroy();
  return told;
}

const PLAIN: Receipt = {
  title: 'Receipt',
  number: 'R-1',
  merchant: 'Shop',
  state: 'Paid',
  amount: '10.50',
  currency: 'UAH',
  description: 'Boots',
  statement: null,
  facts: [],
  tables: [],
  notes: ['No money moved.'],
  issuedAt: Date.UTC(2026, 5, 15, 12),
  signer: null,
};

const pdfOf = async (more: Partial<Receipt>) => read(await receiptPdf({ ...PLAIN, ...more }));

test('a PDF is one page with the fields of the order, in Ukrainian too', async () => {
  const sandbox = await paidOrder({
    description: 'Їжачок і ґанок',
    customer_fname: 'Ольга',
    products: [{ name: 'Кухоль', qty: 1, amount: 100 }],
  });
  await sandbox.control('POST', 'settings', { merchantName: 'Крамниця «Глечик»' });
  await sandbox.control('POST', 'orders/order-1/operations', { method: 'refund', amount: '30.00' });
  const { pages, text } = await read(await bytesOf(await receipt(sandbox, { format: 'pdf' })));
  expect(pages).toBe(1);
  for (const told of [
    'Крамниця «Глечик»',
    '100.00 UAH',
    'Partly refunded',
    'Їжачок і ґанок',
    'order-1',
    '424242******4242',
    'Ольга Kobylianska',
    'olena@shop.example',
    'Кухоль',
    'Remains paid 70.00 UAH',
    'No money moved.',
  ]) {
    expect(text).toContain(told);
  }
});

test('Greek and accented letters are there; what the fonts lack is shown as such, and said', async () => {
  const known = await pdfOf({ description: 'Ελληνικά, Łódź, ığüş, Ñandú' });
  expect(known.text).toContain('Ελληνικά, Łódź, ığüş, Ñandú');
  expect(known.text).not.toContain(LACKING);
  const strange = await pdfOf({ description: '靴 👢' });
  expect(strange.text).toContain(`${LACKING} ${LACKING}`);
  expect(strange.text).toContain(`${LACKING} stands for a character`);
});

test('a lack is said wherever it is, in a product too', async () => {
  const lines = [{ name: '靴', detail: '', amount: '1.00' }];
  expect((await pdfOf({ tables: [{ heading: 'Products', lines, total: null }] })).text).toContain(
    `${LACKING} stands for a character`,
  );
});

test('long tables are counted where they end, and keep their total', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => ({
    name: `Line ${index}`,
    detail: '',
    amount: '1.00',
  }));
  const total = { name: 'Remains paid', detail: '', amount: '7.00' };
  const { pages, text } = await pdfOf({ tables: [{ heading: 'Products', lines, total }] });
  expect(pages).toBe(1);
  expect(text).toMatch(/Line 0 .*… and 4\d\d more Remains paid 7\.00 UAH/);
});

test('a long value takes lines of its own before it is cut', async () => {
  const value = 'abcdefghi '.repeat(20).trim();
  expect((await pdfOf({ facts: [{ heading: 'Payment', rows: [['Order', value]] }] })).text).toContain(value);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    'W'.repeat(256),
    'слово '.repeat(340),
    '',
    '\r\n\t',
    '\u202E\u0000',
    '/ByteRange [0 /**********',
  ),
);
const line = fc.record({ name: text, detail: text, amount: fc.option(fc.constant('999999999999.99')) });
const facts = (heading: string, most: number) =>
  fc.record({
    heading: fc.constant(heading),
    rows: fc.array(fc.tuple(fc.constant('Label'), text), { maxLength: most }),
  });
const receipts = fc.record({
  merchant: text,
  description: text,
  amount: fc.constantFrom('0.01', '9999999999999.99', '999999999999999'),
  facts: fc.tuple(facts('Payment', 11), facts('Customer', 6)),
  tables: fc.array(
    fc.record({
      heading: fc.constant('Products'),
      lines: fc.array(line, { minLength: 1, maxLength: 60 }),
      total: fc.option(line),
    }),
    { maxLength: 3 },
  ),
  notes: fc.array(fc.constant('A note'), { maxLength: 2 }),
});

test('whatever an order holds, its receipt is one page', async () => {
  await fc.assert(
    fc.asyncProperty(receipts, async (more) => {
      expect((await pdfOf(more)).pages).toBe(1);
    }),
    { numRuns: 25, endOnFailure: true, seed: 20_260_615 },
  );
});

test('the fullest receipt of all still fits', async () => {
  const long = 'Щ'.repeat(300);
  const rows = Array.from({ length: 11 }, (_, index): [string, string] => [`Label ${index}`, long]);
  const lines = Array.from({ length: 60 }, () => ({ name: long, detail: long, amount: '999999999999.99' }));
  const table = { heading: 'Products', lines, total: { name: long, detail: '', amount: '1.00' } };
  const { pages, text: shown } = await pdfOf({
    description: 'слово '.repeat(340),
    facts: [
      { heading: 'Payment', rows },
      { heading: 'Customer', rows: rows.slice(0, 6) },
    ],
    tables: [table, table, table],
    notes: ['A note', 'Another'],
  });
  expect(pages).toBe(1);
  expect(shown).toContain('Another');
  expect(shown.match(/… and 59 more/g)).toHaveLength(3);
  expect(shown.match(/слово/g)?.length).toBeLessThan(20);
});

test('text is printed in one line, without what has no shape', () => {
  const all = () => true;
  expect(printable(' a\r\n\tb\u0000c\u202E d ', all)).toBe('a b c d');
  expect(printable('ab👢c', (codePoint) => codePoint < 128)).toBe(`ab${LACKING}c`);
});

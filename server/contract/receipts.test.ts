import { expect, it } from 'vitest';
import { daySchema, dayReceiptsFaults, receiptFaults } from './receipts.ts';

const transactionId = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01';

it.each([
  [{ format: 'html' }, []],
  [{ format: 'pdf', transactionId, creditReference: false }, []],
  [{ format: 'signed_pdf', creditReference: true, transactionId }, []],
  [{ format: 'signed_pdf', transactionId }, ['creditReference required-with-signed-pdf']],
  [{ format: 'signed_pdf', creditReference: true }, ['transactionId required']],
  [{ format: 'pdf', creditReference: true }, ['format signed-pdf-required', 'transactionId required']],
] as const)('the receipt %j breaks %j', (request, faults) => {
  expect(receiptFaults(request).map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
});

it.each([
  [{ format: 'html' }, []],
  [{ format: 'pdf', method: 'credit' }, []],
  [{ format: 'signed_pdf', method: 'credit' }, []],
  [{ format: 'signed_pdf' }, ['method credit-required']],
  [{ format: 'signed_pdf', method: 'auth' }, ['method credit-required']],
] as const)('the receipts of a day %j break %j', (request, faults) => {
  expect(dayReceiptsFaults(request).map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
});

it.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-2-8', false],
  ['28.02.2026', false],
  ['2026-02-28T00:00:00', false],
  ['../..', false],
])('%s is a day: %j', (text, isDay) => {
  expect(daySchema.safeParse(text).success).toBe(isDay);
});

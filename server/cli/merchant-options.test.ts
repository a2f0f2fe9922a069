import { expect, it } from 'vitest';
import { ran } from './testing/terminal.ts';

const ID = '5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11';

it.each<[string, string]>([
  ['refund A-1 --key 4242424242424242', '--key must be 8 to 128 letters, digits and . _ : -'],
  ['refund A-1 --amount 0', '--amount must be a decimal number above zero'],
  [`refund A-1 --split ${ID}=1=2`, '--split must be <uuid>=<decimal>'],
  ['refund A-1 --receipt-delivery fax', '--receipt-delivery must be email, sms, viber or none.'],
  ['resolve p-1 --comment x', '--status is missing: success or failure.'],
  ['resolve p-1 --status failure --comment x --amount 5.00', 'Unknown option "--amount"'],
  ['resolve operation --status failure --comment x', '<operationId> is missing.'],
  ['receipts 2026-11-20 --output x', '--format is missing: html, pdf or signed_pdf.'],
  ['receipts 2026-11-20 --format pdf', '--output is missing.'],
  [
    'reconcile --since 1.11.2026',
    '--since must be a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00Z.',
  ],
  ['orders --from 2026-13-01', '--from must be a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00Z.'],
  ['orders --limit 101', '--limit must be a whole number from 1 to 100.'],
  ['orders create --id A-1 --amount 1', '--currency is missing.'],
  ['balances cards', 'There are too many arguments.'],
])('%s: is told in one line, and sends nothing', async (line, message) => {
  const { code, out, err, sent } = await ran(line);
  expect([code, out, sent]).toEqual([2, '', []]);
  expect(err).toMatch(/^pay-form [a-z ]+: .+\nSee `pay-form help [a-z ]+`\.\n$/);
  expect(err).toContain(message);
});

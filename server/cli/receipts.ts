import { DAY_METHODS, receiptQuery } from '../contract/merchant-parameters.ts';
import { download } from './download.ts';
import { UsageError } from './exit.ts';
import { merchantCommand } from './merchant-command.ts';
import { DAY, listed, oneOf } from './value-rules.ts';

const FORMAT = {
  value: '<format>',
  rule: oneOf(receiptQuery.shape.format.options),
  required: true,
  help: 'html, pdf, or signed_pdf for credit references',
} as const;
const FORCE = { help: 'overwrite an existing file' };

/** `GET /api/orders/{orderId}/receipt` */
export const receipt = merchantCommand({
  name: 'receipt',
  summary: 'Saves the receipt of an order to a file',
  positionals: ['<orderId>'],
  options: {
    format: FORMAT,
    output: {
      value: '<file>',
      help: 'output file (-: standard output; default: receipt-<orderId>.html or .pdf)',
    },
    force: FORCE,
    'transaction-id': {
      value: '<id>',
      help: 'needed for credit transactions (default: the order’s incoming transaction)',
    },
    'credit-reference': { help: 'a credit reference; use it with --format signed_pdf' },
  },
  examples: [
    ['receipt A-1001 --format pdf', 'Saves it as receipt-A-1001.pdf.'],
    ['receipt A-1001 --format html --output - | lynx -stdin', 'Pipes it to another program.'],
  ],
  run({ values, positionals: [orderId = ''] }, session) {
    const { format, 'transaction-id': transactionId, 'credit-reference': isReference } = values;
    return download(session, {
      path: `/orders/${encodeURIComponent(orderId)}/receipt`,
      query: { format, transactionId, creditReference: isReference ? 'true' : undefined },
      output: values.output ?? defaultName(orderId, format),
      force: values.force,
    });
  },
});

/** Order ids contain no characters with a meaning in paths; the API refuses others. */
function defaultName(orderId: string, format: string): string {
  return `receipt-${orderId.replaceAll(/[^\w.-]/g, '_')}.${format === 'html' ? 'html' : 'pdf'}`;
}

/** `GET /api/receipts/{date}` */
export const receipts = merchantCommand({
  name: 'receipts',
  summary: 'Saves all receipts of a day as a ZIP file',
  positionals: ['<date>'],
  options: {
    format: FORMAT,
    output: { value: '<file>', required: true, help: 'output file (-: standard output)' },
    method: {
      value: '<method>',
      rule: oneOf(DAY_METHODS),
      help: `${listed(DAY_METHODS)} (default: purchase and auth)`,
    },
    force: FORCE,
  },
  notes: 'Receipts of split purchases are not included: fetch them one by one with `pay-form receipt`.',
  examples: [
    ['receipts 2026-11-20 --format pdf --output receipts-2026-11-20.zip', 'All receipts of one day.'],
    [
      'receipts 2026-11-20 --format signed_pdf --method credit --output credit.zip',
      'All credit references of that day.',
    ],
  ],
  run({ values: { format, method, output, force }, positionals: [date = ''] }, session) {
    if (!DAY.isValid(date)) throw new UsageError(`<date> must be ${DAY.words}.`);
    return download(session, { path: `/receipts/${date}`, query: { format, method }, output, force });
  },
});

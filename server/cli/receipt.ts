import { receiptQuery } from '../contract/merchant-parameters.ts';
import { download, FILE_OPTIONS } from './download.ts';
import { merchantCommand, URL_OPTION } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { missing, oneOf } from './value-rules.ts';

const FORMAT = oneOf(receiptQuery.shape.format.options);

/** `GET /api/orders/{orderId}/receipt` */
export const receipt = merchantCommand({
  name: 'receipt',
  summary: 'Saves the receipt of an order to a file',
  usage: ['receipt <orderId> --format <format> [--output <file>] [options]'],
  positionals: ['<orderId>'],
  options: {
    format: {
      type: 'string',
      value: '<format>',
      rule: FORMAT,
      help: 'html, pdf, or signed_pdf for credit references',
    },
    output: {
      type: 'string',
      value: '<file>',
      help: 'output file (-: standard output; default: receipt-<orderId>.html or .pdf)',
    },
    ...FILE_OPTIONS,
    'transaction-id': {
      type: 'string',
      value: '<id>',
      help: 'needed for credit transactions (default: the order’s incoming transaction)',
    },
    'credit-reference': { type: 'boolean', help: 'a credit reference; use it with --format signed_pdf' },
    ...URL_OPTION,
  },
  fields: {
    format: '--format',
    transactionId: '--transaction-id',
    creditReference: '--credit-reference',
    orderId: '<orderId>',
  },
  examples: [
    ['receipt A-1001 --format pdf', 'Saves it as receipt-A-1001.pdf.'],
    ['receipt A-1001 --format html --output - | lynx -stdin', 'Pipes it to another program.'],
  ],
  run({ values, positionals: [orderId = ''] }, session) {
    const {
      format,
      output,
      force,
      json,
      'transaction-id': transactionId,
      'credit-reference': reference,
    } = values;
    if (format === undefined) throw missing('--format', FORMAT);
    return download(session, {
      path: `/orders/${segment(orderId, '<orderId>')}/receipt`,
      query: { format, transactionId, ...(reference && { creditReference: 'true' }) },
      output: output ?? defaultName(orderId, format),
      force,
      json,
    });
  },
});

/** Order ids contain no characters with a meaning in paths; the API refuses others. */
function defaultName(orderId: string, format: string): string {
  return `receipt-${orderId.replaceAll(/[^\w.-]/g, '_')}.${format === 'html' ? 'html' : 'pdf'}`;
}

import { DAY_METHODS, receiptQuery } from '../contract/merchant-parameters.ts';
import { download, FILE_OPTIONS } from './download.ts';
import { merchantCommand, URL_OPTION } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { UsageError } from './usage-error.ts';
import { DAY, missing, oneOf } from './value-rules.ts';

const FORMAT = oneOf(receiptQuery.shape.format.options);

/** `GET /api/receipts/{date}` */
export const receipts = merchantCommand({
  name: 'receipts',
  summary: 'Saves all receipts of a day as a ZIP file',
  usage: ['receipts <date> --format <format> --output <file> [options]'],
  positionals: ['<date>'],
  options: {
    format: {
      type: 'string',
      value: '<format>',
      rule: FORMAT,
      help: 'html, pdf, or signed_pdf for credit references',
    },
    method: {
      type: 'string',
      value: '<method>',
      rule: oneOf(DAY_METHODS),
      help: 'purchase, auth or credit (default: purchase and auth)',
    },
    output: { type: 'string', value: '<file>', help: 'output file (-: standard output)' },
    ...FILE_OPTIONS,
    ...URL_OPTION,
  },
  fields: { date: '<date>', format: '--format', method: '--method' },
  notes: 'Receipts of split purchases are not included: fetch them one by one with `pay-form receipt`.',
  examples: [
    ['receipts 2026-11-20 --format pdf --output receipts-2026-11-20.zip', 'All receipts of one day.'],
    [
      'receipts 2026-11-20 --format signed_pdf --method credit --output credit.zip',
      'All credit references of that day.',
    ],
  ],
  run({ values: { format, method, output, force, json }, positionals: [date = ''] }, session) {
    if (!DAY.isValid(date)) throw new UsageError(`<date> must be ${DAY.words}.`);
    if (format === undefined) throw missing('--format', FORMAT);
    if (output === undefined) throw new UsageError('--output is missing.');
    return download(session, {
      path: `/receipts/${segment(date, '<date>')}`,
      query: { format, method },
      output,
      force,
      json,
    });
  },
});

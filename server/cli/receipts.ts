import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { receiptQuery } from '../contract/merchant-parameters.ts';
import { DAY_METHODS } from '../contract/words.ts';
import { errorCode } from '../gateway/failure.ts';
import { UsageError } from './arguments.ts';
import { EXIT } from './command.ts';
import type { Query } from './merchant-api.ts';
import { merchantCommand, type Session } from './merchant-command.ts';
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
    return save(session, {
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
    return save(session, { path: `/receipts/${date}`, query: { format, method }, output, force });
  },
});

interface Target {
  path: string;
  query: Query;
  /** a file, or "-" for standard output */
  output: string;
  /** replace an existing file */
  force?: boolean | undefined;
}

/**
 * Saves a file that only its owner can read: receipts name customers. With `--json` prints its name, type and size.
 * @throws UsageError if standard output would receive both the file and JSON, or if the file exists
 */
async function save({ api, terminal, json }: Session, target: Target): Promise<number> {
  const { path, query, output, force = false } = target;
  const occupied = new UsageError(`${output} already exists; use --force to overwrite it.`);
  if (output === '-' && json) throw new UsageError('--json cannot be combined with --output -.');
  if (output !== '-' && !force && existsSync(output)) throw occupied;
  const { bytes, type } = await api.file(path, query);
  if (output === '-') {
    terminal.print(bytes);
    return EXIT.done;
  }
  try {
    // The old file is kept until the new one is complete.
    const written = force ? `${output}.part` : output;
    if (force) await rm(written, { force: true });
    await writeFile(written, bytes, { flag: 'wx', mode: 0o600 });
    if (force) await rename(written, output);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw occupied;
    terminal.say(`pay-form: ${output} cannot be written (${errorCode(error)}).\n`);
    return EXIT.failed;
  }
  if (json) terminal.print(`${JSON.stringify({ file: output, type, bytes: bytes.length })}\n`);
  else terminal.say(`${output}: ${bytes.length} bytes\n`);
  return EXIT.done;
}

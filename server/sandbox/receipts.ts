import { strToU8, zipSync } from 'fflate';
import type { Context } from 'hono';
import { uuid, words } from '../contract/gateway-parameters.ts';
import {
  daySchema,
  dayReceiptsFaults,
  RECEIPT_FORMATS,
  type ReceiptFault,
  type ReceiptFormat,
  receiptFaults,
} from '../contract/receipts.ts';
import { DAY_METHODS } from '../contract/words.ts';
import { requirePosOfPath } from './authentication.ts';
import { type PrimaryTransaction, type SandboxPayment, primaryTransactions } from './ledger.ts';
import { pageNotFound } from './page.ts';
import { readQuery } from './read-request.ts';
import { RECEIPT_HEADERS, receiptHtml } from './receipt-html.ts';
import { hasReceipt, receiptOf } from './receipt.ts';
import { Refusal, invalid, notFound } from './refusal.ts';
import { SAMPLE_CREDIT_REFERENCE, SAMPLE_RECEIPT } from './sample-pdfs.ts';
import type { SandboxState } from './state.ts';

const FORMAT = words(RECEIPT_FORMATS);
const ORDER_QUERY = { transactionId: uuid, format: FORMAT, creditReference: words(['true', 'false']) };
const DAY_QUERY = { format: FORMAT, method: words(DAY_METHODS) };

const SAMPLES = { pdf: SAMPLE_RECEIPT, signed_pdf: SAMPLE_CREDIT_REFERENCE };

interface ReceiptFile {
  /** safe in every file system; always the same for a transaction */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The page behind `receipt_url`: the receipt of a payment, and its current state. */
export async function receiptPage(state: SandboxState, paymentId: string): Promise<Response> {
  const payment = state.ledger.byPaymentId(paymentId);
  const transaction =
    payment && primaryTransactions(payment).find((one) => one.paymentId === paymentId && hasReceipt(one));
  if (!payment || !transaction) return pageNotFound();
  const { bytes } = await receiptFile(state, payment, transaction, 'html');
  return new Response(bytes, { headers: RECEIPT_HEADERS });
}

/**
 * Endpoint 10: the receipt of an order, or the credit reference of one of its transactions.
 * @throws Refusal 400 for an invalid query and for a transaction without a receipt, 404 for an unknown transaction
 */
export async function downloadReceipt(state: SandboxState, context: Context): Promise<Response> {
  requirePosOfPath(state, context);
  const query = readQuery(state, context, ORDER_QUERY);
  const { transactionId } = query;
  const creditReference = query.creditReference === 'true';
  const format = formatAsked(state, query.format, (one) =>
    receiptFaults({ format: one, transactionId, creditReference }),
  );
  const payment = state.ledger.ofOrder(context.req.param('orderId'));
  const transaction = transactionAsked(payment, format, transactionId?.toLowerCase());
  const { name, bytes } = await receiptFile(state, payment, transaction, format);
  if (format !== 'html') return fileResponse('application/pdf', name, bytes);
  return new Response(bytes, {
    headers: { ...RECEIPT_HEADERS, 'content-disposition': disposition('inline', name) },
  });
}

/**
 * Endpoint 11: a ZIP of the receipts of one day, without split purchases. A day without any is an empty ZIP.
 * @throws Refusal 400
 */
export async function downloadReceiptsOfDay(state: SandboxState, context: Context): Promise<Response> {
  requirePosOfPath(state, context);
  const day = context.req.param('date') ?? '';
  if (!daySchema.safeParse(day).success)
    throw invalid([{ field_name: 'date', violation: 'must be a day, as yyyy-MM-dd' }]);
  const { format, method } = readQuery(state, context, DAY_QUERY);
  const asked = formatAsked(state, format, (one) => dayReceiptsFaults({ format: one, method }));
  const files: Record<string, Uint8Array> = {};
  for (const { payment, transaction } of receiptsOfDay(state, day, method)) {
    const { name, bytes } = await receiptFile(state, payment, transaction, asked);
    files[name] = bytes;
  }
  return fileResponse('application/zip', `receipts-${day}.zip`, new Uint8Array(zipSync(files)));
}

/** @throws Refusal 400 if it is missing, does not go with the other parameters, or is not enabled for the project */
function formatAsked(
  state: SandboxState,
  format: string | undefined,
  faultsOf: (format: ReceiptFormat) => readonly ReceiptFault[],
): ReceiptFormat {
  if (format === undefined) throw invalid([{ field_name: 'format', violation: 'is required' }]);
  const asked = format as ReceiptFormat;
  const faults = faultsOf(asked).map(({ path, code }) => ({
    field_name: path,
    violation: code.replaceAll('-', ' '),
  }));
  if (faults.length > 0) throw invalid(faults);
  if (asked === 'signed_pdf' && !state.settings.creditReferences)
    throw new Refusal(400, 'Credit references are not enabled for this project');
  return asked;
}

/** Without a transactionId: the order's first transaction, which is the incoming one. */
function transactionAsked(
  payment: SandboxPayment,
  format: ReceiptFormat,
  transactionId = payment.transactionId,
): PrimaryTransaction {
  const transaction = primaryTransactions(payment).find((one) => one.transactionId === transactionId);
  const isOperation = payment.operations.some((one) => one.transactionId === transactionId);
  if (!transaction && !isOperation) throw notFound();
  if (!transaction || !hasReceipt(transaction)) {
    throw new Refusal(400, 'Receipts are made for successful purchase, auth and credit operations only');
  }
  if (format === 'signed_pdf' && transaction.method !== 'credit') {
    throw new Refusal(400, 'Credit references are made for credit transactions only');
  }
  return transaction;
}

/** Transactions that succeeded on that day in UTC, oldest first. */
function receiptsOfDay(state: SandboxState, day: string, method: string | undefined) {
  const methods = method === undefined ? ['purchase', 'auth'] : [method];
  return state.ledger
    .all()
    .flatMap((payment) => primaryTransactions(payment).map((transaction) => ({ payment, transaction })))
    .filter(
      ({ payment, transaction }) =>
        hasReceipt(transaction) &&
        methods.includes(transaction.method) &&
        new Date(transaction.processedAt).toISOString().startsWith(day) &&
        !(transaction.method === 'purchase' && payment.split !== null),
    )
    .toSorted((one, other) => one.transaction.processedAt - other.transaction.processedAt);
}

/** The receipt of a transaction that has one: a page from its data, or a PDF that is the same for every order. */
async function receiptFile(
  state: SandboxState,
  payment: SandboxPayment,
  transaction: PrimaryTransaction,
  format: ReceiptFormat,
): Promise<ReceiptFile> {
  const order = payment.stated.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 64);
  const kind = format === 'signed_pdf' ? 'credit-reference' : 'receipt';
  const name = `${kind}-${order}-${transaction.transactionId.slice(0, 8)}.${format === 'html' ? 'html' : 'pdf'}`;
  if (format !== 'html') return { name, bytes: strToU8(SAMPLES[format]) };
  const receipt = receiptOf(payment, transaction, state.settings.merchantName, state.clock.now());
  return { name, bytes: strToU8(await receiptHtml(receipt)) };
}

function fileResponse(type: string, name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  const headers = {
    'content-type': type,
    'content-disposition': disposition('attachment', name),
    'cache-control': 'no-store',
  };
  return new Response(bytes, { headers });
}

/** `Content-Disposition` with the name in both forms that clients read (RFC 6266). */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

import type { Context } from 'hono';
import type { WireReceiptFormat } from '../contract/gateway-api.ts';
import { isMissingPackage } from '../contract/start-fault.ts';
import { requirePosOfPath } from './authentication.ts';
import { date, oneOf, uuid } from './fields.ts';
import { type PrimaryTransaction, type SandboxPayment, primaryTransactions } from './ledger.ts';
import { pageNotFound } from './page.ts';
import { readQuery } from './read-request.ts';
import { RECEIPT_HEADERS, receiptHtml } from './receipt-html.ts';
import { type Receipt, hasReceipt, receiptOf } from './receipt.ts';
import { Refusal, invalid, notFound } from './refusal.ts';
import type { World } from './world.ts';

const FORMAT = oneOf('html', 'pdf', 'signed_pdf');
/** Interface document, Receipt of one order. */
const ORDER_QUERY = { transactionId: uuid, format: FORMAT, creditReference: oneOf('true', 'false') };
/** Interface document, Receipts for a date. */
const DAY_QUERY = { format: FORMAT, method: oneOf('purchase', 'auth', 'credit') };

/** Only PDF receipts and archives need them: users of `pay-form` install them themselves. */
const PACKAGES = 'pdfkit @expo-google-fonts/arimo node-forge @signpdf/signpdf @signpdf/signer-p12 fflate';

interface ReceiptFile {
  /** safe in every file system; always the same for a transaction */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The page behind `receipt_url`: the receipt of a payment, and its current state. */
export async function receiptPage(world: World, paymentId: string): Promise<Response> {
  const payment = world.ledger.byPaymentId(paymentId);
  const transaction =
    payment && primaryTransactions(payment).find((one) => one.paymentId === paymentId && hasReceipt(one));
  if (!payment || !transaction) return pageNotFound();
  const { bytes } = await receiptFile(world, payment, transaction, 'html');
  return new Response(bytes, { headers: RECEIPT_HEADERS });
}

/**
 * Endpoint 10: the receipt of an order, or the credit reference of one of its transactions.
 * @throws Refusal 400 for an invalid query and for a transaction without a receipt, 404 for an unknown transaction
 */
export async function downloadReceipt(world: World, context: Context): Promise<Response> {
  requirePosOfPath(world, context);
  const { format, transactionId } = readOrderQuery(world, context);
  const payment = world.ledger.byOrder(context.req.param('orderId') ?? '');
  if (!payment) throw notFound();
  const transaction = transactionAsked(payment, format, transactionId);
  const { name, bytes } = await receiptFile(world, payment, transaction, format);
  if (format !== 'html') return fileResponse('application/pdf', name, bytes);
  return new Response(bytes, {
    headers: { ...RECEIPT_HEADERS, 'content-disposition': disposition('inline', name) },
  });
}

/**
 * Endpoint 11: a ZIP of the receipts of one day, without split purchases. A day without any is an empty ZIP.
 * @throws Refusal 400
 */
export async function downloadReceiptsOfDay(world: World, context: Context): Promise<Response> {
  requirePosOfPath(world, context);
  const day = context.req.param('date') ?? '';
  const violation = date(day, {});
  if (violation) throw invalid([{ field_name: 'date', violation }]);
  const { format, method } = readQuery(world, context, DAY_QUERY);
  const asked = requireFormat(format);
  if (asked === 'signed_pdf' && method !== 'credit') {
    throw invalid([{ field_name: 'method', violation: 'must be credit with signed_pdf' }]);
  }
  if (asked === 'signed_pdf') requireCreditReferences(world);
  // A day without receipts tells that packages are missing, too.
  await rendererOf(asked);
  const { zipSync } = await withPackages(() => import('fflate'));
  const files: Record<string, Uint8Array> = {};
  for (const { payment, transaction } of receiptsOfDay(world, day, method)) {
    const { name, bytes } = await receiptFile(world, payment, transaction, asked);
    files[name] = bytes;
  }
  return fileResponse('application/zip', `receipts-${day}.zip`, new Uint8Array(zipSync(files)));
}

function requireFormat(format: string | undefined): WireReceiptFormat {
  if (format === undefined) throw invalid([{ field_name: 'format', violation: 'is required' }]);
  return format as WireReceiptFormat;
}

function requireCreditReferences(world: World): void {
  if (world.settings.creditReferences) return;
  throw new Refusal(400, 'Credit references are not enabled for this project');
}

function readOrderQuery(world: World, context: Context) {
  const { format, transactionId, creditReference } = readQuery(world, context, ORDER_QUERY);
  const asked = requireFormat(format);
  const isReference = creditReference === 'true';
  if (isReference !== (asked === 'signed_pdf')) {
    const violation = isReference
      ? 'must be signed_pdf with creditReference=true'
      : 'signed_pdf is for credit references: creditReference must be true';
    throw invalid([{ field_name: isReference ? 'format' : 'creditReference', violation }]);
  }
  if (isReference) requireCreditReferences(world);
  if (isReference && transactionId === undefined) {
    throw invalid([{ field_name: 'transactionId', violation: 'is required for credit transactions' }]);
  }
  return { format: asked, transactionId: transactionId?.toLowerCase() };
}

/** Without a transactionId: the order's first transaction, which is the incoming one. */
function transactionAsked(
  payment: SandboxPayment,
  format: WireReceiptFormat,
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
function receiptsOfDay(world: World, day: string, method: string | undefined) {
  const methods = method === undefined ? ['purchase', 'auth'] : [method];
  return world.ledger
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

/**
 * Makes the receipt of a transaction that has one. Every `signed_pdf` is a new credit reference with the next number ("a
 * reissued reference for the same transaction has a new number").
 */
async function receiptFile(
  world: World,
  payment: SandboxPayment,
  transaction: PrimaryTransaction,
  format: WireReceiptFormat,
): Promise<ReceiptFile> {
  const render = await rendererOf(format);
  const issuedAt = world.clock.now();
  const referenceNumber = format === 'signed_pdf' ? nextReferenceNumber(world, issuedAt) : null;
  const merchant = world.settings.merchantName;
  const receipt = receiptOf({ payment, transaction, merchant, issuedAt, referenceNumber });
  const order = payment.stated.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 64);
  const kind = format === 'signed_pdf' ? 'credit-reference' : 'receipt';
  const name = `${kind}-${order}-${transaction.transactionId.slice(0, 8)}.${format === 'html' ? 'html' : 'pdf'}`;
  return { name, bytes: new Uint8Array(await render(receipt)) };
}

type Renderer = (receipt: Receipt) => Promise<Uint8Array>;

/** The PDF libraries are loaded for the first PDF. @throws Refusal 400 if they are missing */
async function rendererOf(format: WireReceiptFormat): Promise<Renderer> {
  if (format === 'html') return async (receipt) => new TextEncoder().encode(await receiptHtml(receipt));
  if (format === 'pdf') return (await withPackages(() => import('./receipt-pdf.ts'))).receiptPdf;
  return (await withPackages(() => import('./receipt-signature.ts'))).signedReceiptPdf;
}

function nextReferenceNumber(world: World, issuedAt: number): string {
  world.issuedReferences += 1;
  return `CR-${new Date(issuedAt).getUTCFullYear()}-${String(world.issuedReferences).padStart(6, '0')}`;
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

/**
 * Loads the code for PDF receipts and archives.
 * @throws Refusal 400 with the packages to install if they are missing: a companion passes a 400 on to its caller, but
 *   would report any 5xx as an unreachable gateway
 */
export async function withPackages<Maker>(
  load: () => Promise<Maker>,
  warn: (line: string) => void = console.warn,
): Promise<Maker> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    const advice = `PDF receipts and archives need packages that are not installed: npm install ${PACKAGES}`;
    warn(`sandbox: ${advice}`);
    throw new Refusal(400, advice);
  }
}

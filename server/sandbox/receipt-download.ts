import type { Context } from 'hono';
import type { WireReceiptFormat } from '../contract/gateway-api.ts';
import { requireOwnPos } from './authentication.ts';
import { oneOf, uuid } from './fields.ts';
import { type PrimaryTransaction, type SandboxPayment, primaryTransactions } from './ledger.ts';
import { type ReceiptFile, receiptFile } from './receipt-file.ts';
import { RECEIPT_PAGE_HEADERS } from './receipt-page.ts';
import { hasReceipt } from './receipt.ts';
import { readQuery } from './read-query.ts';
import { Refusal, invalid, notFound } from './refusal.ts';
import type { World } from './world.ts';

/** Interface document, Receipt of one order. */
const QUERY = {
  transactionId: uuid,
  format: oneOf('html', 'pdf', 'signed_pdf'),
  creditReference: oneOf('true', 'false'),
};

interface ReceiptRequest {
  format: WireReceiptFormat;
  transactionId: string | undefined;
}

/**
 * Endpoint 10: the receipt of an order, or the credit reference of one of its transactions.
 * @throws Refusal 400 for an invalid query and for a transaction without a receipt, 404 for an unknown transaction
 */
export async function downloadReceipt(world: World, context: Context): Promise<Response> {
  requireOwnPos(world, requirePosId(context));
  const asked = readRequest(world, context);
  const payment = world.ledger.byOrder(context.req.param('orderId') ?? '');
  if (!payment) throw notFound();
  const transaction = transactionAsked(payment, asked);
  const file = await receiptFile(world, payment, transaction, asked.format);
  return fileResponse(file, asked.format);
}

/** The pos_id of the path. @throws Refusal 400 */
export function requirePosId(context: Context): string {
  const posId = context.req.param('posId') ?? '';
  if (uuid(posId, {})) throw invalid([{ field_name: 'pos_id', violation: 'must be a UUID' }]);
  return posId;
}

/** @throws Refusal 400 if the project has no credit references */
export function requireCreditReferences(world: World): void {
  if (!world.settings.creditReferences) {
    throw new Refusal(400, 'Credit references are not enabled for this project');
  }
}

/** `Content-Disposition` with the name in both forms that clients read (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function readRequest(world: World, context: Context): ReceiptRequest {
  const { format, transactionId, creditReference } = readQuery(world, context, QUERY);
  if (format === undefined) throw invalid([{ field_name: 'format', violation: 'is required' }]);
  const isReference = creditReference === 'true';
  if (isReference !== (format === 'signed_pdf')) {
    const violation = isReference
      ? 'must be signed_pdf with creditReference=true'
      : 'signed_pdf is for credit references: creditReference must be true';
    throw invalid([{ field_name: isReference ? 'format' : 'creditReference', violation }]);
  }
  if (isReference) requireCreditReferences(world);
  if (isReference && transactionId === undefined) {
    throw invalid([{ field_name: 'transactionId', violation: 'is required for credit transactions' }]);
  }
  return { format: format as WireReceiptFormat, transactionId: transactionId?.toLowerCase() };
}

/** Without a transactionId: the order's first transaction, which is the incoming one. */
function transactionAsked(
  payment: SandboxPayment,
  { format, transactionId }: ReceiptRequest,
): PrimaryTransaction {
  const wanted = transactionId ?? payment.transactionId;
  const transaction = primaryTransactions(payment).find((one) => one.transactionId === wanted);
  const isOperation = payment.operations.some((one) => one.transactionId === wanted);
  if (!transaction && !isOperation) throw notFound();
  if (!transaction || !hasReceipt(transaction)) {
    throw new Refusal(400, 'Receipts are made for successful purchase, auth and credit operations only');
  }
  if (format === 'signed_pdf' && transaction.method !== 'credit') {
    throw new Refusal(400, 'Credit references are made for credit transactions only');
  }
  return transaction;
}

function fileResponse({ name, bytes }: ReceiptFile, format: WireReceiptFormat): Response {
  const headers =
    format === 'html'
      ? { ...RECEIPT_PAGE_HEADERS, 'content-disposition': disposition('inline', name) }
      : { 'content-type': 'application/pdf', 'content-disposition': disposition('attachment', name) };
  return new Response(bytes, { headers: { 'cache-control': 'no-store', ...headers } });
}

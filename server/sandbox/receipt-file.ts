import type { WireReceiptFormat } from '../contract/gateway-api.ts';
import { type PrimaryTransaction, type SandboxPayment } from './ledger.ts';
import { receiptHtml } from './receipt-html.ts';
import { loadMaker } from './receipt-packages.ts';
import { type Receipt, receiptOf } from './receipt.ts';
import type { World } from './world.ts';

export interface ReceiptFile {
  /** safe in every file system; always the same for a transaction */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Makes the receipt of a transaction that has one. Every `signed_pdf` is a new credit reference with the next number ("a
 * reissued reference for the same transaction has a new number").
 */
export async function receiptFile(
  world: World,
  payment: SandboxPayment,
  transaction: PrimaryTransaction,
  format: WireReceiptFormat,
): Promise<ReceiptFile> {
  const issuedAt = world.clock.now();
  const receipt = receiptOf({
    payment,
    transaction,
    merchant: world.settings.merchantName,
    issuedAt,
    referenceNumber: format === 'signed_pdf' ? nextReferenceNumber(world, issuedAt) : null,
  });
  const render = await loadRenderer(format);
  const bytes = await render(receipt);
  return { name: fileName(payment, transaction, format), bytes: new Uint8Array(bytes) };
}

type Renderer = (receipt: Receipt) => Promise<Uint8Array>;

/**
 * Loads what makes files of a format. The PDF libraries are loaded for the first PDF.
 * @throws Refusal 400 if packages are missing
 */
export const loadRenderer = (format: WireReceiptFormat): Promise<Renderer> => RENDERERS[format]();

const RENDERERS: Readonly<Record<WireReceiptFormat, () => Promise<Renderer>>> = {
  html: async () => async (receipt) => new TextEncoder().encode(await receiptHtml(receipt)),
  pdf: async () => (await loadMaker(() => import('./pdf.ts'))).receiptPdf,
  signed_pdf: async () => (await loadMaker(() => import('./signed-pdf.ts'))).signedReceiptPdf,
};

function nextReferenceNumber(world: World, issuedAt: number): string {
  world.issuedReferences += 1;
  return `CR-${new Date(issuedAt).getUTCFullYear()}-${String(world.issuedReferences).padStart(6, '0')}`;
}

function fileName(
  { stated }: SandboxPayment,
  { transactionId }: PrimaryTransaction,
  format: WireReceiptFormat,
): string {
  const kind = format === 'signed_pdf' ? 'credit-reference' : 'receipt';
  const order = stated.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 64);
  return `${kind}-${order}-${transactionId.slice(0, 8)}.${format === 'html' ? 'html' : 'pdf'}`;
}

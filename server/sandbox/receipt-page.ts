import { createHash } from 'node:crypto';
import { primaryTransactions } from './ledger.ts';
import { pageNotFound } from './page.ts';
import { receiptHtml } from './receipt-html.ts';
import { RECEIPT_STYLE } from './receipt-style.ts';
import { hasReceipt, receiptOf } from './receipt.ts';
import type { World } from './world.ts';

const STYLE_HASH = createHash('sha256').update(RECEIPT_STYLE).digest('base64');

/** Headers of a receipt as a page, which may use only its own style. */
export const RECEIPT_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The page behind `receipt_url`: the receipt of a payment, and its current state. */
export async function receiptPage(world: World, paymentId: string): Promise<Response> {
  const payment = world.ledger.byPaymentId(paymentId);
  const transaction =
    payment && primaryTransactions(payment).find((one) => one.paymentId === paymentId && hasReceipt(one));
  if (!payment || !transaction) return pageNotFound();
  const receipt = receiptOf({
    payment,
    transaction,
    merchant: world.settings.merchantName,
    issuedAt: world.clock.now(),
    referenceNumber: null,
  });
  return new Response(await receiptHtml(receipt), { headers: RECEIPT_PAGE_HEADERS });
}

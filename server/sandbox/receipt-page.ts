import { html } from 'hono/html';
import { timestamp } from './clock.ts';
import { cardMaskOf } from './ledger.ts';
import { orderSummary, pageNotFound, pageResponse } from './page.ts';
import type { World } from './world.ts';

/** The page behind `receipt_url`: what was paid, when and with which card. */
export function receiptPage(world: World, paymentId: string): Promise<Response> {
  const payment = world.ledger.byPaymentId(paymentId);
  if (payment?.status !== 'success') return pageNotFound();
  const body = html`<h1>Receipt</h1>
    ${orderSummary(payment)}
    <p>Paid with card <span class="mask">${cardMaskOf(payment)}</span></p>
    <p>${timestamp(payment.processedAt)} UTC</p>`;
  return pageResponse({ title: 'Receipt', body });
}

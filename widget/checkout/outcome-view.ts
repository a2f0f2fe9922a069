import { html, nothing, type TemplateResult } from 'lit';
import { brandName, brandOf } from '../../server/contract/card.ts';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { isCheck } from './feedback.ts';
import { icon, spinner, tick } from '../icons.ts';
import type { Language } from '../language/language.ts';
import type { Phase } from './phases.ts';
import { isSafeUrl } from '../../server/contract/address.ts';

/** The panel of a payment that was sent: what happens with it, in words and pictures. */

interface Outcome {
  language: Language;
  phase: Phase;
  /** formats the payment's amount */
  money: (payment: PaymentView) => string;
  /** the button that leads to the bank, if there is an address */
  confirm: unknown;
  /** the way to pay with another card instead, or nothing */
  another: unknown;
  /** the button that leads back to the shop, or nothing */
  back: unknown;
}

/** A picture of the state. */
export function renderSign(phase: Phase): unknown {
  if (phase === 'waiting') return spinner;
  return phase === 'done' ? tick : html`<span class="badge">${icon('shield')}</span>`;
}

/** What is known about the payment, and what the customer can do. */
export function renderPayment(
  { language: { texts }, phase, money, confirm, another, back }: Outcome,
  payment: PaymentView,
): TemplateResult {
  const { outcome } = texts;
  const [start = '', end = ''] = payment.cardMask?.split(/\*+/) ?? [];
  const receipt = payment.receiptUrl ?? '';
  // Nothing is charged for a lookup.
  return html`${isCheck(payment) ? nothing : html`<p class="amount" part="amount" aria-hidden=${phase === 'done' ? 'true' : nothing}>${money(payment)}</p>`}
    ${end ? html`<p class="hint" dir="ltr">${brandName(brandOf(start))} •••• ${end}</p>` : nothing}
    ${phase === 'waiting' ? renderWaiting(texts, payment) : nothing}
    ${phase === 'action' ? confirm : nothing}
    ${phase === 'action' && another ? html`<p class="hint">${outcome.cannot}</p>${another}` : nothing}
    ${isSafeUrl(receipt) ? html`<a part="receipt" href=${receipt} target="_blank" rel="noopener">${outcome.receipt}</a>` : nothing}
    ${phase === 'done' ? back : nothing}`;
}

function renderWaiting({ outcome }: Language['texts'], payment: PaymentView): TemplateResult {
  const { sent, close } = isCheck(payment) ? outcome.check : outcome.steps;
  const steps = html`<ol class="steps" part="steps">
    <li class="over">${sent}</li>
    <li class="now">${outcome.steps.asking}</li>
    <li>${close}</li>
  </ol>`;
  const id = html`<bdi dir="ltr">${payment.orderId}</bdi>`;
  return html`${payment.status === 'unknown' ? steps : nothing}
    <p class="hint">${outcome.order.split('{}').map((text, at) => [at ? id : '', text])}</p>`;
}

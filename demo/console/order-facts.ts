import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView, OrderView, ShareView } from '../../server/contract/merchant-api.ts';
import { badge, fact } from './pieces.ts';
import { amountText, cardText, momentText } from './plain-text.ts';
import { customer, subMerchant } from './shop-names.ts';
import { methodText, statusBadge } from './statuses.ts';

/** The facts beside an order's timeline: the order, its customer, its payments and their operations. */

/** A button that has the gateway send a webhook again, by the method of the payment or operation. */
type ResendButton = (method: string) => TemplateResult;

export function orderFacts({ order, payments, operations }: OrderView, resend: ResendButton): TemplateResult {
  const { description, method, createdAt, url, split, currency, customerId } = order;
  return html`<section class="stack">
      <h2>Order</h2>
      <dl>
        ${fact('Description', description)} ${fact('Customer', customer(customerId))} ${fact('Kind', methodText(method))}
        ${fact('Created', momentText(createdAt))}
        ${url ? fact('Payment link', html`<a href=${url} target="_blank" rel="noreferrer">Open</a>`) : nothing}
        ${split ? fact('Split', shareList(split, currency)) : nothing}
      </dl>
    </section>
    <section class="stack">
      <h2>Payments</h2>
      ${payments.length === 0 ? html`<p class="fine">No payment attempts yet.</p>` : payments.toReversed().map((one) => paymentCard(one, resend))}
    </section>
    ${
      operations.length > 0
        ? html`<section class="stack"><h2>Operations</h2>${operations.toReversed().map((one) => operationCard(one, resend))}</section>`
        : nothing
    }`;
}

const shareList = (split: readonly ShareView[], currency: string) =>
  split.map(
    ({ subMerchantId, amount }) =>
      html`<span class="share">${amountText(amount, currency)} ${subMerchant(subMerchantId)}</span>`,
  );

function paymentCard(payment: PaymentView, resend: ResendButton): TemplateResult {
  const { id, amount, currency, cardMask, mode, method, createdAt } = payment;
  return html`<article class="card">
    <p class="line"><strong>${amountText(amount, currency)}</strong>${badge(statusBadge(payment))}</p>
    <dl>
      ${cardMask ? fact('Card', cardText(cardMask)) : nothing} ${fact('Kind', `${methodText(method)}, ${mode}`)}
      ${fact('Gateway', codeText(payment))} ${fact('Started', momentText(createdAt))}
      ${fact('Id', html`<code>${id}</code>`)}
    </dl>
    ${resend(method)}
  </article>`;
}

function operationCard(operation: OperationView, resend: ResendButton): TemplateResult {
  const { method, amount, currency, split, comment, createdAt } = operation;
  return html`<article class="card">
    <p class="line"><strong>${methodText(method)} ${amountText(amount, currency)}</strong>${badge(statusBadge(operation))}</p>
    <dl>
      ${split ? fact('Split', shareList(split, currency)) : nothing} ${fact('Gateway', codeText(operation))}
      ${fact('Requested', momentText(createdAt))} ${comment ? fact('Comment', comment) : nothing}
    </dl>
    ${resend(method)}
  </article>`;
}

const codeText = ({ statusCode, statusDescription }: PaymentView | OperationView): string =>
  [statusCode, statusDescription].filter(Boolean).join(', ') || '–';

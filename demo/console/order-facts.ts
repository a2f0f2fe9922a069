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
  const { description, method, createdAt, closedAt, url, split, currency, customerId } = order;
  const link = closedAt ? 'Stopped working' : html`<a href=${url} target="_blank" rel="noreferrer">Open</a>`;
  return html`<section class="stack">
      <h2>Order</h2>
      <dl>
        ${fact('Description', description)} ${fact('Customer', customer(customerId))} ${fact('Kind', methodText(method))}
        ${fact('Created', momentText(createdAt))}
        ${fact('Payment link', url && link)}
        ${fact('Split', split && shareList(split, currency))}
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
  const facts = html`${fact('Card', cardMask && cardText(cardMask))} ${fact('Kind', `${methodText(method)}, ${mode}`)}
    ${fact('Started', momentText(createdAt))} ${fact('Id', html`<code>${id}</code>`)}`;
  return card(amountText(amount, currency), payment, facts, resend);
}

function operationCard(operation: OperationView, resend: ResendButton): TemplateResult {
  const { method, amount, currency, split, comment, createdAt } = operation;
  const facts = html`${fact('Split', split && shareList(split, currency))}
    ${fact('Requested', momentText(createdAt))} ${fact('Comment', comment)}`;
  return card(`${methodText(method)} ${amountText(amount, currency)}`, operation, facts, resend);
}

const card = (title: string, one: PaymentView | OperationView, facts: unknown, resend: ResendButton) =>
  html`<article class="card">
    <p class="line"><strong>${title}</strong>${badge(statusBadge(one))}</p>
    <dl>${fact('Gateway', codeText(one))} ${facts}</dl>
    ${resend(one.method)}
  </article>`;

const codeText = ({ statusCode, statusDescription }: PaymentView | OperationView): string =>
  [statusCode, statusDescription].filter(Boolean).join(', ');

import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView, OrderView, ShareView } from '../../server/contract/merchant-api.ts';
import { type ConsoleConfig, subMerchant } from './config.ts';
import { methodText } from './event-text.ts';
import { statusBadge } from './order-status.ts';
import { badge } from './pieces.ts';
import { amountText, cardText, momentText } from './plain-text.ts';

/** The facts beside an order's timeline: the order, its payments and their operations. */

interface Doing {
  /** has the gateway send the webhook of a payment or operation again, by its method */
  resend: (method: string) => void;
  /** the outcome of resending by method, or null */
  resent: (method: string) => string | null;
}

export function orderFacts(
  { order, payments, operations }: OrderView,
  config: ConsoleConfig,
  doing: Doing,
): TemplateResult {
  const { description, method, createdAt, url, split, currency } = order;
  return html`<section class="facts">
      <h2>Order</h2>
      <dl>
        ${fact('Description', description)}${fact('Kind', methodText(method))}
        ${fact('Created', momentText(createdAt))}
        ${url ? fact('Pay link', html`<a href=${url} target="_blank" rel="noreferrer">Open</a>`) : nothing}
        ${split ? fact('Split', shareList(split, currency, config)) : nothing}
      </dl>
    </section>
    <section class="facts">
      <h2>Payments</h2>
      ${payments.length === 0 ? html`<p class="fine">Nobody has tried to pay yet.</p>` : payments.toReversed().map((one) => paymentCard(one, doing))}
    </section>
    ${
      operations.length > 0
        ? html`<section class="facts"><h2>Operations</h2>${operations.toReversed().map((one) => operationCard(one, config, doing))}</section>`
        : nothing
    }`;
}

const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const shareList = (split: readonly ShareView[], currency: string, config: ConsoleConfig) =>
  split.map(
    ({ subMerchantId, amount }) =>
      html`<span class="share">${amountText(amount, currency)} ${subMerchant(subMerchantId, config)}</span>`,
  );

function paymentCard(payment: PaymentView, doing: Doing): TemplateResult {
  const { id, amount, currency, status, statusCode, statusDescription, cardMask, mode, method } = payment;
  return html`<article class="card">
    <p class="line"><strong>${amountText(amount, currency)}</strong>${badge(statusBadge(status))}</p>
    <dl>
      ${fact('Card', cardText(cardMask))}${fact('Kind', `${methodText(method)}, ${mode}`)}
      ${fact('Gateway', codeText(statusCode, statusDescription))}${fact('Begun', momentText(payment.createdAt))}
      ${fact('Id', html`<code>${id}</code>`)}
    </dl>
    ${resendButton(method, doing)}
  </article>`;
}

function operationCard(operation: OperationView, config: ConsoleConfig, doing: Doing): TemplateResult {
  const { method, amount, currency, status, statusCode, statusDescription, split, comment } = operation;
  return html`<article class="card">
    <p class="line"><strong>${methodText(method)} ${amountText(amount, currency)}</strong>${badge(statusBadge(status))}</p>
    <dl>
      ${split ? fact('Split', shareList(split, currency, config)) : nothing}
      ${fact('Gateway', codeText(statusCode, statusDescription))}${fact('Requested', momentText(operation.createdAt))}
      ${comment ? fact('Comment', comment) : nothing}
    </dl>
    ${resendButton(method, doing)}
  </article>`;
}

const codeText = (code: string | null, description: string | null) =>
  [code, description].filter(Boolean).join(', ') || '–';

function resendButton(method: string, { resend, resent }: Doing): TemplateResult {
  const said = resent(method);
  return html`<p class="resend">
    <button type="button" class="small" @click=${() => resend(method)}>Re-send webhook</button>
    <span class="fine" role="status">${said}</span>
  </p>`;
}

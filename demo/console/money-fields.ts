import { html, nothing, type TemplateResult } from 'lit';
import type { ShareView } from '../../server/contract/merchant-api.ts';
import { type ConsoleConfig, subMerchant } from './config.ts';
import { shareField } from './money-request.ts';
import { amountText } from './plain-text.ts';
import { sumOf } from './possible.ts';
import type { Action } from './route.ts';

/** The fields of a form that moves money. */
interface Fields {
  action: Action;
  config: ConsoleConfig;
  /** the maximum amount, decimal text; null if unknown */
  most: string | null;
  currency: string | null;
  shares: readonly ShareView[] | null;
  typed: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
}

export function moneyFields(fields: Fields): TemplateResult {
  const { action, shares, typed } = fields;
  const hasAmount = action === 'refund' || action === 'capture';
  return html`
    ${hasAmount && !shares ? amountField(fields) : nothing}
    ${hasAmount && shares ? shareFields(fields, shares) : nothing}
    <label>Comment, for the timeline <input name="comment" maxlength="2048" autocomplete="off" .value=${typed['comment'] ?? ''} /></label>
    ${action === 'refund' && !shares ? deliveryField(typed) : nothing}`;
}

function amountField({ action, most, currency, typed, faults }: Fields): TemplateResult {
  const whole = action === 'capture' ? 'all that is authorized' : 'all that is left';
  return html`<label>Amount${currency ? `, ${currency}` : ''}
      <input
        name="amount" inputmode="decimal" autocomplete="off" placeholder=${most ?? ''} aria-describedby="amount-hint amount-fault"
        aria-invalid=${faults['amount'] ? 'true' : nothing} .value=${typed['amount'] ?? ''}
      /></label>
    <p id="amount-hint" class="fine">Leave it empty for ${whole}${most ? html`: <strong>${amountText(most, currency ?? '')}</strong>` : ''}.</p>
    <p id="amount-fault" class="fault" role="alert">${faults['amount']}</p>`;
}

function shareFields(fields: Fields, shares: readonly ShareView[]): TemplateResult {
  const { action, config, typed, faults } = fields;
  const currency = fields.currency ?? '';
  const sum = sumOf(
    shares.map((_, index) => typed[shareField(index)] ?? ''),
    currency,
  );
  return html`<fieldset>
    <legend>What each sub-merchant ${action === 'refund' ? 'returns' : 'gets'}</legend>
    ${shares.map(({ subMerchantId, amount }, index) => {
      const name = shareField(index);
      return html`<label><span>${subMerchant(subMerchantId, config)}</span>
          <input
            name=${name} inputmode="decimal" autocomplete="off" placeholder="0" aria-describedby="hint-${index} fault-${index}"
            aria-invalid=${faults[name] ? 'true' : nothing} .value=${typed[name] ?? ''}
          /></label>
        <p id="hint-${index}" class="fine"><strong>${amountText(amount, currency)}</strong> left</p>
        <p id="fault-${index}" class="fault" role="alert">${faults[name]}</p>`;
    })}
    <p class="fine">Leave all empty for all that is left of every share.</p>
    ${sum === null || Number(sum) === 0 ? nothing : html`<p>Together <strong>${amountText(sum, currency)}</strong></p>`}
    <p class="fault" role="alert">${faults['split']}</p>
  </fieldset>`;
}

const DELIVERIES = [
  ['', 'As the gateway is set up'],
  ['email', 'By email'],
  ['sms', 'By SMS'],
  ['viber', 'By Viber'],
  ['none', 'No receipt'],
] as const;

const deliveryField = (typed: Fields['typed']) => html`<label>The customer’s receipt
  <select name="receiptDelivery">${DELIVERIES.map(([value, text]) => html`<option value=${value} ?selected=${(typed['receiptDelivery'] ?? '') === value}>${text}</option>`)}</select></label>`;

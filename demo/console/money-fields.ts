import { html, nothing, type TemplateResult } from 'lit';
import type { ShareView } from '../../server/contract/merchant-api.ts';
import { type Action, type Faults, type Limits, shareField } from './money-request.ts';
import { amountText } from './plain-text.ts';
import { subMerchant } from './shop-names.ts';

/** The fields of a form that moves money. */
export function moneyFields(action: Action, limits: Limits, faults: Faults): TemplateResult {
  const hasAmount = action === 'refund' || action === 'capture';
  const { shares } = limits;
  return html`
    ${hasAmount && !shares ? amountField(action, limits, faults) : nothing}
    ${hasAmount && shares ? shareFields(action, shares, limits.currency, faults) : nothing}
    <label>Comment for the timeline (optional) <input name="comment" maxlength="2048" autocomplete="off" /></label>
    ${action === 'refund' && !shares ? DELIVERY : nothing}`;
}

function amountField(action: Action, { most, currency }: Limits, faults: Faults): TemplateResult {
  const full = action === 'capture' ? 'the full authorized amount' : 'the full remaining amount';
  const written = most === null ? '' : html`: <strong>${amountText(most, currency)}</strong>`;
  return field('amount', `Amount, ${currency}`, most ?? '', html`Leave empty for ${full}${written}.`, faults);
}

function shareFields(
  action: Action,
  shares: readonly ShareView[],
  currency: string,
  faults: Faults,
): TemplateResult {
  return html`<fieldset>
    <legend>Amount that each sub-merchant ${action === 'refund' ? 'returns' : 'receives'}</legend>
    ${shares.map(({ subMerchantId, amount }) => {
      const hint = html`<strong>${amountText(amount, currency)}</strong> left`;
      return field(shareField(subMerchantId), subMerchant(subMerchantId), '0', hint, faults);
    })}
    <p class="fine">Leave all fields empty for everything that is left.</p>
    <p class="fault" role="alert">${faults['split']}</p>
  </fieldset>`;
}

function field(
  name: string,
  label: unknown,
  placeholder: string,
  hint: unknown,
  faults: Faults,
): TemplateResult {
  const id = name.replaceAll(' ', '-');
  return html`<label><span>${label}</span>
      <input
        name=${name} inputmode="decimal" autocomplete="off" placeholder=${placeholder}
        aria-describedby="${id}-hint ${id}-fault" aria-invalid=${faults[name] ? 'true' : nothing}
      /></label>
    <p id="${id}-hint" class="fine">${hint}</p>
    <p id="${id}-fault" class="fault" role="alert">${faults[name]}</p>`;
}

const DELIVERY = html`<label>Receipt for the customer
  <select name="receiptDelivery">
    <option value="">The gateway’s default</option>
    <option value="email">By email</option>
    <option value="sms">By SMS</option>
    <option value="viber">By Viber</option>
    <option value="none">No receipt</option>
  </select></label>`;

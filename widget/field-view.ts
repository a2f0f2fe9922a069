import { html, nothing } from 'lit/html.js';
import { brandRule, type CardBrand } from '../server/contract/card.ts';
import { brandChip, cvvCard } from './brand-chip.ts';
import { brandName } from '../server/contract/brand-name.ts';
import { FIELDS, type FieldName } from './fields.ts';
import type { Language } from './language.ts';

/** Renders one field: label, input, icons, and the line below. */

/** Browsers fill in the name of a saved card here; it is then split into the two name fields. */
const CARDHOLDER = html`<textarea class="aside" name="cardholder" autocomplete="cc-name" tabindex="-1" aria-hidden="true"></textarea>`;

export interface FieldState {
  language: Language;
  /** why the value is invalid, or undefined */
  code: string | undefined;
  /** the same in words, once they are loaded */
  fault: string | undefined;
  focused: boolean;
  /** whether this is the last field */
  last: boolean;
  busy: boolean;
  /** of the number typed so far */
  brand: CardBrand | null;
  /** accepted brands, or null for all */
  accepted: readonly CardBrand[] | null;
}

export function renderField(name: FieldName, state: FieldState): unknown {
  const { language, code, fault, focused, busy, brand, last } = state;
  const { texts } = language;
  const { autocomplete, type = 'text', inputmode, placeholder } = FIELDS[name];
  const isCvv = name === 'cvv';
  const digits = brandRule(brand).cvv ?? 3;
  return html`<div class=${`field ${name}`} part=${`field field-${name}`}>
    ${name === 'firstName' ? CARDHOLDER : nothing}
    <label part="label" for=${name}>${texts.label[name]}</label>
    <div class="box">
      <input
        part=${`input${code ? ' invalid' : ''}${focused ? ' focused' : ''}`}
        id=${name}
        name=${name}
        type=${type}
        autocomplete=${autocomplete}
        inputmode=${inputmode ?? nothing}
        maxlength=${isCvv ? (brand ? digits : 4) : nothing}
        enterkeyhint=${last ? 'go' : 'next'}
        placeholder=${isCvv ? '•'.repeat(digits) : ((name === 'expiry' ? texts.expiryHint : placeholder) ?? nothing)}
        aria-describedby=${`${isCvv ? 'cvv-hint ' : ''}${name}-fault`}
        aria-invalid=${code ? 'true' : 'false'}
        aria-required="true"
        spellcheck="false"
        ?readonly=${busy}
      />${name === 'number' ? numberSign(brand) : isCvv ? cvvSign(digits > 3, texts) : nothing}
    </div>
    <p class="fault" part=${fault ? 'error' : nothing} id=${`${name}-fault`} aria-live="polite">
      ${fault ?? nothing}
    </p>
  </div>`;
}

/** The accepted brands; all but the typed one are dimmed. */
export function renderAccepted({ accepted, brand }: FieldState): unknown {
  if (!accepted) return nothing;
  return html`<div class="brands" part="brands" role="img" aria-label=${accepted.map(brandName).join(', ')}>
    ${accepted.map((one) => brandChip(one, brand && brand !== one ? 'dim' : ''))}
  </div>`;
}

/** Screen readers announce the name when the brand becomes known. */
function numberSign(brand: CardBrand | null): unknown {
  return html`<span class="sign" part="brand">${brandChip(brand)}<span class="aside" aria-live="polite">${brandName(brand)}</span></span>`;
}

function cvvSign(front: boolean, { cvvFront, cvvBack }: Language['texts']): unknown {
  return html`<span class="sign">${cvvCard(front)}<span class="aside" id="cvv-hint">${front ? cvvFront : cvvBack}</span></span>`;
}
